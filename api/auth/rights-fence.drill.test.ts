import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { account } from '../../ledger/accounts/account.ts';
import { grantByAdmin } from '../../ledger/accounts/grant-reward.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { NotAnAdmin } from '../../ledger/admins/admins.ts';
import { addAdmin, removeAdmin } from '../../ledger/admins/change-admins.ts';
import { readAdmins } from '../../ledger/admins/read-admins.ts';
import { rightsFaults } from '../../ledger/admins/rights-audit.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { type StoredEvent, storedHash } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { takeRevision } from '../../ledger/take-revision.ts';
import {
  newWallet,
  startTestLedger,
  type TestLedgerNode,
  testContext,
} from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { accounts } from '../../projector/read-models/accounts.ts';
import { recorded } from '../../projector/read-models/read-model.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { writtenRows } from '../../projector/testing/written-rows.ts';
import { migrate } from '../migrate.ts';
import { createPolicies } from './policies.ts';
import { createRightsFence, FENCE_POOL } from './rights-fence.ts';

const superAdmin = newWallet();
let ledger: TestLedgerNode;
let postgres: TestPostgres;
let pools: Pool[];
let handlers: CommandHandler[];
let admin: string;
let userId: string;

/** One process: its own connections, its own memory, and the store as it meets it. */
function replica(store: EventStore = ledger.store, holdLimit?: number) {
  const pool = createPool(postgres.connectionString, { ...FENCE_POOL, applicationName: randomUUID() });
  pools.push(pool);
  const handler = createCommandHandler(store, { timeLimit: 1_500, attemptLimit: 300 });
  handlers.push(handler);
  const fence = createRightsFence(
    pool,
    (act, { deadline }) => takeRevision(store, act, new Date().toISOString(), deadline),
    holdLimit,
  );
  const policies = createPolicies(superAdmin, (deadline) => readAdmins(handler, deadline), fence);
  const asRoot = testContext({ actor: { kind: 'admin', wallet: superAdmin } });
  return {
    pool,
    handler,
    policies,
    add: (wallet: string) =>
      addAdmin(
        handler,
        { wallet, by: superAdmin, superAdmin, authorize: policies.requireAdmin(superAdmin) },
        { ...asRoot, commandId: randomUUID() },
      ),
    remove: (wallet: string) =>
      removeAdmin(
        handler,
        { wallet, by: superAdmin, superAdmin, holdActs: policies.holdActs },
        { ...asRoot, commandId: randomUUID() },
      ),
    act: (wallet: string, context = testContext({ actor: { kind: 'admin', wallet } })) =>
      grantByAdmin(
        handler,
        { userId, amount: ONE_EVO, reason: 'x', dryRun: false, authorize: policies.requireAdmin(wallet) },
        context,
      ),
    /** As a Postgres that restarts, or a network in between, ends connections. */
    async loseConnections() {
      const { rows } = await pool.query<{ name: string }>(
        `select current_setting('application_name') as name`,
      );
      await looking.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [rows[0]?.name],
      );
    },
  };
}

let looking: Pool;
beforeAll(async () => {
  [ledger, postgres] = await Promise.all([startTestLedger(), startTestPostgres()]);
  looking = createPool(postgres.connectionString);
  await migrate(looking);
});
beforeEach(async () => {
  pools = [];
  handlers = [];
  const handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
  admin = newWallet();
  await replica().add(admin);
  return async () => {
    await Promise.all(handlers.map((handler) => handler.close()));
    await Promise.all(pools.map((pool) => pool.end()));
  };
});
afterAll(async () => {
  await looking.end();
  await Promise.all([ledger.stop(), postgres.stop()]);
});

/** A store that is frozen for one stream: it takes what it is sent only when it wakes, and nobody hears anything. */
function frozen(stream: () => string) {
  const sent: (() => Promise<unknown>)[] = [];
  let isAwake = false;
  const store: EventStore = {
    ...ledger.store,
    append(...call) {
      if (isAwake || call[0] !== stream()) return ledger.store.append(...call);
      sent.push(() => ledger.store.append(...call));
      return new Promise(() => undefined);
    },
  };
  const wake = async () => {
    isAwake = true;
    for (const send of sent) await send();
  };
  return { store, sent, wake };
}

