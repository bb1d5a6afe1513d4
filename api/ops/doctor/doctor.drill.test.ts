import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { REWARD_REQUESTS } from '../../../ledger/rewards-by-hand/pay-approved.ts';
import { rewardRequest } from '../../../ledger/rewards-by-hand/request.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { readConfig } from '../../config.ts';
import { postgresSetAside } from '../../processes/set-aside.ts';
import { waitsOrEnds } from '../../testing/fenced-replicas.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { retryParkedCommand } from '../retry-parked.ts';
import { doctorCommand } from './doctor-command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ postgres: 'embedded' });
});
afterAll(() => app.close());

const findingsOf = async (env: Record<string, string>) => {
  const { text, exitCode } = await doctorCommand(['--json'], env);
  return { exitCode, findings: JSON.parse(text).findings as { name: string; state: string; text: string }[] };
};
const site = async () => ({
  ...{
    EVENTSTORE_URL: app.eventStoreUrl,
    DATABASE_URL: app.databaseUrl,
    NOTARY_KEY: join(app.dataDir, 'notary.key'),
  },
  ...{
    SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
    VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
  },
});

test('beside the program of a data folder it finds its stores by itself, and nothing wrong', async () => {
  const { findings, exitCode } = await findingsOf({ DATA_DIR: app.dataDir });
  expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(exitCode).toBe(0);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'postgres', state: 'ok' }),
      expect.objectContaining({ name: 'disk' }),
      expect.objectContaining({ name: 'vault', state: 'ok' }),
      expect.objectContaining({ name: 'notary', state: 'ok' }),
    ]),
  );
});

test('of stores elsewhere it tries the user’s rights, too', async () => {
  const { findings } = await findingsOf(await site());
  expect(findings).toContainEqual({
    name: 'event-store',
    state: 'ok',
    text: 'The event store answers.',
  });
  const rights = findings.filter(({ name }) => name === 'store-rights');
  expect(rights.filter(({ state }) => state === 'ok').map(({ text }) => text)).toEqual([
    "The event store's user 'evo' may read $all.",
    "The event store's user 'evo' may read streams.",
    "The event store's user 'evo' may append to streams.",
  ]);
});

test('a key of the notary that everybody on the machine can read is warned of, also where one store is elsewhere', async () => {
  const file = join(app.dataDir, 'notary.key');
  const settings = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl };
  const notary = async () => (await findingsOf(settings)).findings.find(({ name }) => name === 'notary');
  expect(await notary()).toMatchObject({ state: 'ok' });
  await chmod(file, 0o604);
  try {
    expect(await notary()).toMatchObject({ state: 'warn', text: expect.stringContaining('chmod 0400') });
  } finally {
    await chmod(file, 0o600);
  }
});

