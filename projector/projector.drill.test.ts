import { expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { LedgerCorrupt } from '../ledger/domain-error.ts';
import { LIVE_SCHEMA } from './database.ts';
import { listTransactions } from './read-models/transactions/queries.ts';
import { findUserById } from './read-models/users/queries.ts';
import { projectorStage } from './testing/projector-stage.ts';
import { TestLedger } from './testing/test-ledger.ts';

const stage = projectorStage();
const { start, head } = stage;

test('what the ledger holds and what comes later is in the read models', async () => {
  const userId = stage.ledger.open();
  stage.ledger.grant(userId, 100n * ONE_EVO);
  const projector = await start();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await expect.poll(() => projector.status().state).toBe('live');
  stage.ledger.claim(userId, 40n * ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect((await findUserById(stage.db.pool, userId))?.pendingRewards).toBe(60n * ONE_EVO);
  await expect.poll(() => projector.status().checkpoint).toEqual(head());
  expect(projector.status()).toMatchObject({ healthy: true, headLag: 0, eventsApplied: 4, restarts: 0 });
});

test('a lone event waits for no other one, and who waits for it is told', async () => {
  const userId = stage.ledger.open();
  await start();
  for (let n = 0; n < 30; n++) {
    stage.ledger.grant(userId, ONE_EVO);
    // A look of its own would come only after half of this.
    expect(await stage.gate.waitFor(head(), 3_600_000)).toBe(true);
  }
});

test('a restart goes on after the checkpoint', async () => {
  const userId = stage.ledger.open();
  stage.ledger.grant(userId, ONE_EVO);
  await (await start()).stop();
  const first = await start();
  await stage.gate.waitFor(head(), 20_000);
  await first.stop();
  expect(first.status().state).toBe('stopped');
  stage.ledger.grant(userId, ONE_EVO);
  const second = await start();
  await stage.gate.waitFor(head(), 20_000);
  await expect.poll(() => second.status().eventsApplied).toBe(1);
  expect((await findUserById(stage.db.pool, userId))?.totalRewards).toBe(2n * ONE_EVO);
});

test('a lost subscription is opened again and nothing is applied twice', async () => {
  const store = stage.ledger.store();
  const userId = stage.ledger.open();
  const projector = await start({ store });
  await stage.gate.waitFor(head(), 20_000);
  store.break();
  stage.ledger.grant(userId, ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect(store.subscriptions).toBeGreaterThan(1);
  await expect.poll(() => projector.status().state).toBe('live');
  expect(await listTransactions(stage.db.pool, userId, { limit: 10 })).toHaveLength(1);
});

test('a subscription that hangs without an error is dropped, and after longer it is unhealthy', async () => {
  const store = stage.ledger.store();
  const projector = await start({
    store,
    stall: { checkEvery: 20, resubscribeAfter: 100, unhealthyAfter: 300 },
    lead: { standAside: 50 },
  });
  const userId = stage.ledger.open();
  await stage.gate.waitFor(head(), 20_000);
  store.hang();
  stage.ledger.grant(userId, ONE_EVO);
  await expect.poll(() => projector.status().restarts).toBeGreaterThan(0);
  await expect.poll(() => projector.status().healthy).toBe(false);
  expect(projector.status().headLag).toBeGreaterThan(0);
  store.break();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await expect.poll(() => projector.status().healthy).toBe(true);
});

test('a ledger that is slow to say where it ends is asked once, not by each batch that is written meanwhile', async () => {
  const [store, slow] = [stage.ledger.store(), Promise.withResolvers<void>()];
  let asked = 0;
  const slowly = Object.assign(store, {
    async head() {
      asked += 1;
      await slow.promise;
      return head();
    },
  });
  const userId = stage.ledger.open();
  const projector = await start({
    store: slowly,
    stall: { checkEvery: 600_000, resubscribeAfter: 600_000, unhealthyAfter: 600_000 },
  });
  for (let n = 0; n < 10; n++) {
    expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
    stage.ledger.grant(userId, ONE_EVO);
  }
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect(asked).toBe(1);
  slow.resolve();
  await expect.poll(() => projector.status().state).toBe('live');
});

/** As a Postgres that is too slow for more than ten events at once. */
const TOO_MUCH = `
  create function ${LIVE_SCHEMA}.too_much() returns trigger language plpgsql as $$
  declare written int := coalesce(nullif(current_setting('evo.written', true), ''), '0')::int + 1;
  begin
    perform set_config('evo.written', written::text, true);
    if written > 10 then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end if;
    return new;
  end $$;
  create trigger too_much before insert on ${LIVE_SCHEMA}.log_events
    for each row execute function ${LIVE_SCHEMA}.too_much()`;

test('a batch that is too much for Postgres is tried again as a smaller one, until all is through', async () => {
  const userId = stage.ledger.open();
  const first = await start();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await first.stop();
  await stage.db.pool.query(TOO_MUCH);
  for (let n = 0; n < 40; n++) stage.ledger.grant(userId, ONE_EVO);
  const projector = await start({ batch: { maxEvents: 64 } });
  expect(await stage.gate.waitFor(head(), 40_000)).toBe(true);
  expect(projector.status().restarts).toBeGreaterThan(0);
  expect((await findUserById(stage.db.pool, userId))?.totalRewards).toBe(40n * ONE_EVO);
});

test('a batch that Postgres takes long for is written, and not taken for a ledger of which nothing arrives', async () => {
  const userId = stage.ledger.open();
  const first = await start();
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await first.stop();
  await stage.db.pool.query(
    `create function ${LIVE_SCHEMA}.slow() returns trigger language plpgsql as $$
     begin perform pg_sleep(2.5); return null; end $$;
     create trigger slow before insert on ${LIVE_SCHEMA}.log_events
       for each statement execute function ${LIVE_SCHEMA}.slow()`,
  );
  stage.ledger.grant(userId, ONE_EVO);
  const stall = { checkEvery: 20, resubscribeAfter: 1_000, unhealthyAfter: 60_000 };
  const projector = await start({ stall });
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect(projector.status().restarts).toBe(0);
});

test('who has failed for a while goes on in small batches, which grow again although it is far behind', async () => {
  const userId = stage.ledger.open();
  while (stage.ledger.events.length < 600) stage.ledger.grant(userId, 1n);
  const store = stage.ledger.store();
  let failures = 6;
  const away = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the event store is away');
      }
      yield* store.subscribe(options);
    },
  };
  const projector = await start({ store: away, batch: { maxEvents: 64 } });
  await expect.poll(() => projector.status().checkpoint, { timeout: 40_000 }).toEqual(head());
  expect(failures).toBe(0);
  // One by one they would be six hundred.
  const { eventsApplied, batches } = projector.status();
  expect(eventsApplied).toBe(600);
  expect(batches).toBeLessThan(100);
});