/** A process whose node of the event store has got no further with the admins. */
const behindSince = (before: readonly StoredEvent[]) =>
  replica({
    ...ledger.store,
    readPage: async (stream, from, maxCount, signal) =>
      stream === 'admins'
        ? before.slice(Number(from), Number(from) + maxCount)
        : ledger.store.readPage(stream, from, maxCount, signal),
  });

const typesOf = async () => (await ledger.read(streamOf('account', userId))).map(({ type }) => type);
const ofAccount = () => streamOf('account', userId);

test('each act names the revision of the stream of admins that gave its right', async () => {
  const { act, handler } = replica();
  const { revision } = await readAdmins(handler);
  const { events } = await act(admin);
  expect(events[0]?.metadata.right).toEqual({ role: 'admin', adminsRevision: Number(revision) });
  const { events: roots } = await act(superAdmin);
  expect(roots[0]?.metadata.right).toEqual({ role: 'superAdmin' });
});

test('two admins act side by side: one whose append hangs keeps nobody but a removal waiting', async () => {
  const stalled = ofAccount();
  const { store, sent, wake } = frozen(() => stalled);
  const hanging = replica(store).act(admin);
  hanging.catch(() => undefined);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  const other = newWallet();
  await replica().add(other);
  const handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
  await replica().act(other);
  expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RewardGranted']);
  await wake();
  await hanging.catch((error: unknown) => expect(error).toBeInstanceOf(LedgerUnavailable));
});

test('what only says what would happen holds nothing, and is refused to who has no right', async () => {
  const { policies, handler } = replica();
  const preview = (wallet: string) =>
    grantByAdmin(
      handler,
      { userId, amount: ONE_EVO, reason: 'x', dryRun: true, authorize: policies.requireAdmin(wallet) },
      testContext({ actor: { kind: 'admin', wallet } }),
    );
  const removing = await looking.connect();
  await removing.query('select pg_advisory_lock(3424006)');
  const { events } = await preview(admin);
  removing.release(true);
  expect(events).toHaveLength(1);
  await expect(preview(newWallet())).rejects.toThrow(NotAnAdmin);
  expect(await typesOf()).toHaveLength(2);
});

test('acts that come together hold one lock, each for its own append, until the last of them is over', async () => {
  const stalled = ofAccount();
  const { store, sent, wake } = frozen(() => stalled);
  const { policies, handler, ...process } = replica(store);
  const opening = createCommandHandler(ledger.store);
  const { userId: quick } = await openAccount(opening, { walletAddress: newWallet() }, testContext());
  const authorize = policies.requireAdmin(admin);
  const grant = (to: string) =>
    grantByAdmin(
      handler,
      { userId: to, amount: ONE_EVO, reason: 'x', dryRun: false, authorize },
      testContext({ actor: { kind: 'admin', wallet: admin } }),
    );
  await Promise.all([
    readAdmins(handler),
    handler.read(stalled, account),
    handler.read(streamOf('account', quick), account),
  ]);
  const hanging = grant(userId);
  const over = grant(quick);
  hanging.catch(() => undefined);
  await over;
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  const { rows } = await looking.query<{ locks: string; acts: string }>(
    `select (select count(*) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and objid = 3424006
               and database = (select oid from pg_database where datname = current_database())) as locks,
       (select count(*) from auth.open_acts) as acts`,
  );
  expect(rows).toEqual([{ locks: '1', acts: '2' }]);
  await process.loseConnections();
  await vi.waitFor(() => replica().remove(admin), { timeout: 30_000 });
  await wake();
  // Whether its time is up or it looks at the right once more.
  await expect(hanging).rejects.toThrow();
  // The one that had landed stays, the other was closed; nothing comes after the removal.
  expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RevisionTaken']);
  userId = quick;
  expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RewardGranted']);
  expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
});

