import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { startTestLedger, type TestLedgerNode } from '../../ledger/testing/start-ledger.ts';
import { createDenials } from './denials.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
beforeAll(async () => {
  ledger = await startTestLedger();
  handler = createCommandHandler(ledger.store);
});
afterAll(() => ledger.stop());

/** The test says when a minute is over. */
function aDay(usedHandler = handler, clock = Date.now) {
  return createDenials({ handler: usedHandler, logger: pino({ level: 'silent' }), clock });
}
const newWallet = () => `0x${randomUUID().replaceAll('-', '')}${'0'.repeat(8)}`;

let before = 0;
const since = async () => (await ledger.readAll()).slice(before);
const ofWallet = (events: readonly StoredEvent[], wallet: string) =>
  events.filter(({ type, metadata }) => type === 'AccessDenied' && metadata.actor.wallet === wallet);
const counted = (events: readonly StoredEvent[]) =>
  events.flatMap(({ type, data }) =>
    // Only these have such data.
    type === 'DenialsCounted'
      ? [data as { count: number; wallets: number; most: object[]; from: string; to: string }]
      : [],
  );
beforeEach(async () => {
  before = (await ledger.readAll()).length;
});

test('eight wallets that ask for everything, as many as use up all their notes, silence nobody; the rest is counted', async () => {
  const denials = aDay();
  const noisy = Array.from({ length: 8 }, newWallet);
  for (let n = 0; n < 40; n++) for (const wallet of noisy) await denials.note(wallet, `GET /api/admin/${n}`);
  const quiet = newWallet();
  await denials.note(quiet, 'GET /api/admin/users');
  await denials.stop();
  const events = await since();
  expect(ofWallet(events, quiet)).toHaveLength(1);
  const noted = noisy.map((wallet) => ofWallet(events, wallet).length);
  for (const count of noted) expect(count).toBeLessThanOrEqual(10);
  const left = 320 - noted.reduce((sum, one) => sum + one);
  expect(counted(events)).toMatchObject([{ count: left, wallets: 8 }]);
  expect(counted(events)[0]?.most).toHaveLength(8);
});

test('many wallets at once are counted to the last one', async () => {
  const denials = aDay();
  const wallets = Array.from({ length: 100 }, newWallet);
  await Promise.all(wallets.map((wallet) => denials.note(wallet, 'POST /api/admin/raffle')));
  await denials.stop();
  const events = await since();
  const noted = events.filter(({ type }) => type === 'AccessDenied').length;
  expect(noted).toBe(60);
  expect(counted(events)).toMatchObject([{ count: 40, wallets: 40 }]);
  expect(counted(events)[0]?.most).toHaveLength(10);
});

/** A ledger that takes nothing until it has come back. */
function awayAtFirst() {
  let isAway = true;
  const away: CommandHandler = {
    ...handler,
    handle: (request) =>
      isAway ? Promise.reject(new LedgerUnavailable(new Error('away'))) : handler.handle(request),
  };
  return {
    handler: away,
    comeBack: () => {
      isAway = false;
    },
  };
}

test('a refusal that the ledger did not take is counted once it does', async () => {
  const ledger = awayAtFirst();
  const denials = aDay(ledger.handler);
  await denials.note(newWallet(), 'GET /api/admin/users');
  await denials.flush();
  expect(await since()).toEqual([]);
  ledger.comeBack();
  await denials.flush();
  await denials.flush();
  await denials.stop();
  expect(counted(await since())).toMatchObject([{ count: 1, wallets: 1 }]);
});

test('a program that stops records what was refused since a count that the ledger did not take, too', async () => {
  const ledger = awayAtFirst();
  const denials = aDay(ledger.handler);
  await denials.note(newWallet(), 'GET /api/admin/users');
  await denials.flush();
  for (let n = 0; n < 3; n++) await denials.note(newWallet(), 'GET /api/admin/users');
  ledger.comeBack();
  await denials.stop();
  expect(counted(await since())).toMatchObject([
    { count: 1, wallets: 1 },
    { count: 3, wallets: 3 },
  ]);
});

test('where all are noted, nothing is counted', async () => {
  const denials = aDay();
  await denials.note(newWallet(), 'GET /api/admin/users');
  await denials.stop();
  expect((await since()).map(({ type }) => type)).toEqual(['AccessDenied']);
});

test('the same refusal of a wallet is noted once a minute and counted otherwise, and noted again a minute later', async () => {
  let now = Date.UTC(2026, 5, 1, 12);
  const denials = aDay(handler, () => now);
  const wallet = newWallet();
  const asks = () => denials.note(wallet, 'GET /api/admin/users');
  for (let n = 0; n < 3; n++) {
    await asks();
    now += 1_000;
  }
  await denials.flush();
  expect(ofWallet(await since(), wallet)).toHaveLength(1);
  // From the first that was not noted until now.
  expect(counted(await since())).toMatchObject([
    { count: 2, wallets: 1, from: '2026-06-01T12:00:01.000Z', to: '2026-06-01T12:00:03.000Z' },
  ]);
  now += 60_000;
  await asks();
  await denials.stop();
  expect(ofWallet(await since(), wallet)).toHaveLength(2);
  expect(counted(await since())).toHaveLength(1);
});