test('losing every connection to Postgres is survived by the projector and the gate', async () => {
  const userId = stage.ledger.open();
  const projector = await start();
  await stage.gate.waitFor(head(), 20_000);
  await stage.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  stage.ledger.grant(userId, ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await expect.poll(() => projector.status().state).toBe('live');
});

test('a second one stands by, healthy, and goes on when the first stops', async () => {
  const userId = stage.ledger.open();
  const first = await start();
  await stage.gate.waitFor(head(), 20_000);
  const second = await start({ lead: { tryEvery: 20 } });
  await expect.poll(() => second.status()).toMatchObject({ state: 'standby', healthy: true });
  stage.ledger.grant(userId, ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  expect(second.status().eventsApplied).toBe(0);
  await first.stop();
  stage.ledger.grant(userId, ONE_EVO);
  expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
  await expect.poll(() => second.status().eventsApplied).toBe(1);
  expect((await findUserById(stage.db.pool, userId))?.totalRewards).toBe(2n * ONE_EVO);
});

test.each([
  [
    'a missing revision',
    (userId: string) => {
      stage.ledger.grant(userId, ONE_EVO);
      stage.ledger.events.splice(-1, 1);
      stage.ledger.grant(userId, ONE_EVO);
    },
    'is missing',
  ],
  [
    'a claim of more than there is',
    (userId: string) => stage.ledger.claim(userId, ONE_EVO),
    'claims more than it has',
  ],
  [
    'an account that was never opened',
    () => stage.ledger.grant(crypto.randomUUID(), ONE_EVO),
    'the account is not open',
  ],
])('%s stops it for good and is not skipped', async (_, corrupt, reason) => {
  const userId = stage.ledger.open();
  const projector = await start();
  await stage.gate.waitFor(head(), 20_000);
  const good = head();
  corrupt(userId);
  const status = await projector.ended;
  expect(status).toMatchObject({ state: 'stopped', healthy: false, checkpoint: good });
  expect(status.reason).toContain(reason);
});

test('an unknown event stops it after everything before is applied', async () => {
  const userId = stage.ledger.open();
  stage.ledger.grant(userId, ONE_EVO);
  const good = head();
  const store = stage.ledger.store();
  const projector = await start({
    store: {
      ...store,
      async *subscribe(options) {
        let given = 0;
        for await (const event of store.subscribe(options)) {
          yield event;
          given += 1;
          if (given === 3) throw new LedgerCorrupt('unknown event type Surprise');
        }
      },
    },
  });
  expect(await projector.ended).toMatchObject({
    state: 'stopped',
    reason: 'unknown event type Surprise',
    checkpoint: good,
  });
  expect((await findUserById(stage.db.pool, userId))?.totalRewards).toBe(ONE_EVO);
});

test.each([
  ['ends earlier', () => new TestLedger(), /is empty/],
  [
    'is another one',
    () => {
      const other = new TestLedger();
      for (let n = 0; n < 3; n++) other.open();
      return other;
    },
    /the event at .* and it was .*restored from an older backup/,
  ],
])(
  'an event store that %s halts it, writes nothing, and it goes on when the right one is back',
  async (_, make, words) => {
    stage.ledger.open();
    const store = stage.ledger.store();
    const projector = await start({ store });
    await stage.gate.waitFor(head(), 20_000);
    await expect.poll(() => projector.status().state).toBe('live');
    const good = head();
    const wrong = make().store();
    const right = { subscribe: store.subscribe, head: store.head, readAt: store.readAt };
    Object.assign(store, { subscribe: wrong.subscribe, head: wrong.head, readAt: wrong.readAt });
    store.break();
    await expect.poll(() => projector.status()).toMatchObject({ state: 'halted', healthy: false });
    expect(projector.status().reason).toMatch(words);
    const { rows } = await stage.db.pool.query(`select commit::text from ${LIVE_SCHEMA}.checkpoint`);
    expect(rows).toEqual([{ commit: String(good.commit) }]);
    Object.assign(store, right);
    stage.ledger.open();
    expect(await stage.gate.waitFor(head(), 20_000)).toBe(true);
    await expect.poll(() => projector.status()).toMatchObject({ state: 'live', healthy: true });
  },
);