test('another key of the vault, a Postgres that is away and a store that is away are faults, and exit with 1', async () => {
  const otherKey = await findingsOf({ ...(await site()), VAULT_KEY: randomBytes(32).toString('base64') });
  expect(otherKey).toMatchObject({ exitCode: 1 });
  expect(otherKey.findings).toContainEqual(
    expect.objectContaining({
      name: 'vault',
      state: 'fault',
      text: expect.stringContaining('is not the key'),
    }),
  );
  const away = await findingsOf({
    ...(await site()),
    ...{ DATABASE_URL: 'postgres://evo@127.0.0.1:1/evo', EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' },
  });
  expect(away.findings.filter(({ state }) => state === 'fault').map(({ name }) => name)).toEqual([
    'event-store',
    'postgres',
  ]);
});

test('a Postgres that takes no writes, as one that another has followed, is a fault', async () => {
  const url = new URL(app.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const { findings } = await findingsOf({ ...(await site()), DATABASE_URL: url.href });
  expect(findings.filter(({ name, state }) => name === 'postgres' && state === 'fault')).toEqual([
    expect.objectContaining({ text: expect.stringContaining('takes no writes') }),
  ]);
});

test('an approved reward is dismissed beside no grant of it that may still land', async () => {
  const pool = createPool(app.databaseUrl);
  const requestId = randomUUID();
  const { rows } = await pool.query<{ id: string }>(
    `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type, state, is_late, reason, failures)
     values ('reward-requests', 'lane', 900000003, 900000003, 'reward-request-' || $1::text, 1, gen_random_uuid(), 'RewardApproved', 'parked', false, 'full', 1)
     returning id`,
    [requestId],
  );
  const args = ['dismiss', String(rows[0]?.id), '--reason', 'sent by hand'];
  const dismiss = async () => retryParkedCommand(args, readConfig({ DATA_DIR: app.dataDir }));
  const open = { id: randomUUID(), stream: `account-${randomUUID()}` };
  await pool.query('insert into auth.open_acts (id, stream, expected, command_id) values ($1, $2, 1, $3)', [
    ...[open.id, open.stream, requestId],
  ]);
  await expect(dismiss()).rejects.toThrow('dismiss it in the panel');
  await pool.query('delete from auth.open_acts where id = $1', [open.id]);
  // One that is under way is waited for.
  const granting = await pool.connect();
  await granting.query('select pg_advisory_lock_shared(3424006)');
  const dismissing = dismiss();
  await waitsOrEnds(pool, dismissing);
  const state = async () =>
    (
      await pool.query<{ state: string }>('select state from processes.set_aside where id = $1', [
        rows[0]?.id,
      ])
    ).rows[0]?.state;
  expect(await state()).toBe('parked');
  granting.release(true);
  expect((await dismissing).exitCode).toBe(0);
  expect(await state()).toBe('dismissed');
  await pool.end();
});

test('nor is one that was granted before, wherever the ledger is: who is told that it will not come may send it by hand', async () => {
  const pool = createPool(app.databaseUrl, { maxConnections: 2 });
  const store = connectEventStore(app.eventStoreUrl);
  const handler = createCommandHandler(store);
  /** The program grants it by itself, or parks what it cannot. */
  const approved = async (userId: string) => {
    const at = new Date().toISOString();
    const reward = { userId, amount: 20_000n * ONE_EVO, reason: 'Grand prize' };
    const stream = streamOf('reward-request', randomUUID());
    for (const command of [
      { type: 'RequestReward', reward, above: 'reward', by: newWallet(), at },
      { type: 'ApproveReward', by: newWallet(), at },
    ] as const) {
      const decider = rewardRequest((wallet) => wallet);
      await handler.handle({ ...testContext(), stream, decider, command, input: command.type });
    }
    const event = await store.readLast(stream);
    if (!event) throw new Error('an approval was expected');
    return event;
  };
  const rowOf = async (eventId: string) => {
    const { rows } = await pool.query<{ id: string; state: string }>(
      'select id, state from processes.set_aside where event_id = $1',
      [eventId],
    );
    return rows[0] ?? { id: 'none', state: 'none' };
  };
  const settings = [{ DATA_DIR: app.dataDir }, await site()];
  const dismissals = (id: string) =>
    settings.map(
      (env) => () => retryParkedCommand(['dismiss', id, '--reason', 'sent by hand'], readConfig(env)),
    );
  const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());

  const granted = await approved(userId);
  await vi.waitFor(async () => expect((await readAccount(handler, userId)).granted).toBe(20_100n * ONE_EVO));
  // As one that another replica has parked while the account was full, and an approval that was sent again has granted.
  await postgresSetAside(pool).add({
    ...{ process: REWARD_REQUESTS, lane: granted.stream, event: granted },
    ...{ state: 'parked', isLate: false, reason: 'the account is full', failures: 1 },
  });
  for (const dismiss of dismissals((await rowOf(granted.id)).id)) {
    await expect(dismiss()).rejects.toThrow('This reward was granted');
  }
  const { id, state } = await rowOf(granted.id);
  expect(state).toBe('parked');
  // Told once more it is found granted, and leaves the list.
  await retryParkedCommand(['retry', id, '--reason', 'granted'], readConfig({ DATA_DIR: app.dataDir }));
  await vi.waitFor(async () => expect((await rowOf(granted.id)).state).toBe('none'));
  expect((await readAccount(handler, userId)).granted).toBe(20_100n * ONE_EVO);

  const [stream, command] = [
    streamOf('account', userId),
    { type: 'RemoveAccount', reason: 'Abuse' },
  ] as const;
  await handler.handle({ ...testContext(), stream, decider: account, command, input: {} });
  for (const index of settings.keys()) {
    const refused = await approved(userId);
    const row = await vi.waitFor(async () => {
      const found = await rowOf(refused.id);
      expect(found.state).toBe('parked');
      return found;
    });
    expect(await dismissals(row.id)[index]?.()).toMatchObject({ exitCode: 0 });
  }
  await handler.close();
  await store.close();
  await pool.end();
});

/** What is wrong with the Postgres of a database that is made so, and filled. */
async function faultsOfDatabase(name: string, made: string, filled = 'select'): Promise<string[]> {
  const url = new URL(app.databaseUrl);
  const server = createPool(url.href, { maxConnections: 1 });
  await server.query(`create database ${name} ${made}`).finally(() => server.end());
  url.pathname = `/${name}`;
  const own = createPool(url.href, { maxConnections: 1 });
  await own.query(filled).finally(() => own.end());
  const { findings } = await findingsOf({ ...(await site()), DATABASE_URL: url.href });
  return findings.flatMap((found) =>
    found.name === 'postgres' && found.state === 'fault' ? [found.text] : [],
  );
}

test('a database of a Turkish locale, in which no name with an I is found, is a fault', async () => {
  const turkish = `template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`;
  expect(await faultsOfDatabase('turkish', turkish)).toEqual([expect.stringContaining('another locale')]);
});

test('an extension that somebody put into another schema, where the program does not start with it, is a fault', async () => {
  const elsewhere = 'create schema extensions; create extension pg_trgm schema extensions';
  expect(await faultsOfDatabase('elsewhere', '', elsewhere)).toEqual([
    expect.stringContaining('pg_trgm is in the schema extensions'),
  ]);
});

test('a parked event is listed, told once more or dismissed, with the reason', async () => {
  const pool = createPool(app.databaseUrl, { maxConnections: 1 });
  const { rows } = await pool.query<{ id: string }>(
    `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type, state, is_late, reason, failures)
     select 'mails', 'lane', n, n, 'account-x', n, gen_random_uuid(), 'CheckedIn', 'parked', false, 'because', 3
     from generate_series(900000001, 900000002) as n returning id`,
  );
  const config = readConfig({ DATA_DIR: app.dataDir });
  const run = (...args: string[]) => retryParkedCommand(args, config);
  const listed = await run();
  for (const { id } of rows) expect(listed.text).toContain(`${id} parked mails: CheckedIn`);
  const [first, second] = rows.map(({ id }) => id);
  await expect(run('dismiss', String(first))).rejects.toThrow('--reason');
  await expect(run('retry', '--all', '--reason', ' ')).rejects.toThrow('--reason');
  await expect(run('retry', '--reason', 'which')).rejects.toThrow('needs the id of an event');
  // What nothing is done about is said one by one.
  await expect(run('dismiss', '--all', '--reason', 'away with it')).rejects.toThrow('needs the id');
  await expect(run('dismiss', 'all', '--reason', 'away with it')).rejects.toThrow('no parked event all');
  await expect(run('forget', String(first))).rejects.toThrow('retry-parked list, retry ID');
  await expect(run('retry', String(first), String(second), '--reason', 'x')).rejects.toThrow(
    'retry-parked list',
  );
  const isParked = async () =>
    (
      await pool.query(`select from processes.set_aside where id = any($1) and state = 'parked'`, [
        [first, second],
      ])
    ).rowCount;
  expect(await isParked()).toBe(2);
  expect((await run('dismiss', String(first), '--reason', 'a test')).text).toBe(
    '1 of 1 events were dismissed.',
  );
  await expect(run('retry', String(first), '--reason', 'again')).rejects.toThrow('no parked event');
  expect((await run('retry', '--all', '--reason', 'mended')).exitCode).toBe(0);
  const { rows: decided } = await pool.query(
    'select id, state, decided_by, decision_reason from processes.set_aside where id = any($1) order by commit',
    [[first, second]],
  );
  await pool.end();
  expect(decided[0]).toMatchObject({
    id: first,
    state: 'dismissed',
    decided_by: 'operator',
    decision_reason: 'a test',
  });
  // The processes may have taken it up by now.
  if (decided[1]) expect(decided[1]).toMatchObject({ decision_reason: 'mended' });
});