describe('an act whose answer is lost', () => {
  test('keeps a removal waiting as long as it may still land', async () => {
    const { store, wake } = frozen(ofAccount);
    const acting = replica(store);
    await expect(acting.act(admin)).rejects.toThrow(LedgerUnavailable);
    const removing = replica();
    await expect(removing.remove(admin)).rejects.toThrow(LedgerUnavailable);
    await wake();
    await vi.waitFor(() => removing.remove(admin), { timeout: 30_000 });
    expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RewardGranted']);
    await acting.handler.settled();
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
  });

  test('is closed by the removal when its process has lost the lock: what it sent cannot land any more', async () => {
    const { store, sent } = frozen(ofAccount);
    const acting = replica(store);
    const lost = acting.act(admin);
    lost.catch(() => undefined);
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
    const first = sent[0];
    await acting.loseConnections();
    const removing = replica();
    await vi.waitFor(() => removing.remove(admin), { timeout: 30_000 });
    await expect(lost).rejects.toThrow(LedgerUnavailable);
    // Only now the store takes what was sent before the removal.
    expect(await first?.()).toEqual({ kind: 'conflict' });
    expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RevisionTaken']);
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
    await expectWhole();
    const { rows } = await looking.query('select from auth.open_acts');
    expect(rows).toEqual([]);
  });

  test('is not sent again by who has lost the lock to a Postgres that has taken over and knows of no act', async () => {
    let isAway = true;
    const acting = replica({
      ...ledger.store,
      append: (...call) =>
        isAway && call[0] === ofAccount()
          ? Promise.reject(new Error('the store is away'))
          : ledger.store.append(...call),
    });
    await expect(acting.act(admin)).rejects.toThrow(LedgerUnavailable);
    await acting.loseConnections();
    await looking.query('delete from auth.open_acts');
    await replica().remove(admin);
    isAway = false;
    await acting.handler.settled();
    expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted']);
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
  });

  test('that had landed is found so by the removal, which takes nothing', async () => {
    let isLost = true;
    const acting = replica({
      ...ledger.store,
      async append(...call) {
        const outcome = await ledger.store.append(...call);
        return isLost && call[0] === ofAccount() ? new Promise(() => undefined) : outcome;
      },
    });
    const lost = acting.act(admin);
    lost.catch(() => undefined);
    await vi.waitFor(async () => expect(await typesOf()).toHaveLength(3));
    await acting.loseConnections();
    const removing = replica();
    await vi.waitFor(() => removing.remove(admin), { timeout: 30_000 });
    await expect(lost).rejects.toThrow();
    isLost = false;
    expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RewardGranted']);
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
  });
});

test('a process that stands still with a right in its hand keeps a removal waiting for seconds, not for ever', async () => {
  const { store, sent, wake } = frozen(ofAccount);
  const held = replica(store).act(admin);
  held.catch(() => undefined);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  const removing = replica(ledger.store, 1_500);
  await vi.waitFor(() => removing.remove(admin), { timeout: 30_000 });
  // It wakes, and what it has sent comes too late.
  await wake();
  await expect(held).rejects.toThrow();
  expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RevisionTaken']);
  expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
});

test('a place that was written down for an act on an account that nobody has, and never given back, is no account', async () => {
  userId = randomUUID();
  const dying = replica();
  const deadline = dying.handler.newDeadline();
  const use = { stream: ofAccount(), expected: undefined, commandId: randomUUID(), deadline };
  const held = await dying.policies.requireAdmin(admin)(use);
  await dying.loseConnections();
  const removing = replica();
  await vi.waitFor(() => removing.remove(admin), { timeout: 30_000 });
  await held?.[Symbol.asyncDispose]();
  expect(await typesOf()).toEqual(['RevisionTaken']);
  const told = (await ledger.read(ofAccount())).map(recorded);
  expect(await writtenRows(accounts, told)).toEqual({});
});

test('a node of the event store that is behind, and still shows the right, lets nobody act', async () => {
  const before = await ledger.read('admins');
  await replica().remove(admin);
  await expect(behindSince(before).act(admin)).rejects.toThrow(LedgerUnavailable);
  await expect(replica().act(admin)).rejects.toThrow(NotAnAdmin);
  expect(await typesOf()).toHaveLength(2);
});

test('an act that has waited for a removal knows of it, whatever its node of the event store still shows', async () => {
  const before = await ledger.read('admins');
  const gate = Promise.withResolvers<void>();
  const removing = replica({
    ...ledger.store,
    append: async (...call) => {
      if (call[0] === 'admins') await gate.promise;
      return ledger.store.append(...call);
    },
  });
  const removal = removing.remove(admin);
  await seen(`select from auth.open_acts where is_removal`);
  const acting = behindSince(before).act(admin);
  acting.catch(() => undefined);
  await seen(`select from pg_locks where locktype = 'advisory' and objid = 3424006 and not granted
    and database = (select oid from pg_database where datname = current_database())`);
  gate.resolve();
  await removal;
  await expect(acting).rejects.toThrow(LedgerUnavailable);
  expect(await typesOf()).toHaveLength(2);
});

