import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import Koa from 'koa';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { outageTexts } from '../../../contracts/outage-messages.ts';
import {
  DomainError,
  IdempotencyKeyReused,
  LedgerCorrupt,
  LedgerFull,
  LedgerUnavailable,
} from '../../../ledger/domain-error.ts';
import { upcast } from '../../../ledger/upcast.ts';
import { DatabaseBusy } from '../../../projector/bounded-pool.ts';
import { HttpError } from '../http-error.ts';
import { errors } from './errors.ts';

/** What the call meets, and whether it had begun to do something. */
let thrown: unknown;
let isBegun = false;
const logged: { route: string }[] = [];
let url = '';
let close = () => {};
beforeAll(async () => {
  const app = new Koa();
  app.use(errors(pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })));
  const router = new Router();
  router.get('/users/:walletAddress/username', () => {
    throw thrown;
  });
  app.use(router.routes());
  app.use(({ state }) => {
    state.isBegun = isBegun;
    throw thrown;
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/here`;
  close = () => void server.close();
});
afterAll(() => close());

async function answerTo(error: unknown) {
  thrown = error;
  logged.length = 0;
  const answer = await fetch(url);
  const { status, headers } = answer;
  const { error: code } = await answer.json();
  return { status, code, retryAfter: headers.get('retry-after'), caching: headers.get('cache-control') };
}

/** As Postgres refuses something, with its SQLSTATE. */
function refusedByPostgres(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
}
const failed = (code: string) => Object.assign(new Error('it failed'), { code });

const OUTAGES: readonly (readonly [what: string, error: Error])[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'].map(
    (code) => [code, failed(code)] as const,
  ),
  ['EAI_AGAIN', failed('EAI_AGAIN')],
  ['a socket that is not there', Object.assign(failed('ENOENT'), { syscall: 'connect' })],
  ['a crowd before a socket', Object.assign(failed('EAGAIN'), { syscall: 'connect' })],
  ['a connection that failed (08006)', refusedByPostgres('08006')],
  ['a full disk (53100)', refusedByPostgres('53100')],
  ['too many connections (53300)', refusedByPostgres('53300')],
  ['a Postgres that shuts down (57P01)', refusedByPostgres('57P01')],
  ['a Postgres that starts (57P03)', refusedByPostgres('57P03')],
  ['a statement that took too long (57014)', refusedByPostgres('57014')],
  ['a lock that was not had in time (55P03)', refusedByPostgres('55P03')],
  ['a transaction that was left alone (25P03)', refusedByPostgres('25P03')],
  ['a transaction that took too long (25P04)', refusedByPostgres('25P04')],
  ['two that wait for each other (40P01)', refusedByPostgres('40P01')],
  ['a Postgres that takes no writes for now (25006)', refusedByPostgres('25006')],
  ['read models that are not there yet (3F000)', refusedByPostgres('3F000')],
  ['read models that are not there yet (42P01)', refusedByPostgres('42P01')],
  ['read models of another release (42703)', refusedByPostgres('42703')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['no answer in time', new Error('Query read timeout')],
  [
    'a connection that was lost before',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a crowd that waits for connections', new DatabaseBusy('500 wait')],
];

test.each(OUTAGES)('an outage of Postgres is told as one, and when to come again: %s', async (_, error) => {
  expect(await answerTo(error)).toEqual({
    ...{ status: 503, code: 'DatabaseUnavailable', retryAfter: '1', caching: 'no-store' },
  });
  expect(logged).toMatchObject([{ route: 'static' }]);
});

test.each([
  ['a key that is there twice (23505)', refusedByPostgres('23505')],
  ['SQL that is none (42601)', refusedByPostgres('42601')],
  ['a text that is no number (22P02)', refusedByPostgres('22P02')],
  ['a file that is not there', Object.assign(failed('ENOENT'), { syscall: 'open' })],
  ['anything else', new TypeError('x is undefined')],
  ['what is no error at all', 'x'],
])('a fault of the program says nothing of itself, and stands in the log: %s', async (_, error) => {
  expect(await answerTo(error)).toEqual({
    ...{ status: 500, code: 'InternalError', retryAfter: null, caching: 'no-store' },
  });
  expect(logged).toMatchObject([{ route: 'static' }]);
});

test.each([
  ['invalid', 400],
  ['forbidden', 403],
  ['not_found', 404],
  ['conflict', 409],
] as const)(
  'a refusal of the ledger that is %s is %i, in its own words, and no fault',
  async (kind, status) => {
    const refusal = new DomainError(kind, 'Refused', 'Not now');
    expect(await answerTo(refusal)).toEqual({
      ...{ status, code: 'Refused', retryAfter: null, caching: 'no-store' },
    });
    expect(await (await fetch(url)).json()).toMatchObject({ error: 'Refused', message: 'Not now' });
    expect(logged).toEqual([]);
  },
);

test('what the ledger did not say is worth another try; what is corrupt needs a person first', async () => {
  expect(await answerTo(new LedgerUnavailable(new Error('away')))).toMatchObject({
    ...{ status: 503, retryAfter: '1' },
  });
  expect(await answerTo(new LedgerCorrupt('a stream of somebody'))).toMatchObject({
    ...{ status: 503, retryAfter: null },
  });
  const { message } = await (await fetch(url)).json();
  expect(message).toBe(refusals.ledgerCorrupt);
});

test.each([
  ['the ledger', new LedgerUnavailable(), refusals.ledgerUnavailable],
  ['Postgres', new DatabaseBusy('no time is left'), outageTexts.mayBeDone],
])(
  'where %s fails a command that was begun, its sender is told that it may be done, and to send again only what has a key',
  async (_, error, withKey) => {
    thrown = error;
    isBegun = true;
    const told = async (headers: Record<string, string>) =>
      (await (await fetch(url, { headers })).json()).message;
    expect(await told({ 'idempotency-key': randomUUID() })).toBe(withKey);
    expect(await told({})).toBe(outageTexts.mayBeDoneOnce);
    thrown = new LedgerFull();
    expect(await told({})).toBe(outageTexts.ledgerFull);
    isBegun = false;
    thrown = error;
    expect(await told({})).not.toBe(outageTexts.mayBeDoneOnce);
  },
);

test('a ledger without room says that nothing was done, and that this takes a while', async () => {
  expect(await answerTo(new LedgerFull(new Error('The disk is full')))).toMatchObject({
    ...{ status: 503, code: 'LedgerFull', retryAfter: '30' },
  });
  expect(await (await fetch(url)).json()).toMatchObject({ message: outageTexts.ledgerFull });
});

test.each([
  ['a type', () => upcast('EntriesThawed', {}, {})],
  [
    'a version',
    () =>
      upcast(
        'RewardGranted',
        {},
        {
          schemaVersion: 99,
          ...{ commandId: randomUUID(), correlationId: randomUUID(), inputHash: '0'.repeat(64) },
          ...{ actor: { kind: 'user' }, occurredAt: '2026-01-01T00:00:00.000Z' },
          prevHash: null,
        },
      ),
  ],
])(
  'what a newer release has written another replica can read, in a moment: %s that is not known here',
  async (_, read) => {
    let error: unknown;
    try {
      read();
    } catch (caught) {
      error = caught;
    }
    expect(await answerTo(error)).toMatchObject({ status: 503, code: 'LedgerCorrupt', retryAfter: '1' });
  },
);

test('a key that was used for something else is 422, and what a parser refuses keeps its own status', async () => {
  expect((await answerTo(new IdempotencyKeyReused())).status).toBe(422);
  for (const status of [400, 413, 415, 499]) {
    expect((await answerTo(Object.assign(new Error('refused'), { status }))).status).toBe(status);
  }
  for (const status of [399, 500, 600]) {
    const broken = Object.assign(new Error('broken'), { status });
    expect(await answerTo(broken)).toMatchObject({ status: 500, code: 'InternalError' });
  }
  const fields = { amount: 'too much' };
  const headers = { 'Retry-After': '7' };
  expect(await answerTo(new HttpError(429, 'TooManyRequests', 'Slowly', { fields, headers }))).toMatchObject({
    ...{ status: 429, retryAfter: '7' },
  });
  expect(await (await fetch(url)).json()).toMatchObject({ error: 'TooManyRequests', fields });
});

test('what failed is logged by the pattern of its path: a path can hold whose wallet it is', async () => {
  thrown = new Error('a fault');
  logged.length = 0;
  const wallet = '0x00000000000000000000000000000000000000aa';
  expect((await fetch(new URL(`/users/${wallet}/username`, url))).status).toBe(500);
  expect(logged).toMatchObject([{ route: '/users/:walletAddress/username' }]);
  expect(JSON.stringify(logged)).not.toContain(wallet);
});