test('a removal that has lost its connection before it knows what it did is noted all the same, and holds none', async () => {
  const before = await ledger.read('admins');
  let isLost = true;
  const removing = replica({
    ...ledger.store,
    append: async (...call) => {
      const outcome = await ledger.store.append(...call);
      return isLost && call[0] === 'admins' ? new Promise(() => undefined) : outcome;
    },
  });
  await expect(removing.remove(admin)).rejects.toThrow(LedgerUnavailable);
  await removing.loseConnections();
  isLost = false;
  await removing.handler.settled();
  expect(removing.pool.totalCount).toBe(removing.pool.idleCount);
  await expect(behindSince(before).act(admin)).rejects.toThrow(LedgerUnavailable);
  await expect(replica().act(admin)).rejects.toThrow(NotAnAdmin);
});

test('a removal whose program ended before it knew is noted by whoever closes it: a node that is behind lets nobody act', async () => {
  const before = await ledger.read('admins');
  const removing = replica({
    ...ledger.store,
    append: async (...call) => {
      const outcome = await ledger.store.append(...call);
      return call[0] === 'admins' ? new Promise(() => undefined) : outcome;
    },
  });
  await expect(removing.remove(admin)).rejects.toThrow(LedgerUnavailable);
  await removing.handler.close();
  // The first one closes what is left of it, the second one comes after that.
  for (const acting of [behindSince(before), behindSince(before)]) {
    await expect(acting.act(admin)).rejects.toThrow(LedgerUnavailable);
  }
  await expect(replica().act(admin)).rejects.toThrow(NotAnAdmin);
  expect(await typesOf()).toHaveLength(2);
});

test('what a removal has closed when its time is up stays closed: the next one goes on from there', async () => {
  await looking.query('delete from auth.open_acts');
  // Left by processes that died, for revisions that have passed.
  await looking.query(
    `insert into auth.open_acts (id, stream, command_id)
     select gen_random_uuid(), $1, gen_random_uuid() from generate_series(1, 9)`,
    [ofAccount()],
  );
  let answers = 0;
  const removing = replica({
    ...ledger.store,
    readLast: (...call) => (answers-- > 0 ? ledger.store.readLast(...call) : new Promise(() => undefined)),
  });
  const open = async () => (await looking.query('select from auth.open_acts')).rowCount;
  for (const left of [6, 3]) {
    answers = 3;
    await expect(removing.remove(admin)).rejects.toThrow(LedgerUnavailable);
    await vi.waitFor(async () => expect(await open()).toBe(left));
  }
  answers = 3;
  await removing.remove(admin);
  await vi.waitFor(async () => expect(await open()).toBe(0));
  expect(await typesOf()).toHaveLength(2);
});

test('an act closes what is left of a removal, and no act that another process is at', async () => {
  const first = userId;
  const { store, sent, wake } = frozen(() => streamOf('account', first));
  const slow = replica(store).act(admin);
  slow.catch(() => undefined);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  const { revision } = (await ledger.read('admins')).at(-1)!;
  await looking.query(
    `insert into auth.open_acts (id, stream, expected, command_id, is_removal)
     values ($1, 'admins', $2, $1, true)`,
    [randomUUID(), revision],
  );
  const handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
  await replica().act(admin);
  expect((await ledger.read('admins')).at(-1)).toMatchObject({ type: 'RevisionTaken' });
  userId = first;
  await wake();
  expect(await typesOf()).toEqual(['AccountOpened', 'RewardGranted', 'RewardGranted']);
});

test('where Postgres shows a transaction only what was there when it began, nobody acts', async () => {
  const { pool, ...process } = replica();
  pool.on('connect', (client) => {
    void client.query("set default_transaction_isolation = 'repeatable read'");
  });
  await expect(process.act(admin)).rejects.toThrow(LedgerUnavailable);
  expect(await typesOf()).toHaveLength(2);
});

const seen = (query: string) =>
  vi.waitFor(async () => expect((await looking.query(query)).rowCount).toBeGreaterThan(0), {
    timeout: 30_000,
  });

async function expectWhole(): Promise<void> {
  let before: string | null = null;
  for (const event of await ledger.read(ofAccount())) {
    expect(event.metadata.prevHash).toBe(before);
    before = storedHash(event);
  }
}
