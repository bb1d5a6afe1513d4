import { ed25519 } from '@noble/curves/ed25519.js';
import type { Pool, PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import { SealTree } from '../../ledger/audit/notary/seal-tree.ts';
import { envelop, type StoredEvent, storedHash } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { appendEntries, emptyRange } from '../../ledger/proof/compact-range.ts';
import { verifierKeyOf } from '../../ledger/proof/signed-note.ts';
import { replacedStore } from '../../ledger/testing/replaced-store.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { keepNewestSeal, loadNewestSeal } from './newest-seal.ts';
import { hostNotary, type Notary, type NotaryLimits, type NotaryOptions } from './notary.ts';
import { readNotaryStatus, setNotaryState } from './status.ts';

const ORIGIN = 'rewards.example/ledger';
const QUICK: Partial<NotaryLimits> = {
  sealEvery: 20,
  lookEvery: 10,
  retryEvery: 50,
  haltedFor: 100,
  stall: { checkEvery: 20, resubscribeAfter: 2_000, unhealthyAfter: 10_000 },
};
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const keyOf = (n: number) => verifierKeyOf(ORIGIN, ed25519.getPublicKey(seedOf(n)));

let database: TestDatabase;
let ledger: TestLedgerNode;
const notaries: Notary[] = [];

beforeEach(async () => {
  database ??= await startTestDatabase();
  await database.pool.query('truncate notary.newest_seal, notary.status');
  ledger = await startTestLedger();
});
afterEach(async () => {
  await stopAll();
  await ledger.stop();
});
afterAll(() => database?.stop());

const stopAll = async () => {
  await Promise.all(notaries.splice(0).map((notary) => notary.stop()));
};

function notary(more: Partial<NotaryOptions> = {}): Notary {
  const store = more.store ?? ledger.store;
  const made = hostNotary({
    pool: database.pool,
    sessions: database.pool,
    store,
    handler: createCommandHandler(store),
    seeds: [seedOf(1)],
    origin: ORIGIN,
    clock: Date.now,
    logger: pino({ level: 'silent' }),
    projected: async () => new Uint8Array(),
    lastSealed: async () => undefined,
    ...more,
    limits: { ...QUICK, ...more.limits },
  });
  notaries.push(made);
  return made;
}

/** Three events in two streams. */
const happens = (times?: number) => happensOn(ledger, times);
async function happensOn({ store }: TestLedgerNode, times = 1): Promise<void> {
  const handler = createCommandHandler(store);
  for (let n = 0; n < times; n++) {
    const emailHash = crypto.randomUUID().replaceAll('-', '').repeat(2);
    await signUpEmailAlone(
      handler,
      { emailHash, marketingOptIn: false, seal: async () => 'sealed' },
      testContext(),
    );
  }
}
const others = async () => (await ledger.readAll()).filter(({ stream }) => stream !== 'seals');
const sealsOf = async () =>
  (await ledger.read('seals')).flatMap(({ type, data }) =>
    type === 'LedgerSealed' ? [data as { size: number; root: string; verifierKey: string }] : [],
  );
const sealedSize = async () => (await sealsOf()).at(-1)?.size ?? 0;
const sealed = async () => expect.poll(sealedSize).toBe((await others()).length);
const halted = async () => {
  await expect.poll(async () => (await readNotaryStatus(database.pool))?.state).toBe('halted');
  return (await readNotaryStatus(database.pool))?.reason;
};
/** The ledger as the tree reads it: throws when a seal is not that of what stands before it. */
async function expectWhole(): Promise<void> {
  const tree = new SealTree();
  for (const event of await ledger.readAll()) tree.add(event);
}

/** A store that gives some events changed. */
const changing = (change: (event: StoredEvent) => StoredEvent | undefined): EventStore => ({
  ...ledger.store,
  async *subscribe(options) {
    for await (const event of ledger.store.subscribe(options)) {
      const given = change(event);
      if (given) yield given;
    }
  },
});
const withReason = (event: StoredEvent): StoredEvent => ({
  ...event,
  data: { ...event.data, userId: crypto.randomUUID() },
});

/** Gives connections whose end nobody hears of. */
const deafPool = (onHeld: (client: PoolClient) => void) =>
  ({
    async connect() {
      const client = await database.pool.connect();
      client.on('error', () => undefined);
      onHeld(client);
      const [query, release] = [client.query.bind(client), client.release.bind(client)];
      return { query, release, on: () => undefined, off: () => undefined };
    },
    // Nothing else of a pool or its connections is asked for by who leads.
  }) as unknown as Pool;

test('two that both lead, and one that slept: one chain of seals, whoever is faster', async () => {
  notary({ lock: 1 });
  notary({ lock: 2 });
  for (let round = 0; round < 6; round++) {
    await happens();
    if (round % 2) await sealed();
  }
  await sealed();
  await expectWhole();
  const chain = await sealsOf();
  expect(new Set(chain.map(({ size }) => size)).size).toBe(chain.length);
  expect(chain.length).toBeGreaterThan(3);
});

test('of two replicas one seals, and the other goes on when it is gone', async () => {
  const followed: string[] = [];
  const named = (name: string): EventStore => ({
    ...ledger.store,
    subscribe(options) {
      followed.push(name);
      return ledger.store.subscribe(options);
    },
  });
  await happens();
  const first = notary({ store: named('first') });
  await sealed();
  notary({ store: named('second') });
  await happens();
  await sealed();
  expect(new Set(followed)).toEqual(new Set(['first']));
  await first.stop();
  await happens();
  await sealed();
  expect(new Set(followed)).toEqual(new Set(['first', 'second']));
  await expectWhole();
});

test('a leader that wakes after another has sealed does not seal what it had in hand', async () => {
  await happens();
  const decided = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const sleepy: EventStore = {
    ...ledger.store,
    async append(stream, events, expected) {
      if (events[0]?.type === 'LedgerSealed') {
        decided.resolve();
        await woken.promise;
      }
      return ledger.store.append(stream, events, expected);
    },
  };
  notary({ lock: 1, store: sleepy });
  // It has decided, and stands before its append.
  await decided.promise;
  await happens();
  notary({ lock: 2 });
  await sealed();
  const [first] = await sealsOf();
  woken.resolve();
  await happens();
  await sealed();
  await expectWhole();
  expect((await sealsOf())[0]).toEqual(first);
});

test('one that stood still while another took the lead says of the notary nothing any more', async () => {
  await happens();
  const [stands, wakes, halts] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let held: PoolClient | undefined;
  const first = notary({
    // Who stands still has not heard yet that its connection is over.
    sessions: deafPool((client) => {
      held = client;
    }),
    projected: async () => {
      stands?.resolve();
      await wakes?.promise;
      return new Uint8Array();
    },
    logger: pino({ level: 'error' }, { write: () => halts?.resolve() }),
  });
  await stands?.promise;
  await database.pool.query('select pg_terminate_backend($1)', [Reflect.get(held ?? {}, 'processID')]);
  notary({ seeds: [seedOf(2), seedOf(1)] });
  await sealed();
  wakes?.resolve();
  // It has only the key of before.
  await halts?.promise;
  await first.stop();
  expect(await readNotaryStatus(database.pool)).toMatchObject({ state: 'sealing', reason: null });
});

test('events that were changed under a seal: it halts, says which, signs nothing, and goes on when they are back', async () => {
  await happens(3);
  notary();
  await sealed();
  await stopAll();
  await happens();
  const [, second] = await others();
  const before = await ledger.read('seals');
  let isChanged = true;
  const store = changing((event) => (isChanged && event.id === second?.id ? withReason(event) : event));
  notary({ store });
  expect(await halted()).toMatch(
    /^the first \d+ events were sealed under the root [0-9a-f]{64}, and now have/,
  );
  expect(await ledger.read('seals')).toEqual(before);
  isChanged = false;
  await sealed();
  expect(await readNotaryStatus(database.pool)).toMatchObject({ state: 'sealing', reason: null });
});

test('an event that was dropped, or put in the place of another, is found by the root at the last seal', async () => {
  await happens(2);
  notary();
  await sealed();
  await stopAll();
  const [first, second] = await others();
  const isSecond = ({ id }: StoredEvent) => id === second?.id;
  for (const store of [
    changing((event) => (isSecond(event) ? undefined : event)),
    changing((event) => (isSecond(event) ? first : event)),
  ]) {
    await database.pool.query('truncate notary.status');
    notary({ store });
    expect(await halted()).toMatch(/sealed/);
    await stopAll();
  }
});

test('an event after the last seal that is not what was projected: nothing is signed', async () => {
  await happens();
  const events = await others();
  const hashes = events.map((event) => Buffer.from(storedHash(event).slice('sha256-jcs:'.length), 'hex'));
  const projected: NotaryOptions['projected'] = async (from, to) => Buffer.concat(hashes.slice(from, to));
  const last = events.at(-1);
  const store = changing((event) => (event.id === last?.id ? withReason(event) : event));
  notary({ store, projected });
  expect(await halted()).toMatch(new RegExp(`^the event with the number ${events.length - 1} has the hash`));
  expect(await ledger.read('seals')).toEqual([]);
});

test('another leader, or a store put back, lacks what it was told already: it seals what that one holds', async () => {
  await happens();
  const all = await ledger.readAll();
  const other = await startTestLedger();
  onTestFinished(() => other.stop());
  for (const { stream, revision, ...event } of all.slice(0, -1)) {
    await other.store.append(stream, [event], revision === 0n ? undefined : revision - 1n);
  }
  const { store: base, reach } = replacedStore();
  reach(ledger);
  const former = base.node();
  const lost = new AbortController();
  let told = 0;
  const store: EventStore = {
    ...base,
    async *subscribe(options) {
      const signal = base.node() === former ? AbortSignal.any([options.signal, lost.signal]) : options.signal;
      for await (const event of base.subscribe({ ...options, signal })) {
        told += 1;
        yield event;
      }
    },
  };
  // It has been told of all, and seals nothing before there are more.
  notary({ store, limits: { sealEvery: 60_000, events: all.length + 1 } });
  await expect.poll(() => told).toBe(all.length);
  reach(other);
  await happensOn(other, 2);
  lost.abort();
  await expect.poll(async () => (await other.read('seals')).length).toBe(2);
  const tree = new SealTree();
  for (const event of await other.readAll()) tree.add(event);
  expect(tree.sealed.size).toBe(all.length - 1 + 2 * all.length);
});

test('one that has not heard yet that what it was told is lost seals nothing of it', async () => {
  await happens();
  const { length } = await ledger.readAll();
  const other = await startTestLedger();
  onTestFinished(() => other.stop());
  await happensOn(other);
  const { store: base, reach } = replacedStore();
  reach(ledger);
  let told = 0;
  const store: EventStore = {
    ...base,
    async *subscribe(options) {
      for await (const event of base.subscribe(options)) {
        yield event;
        told += 1;
        // As many events stand elsewhere, and the subscription goes on in silence.
        if (told === length) reach(other);
      }
    },
  };
  notary({ store });
  await expect.poll(async () => (await other.read('seals')).length).toBeGreaterThan(1);
  const tree = new SealTree();
  for (const event of await other.readAll()) tree.add(event);
  expect(tree.sealed.size).toBe(length);
  expect(await ledger.read('seals')).toEqual([]);
});

test('a ledger that lost what this program sealed, or has another seal of as many events', async () => {
  await happens();
  notary();
  await sealed();
  await stopAll();
  const known = await loadNewestSeal(database.pool);
  expect(known?.range?.size).toBe(known?.size);
  // What it remembers is another ledger's, which went further.
  const entries = Array.from({ length: 20 }, (_, n) => seedOf(n));
  await keepNewestSeal(
    database.pool,
    appendEntries(emptyRange, entries),
    { commit: 1n, prepare: 1n },
    new Date(),
  );
  await happens();
  const before = await ledger.read('seals');
  notary();
  expect(await halted()).toMatch(
    /^20 events were sealed on this ledger, and its last seal has \d+: events are gone$/,
  );
  await stopAll();
  await database.pool.query('truncate notary.newest_seal');
  const same = appendEntries(emptyRange, entries.slice(0, known?.size));
  await keepNewestSeal(database.pool, same, { commit: 1n, prepare: 1n }, new Date());
  notary();
  await expect
    .poll(async () => (await readNotaryStatus(database.pool))?.reason)
    .toMatch(/their seal has the root/);
  expect(await ledger.read('seals')).toEqual(before);
});

test('a node that has just begun to lead a cluster lacks the newest seal for a moment: that says nothing against the ledger', async () => {
  await happens();
  notary();
  await sealed();
  await stopAll();
  await happens();
  const newest = (await ledger.read('seals')).at(-1)?.revision ?? 0n;
  let looks = 0;
  const store: EventStore = {
    ...ledger.store,
    async readPage(stream, ...range) {
      const page = await ledger.store.readPage(stream, ...range);
      return stream === 'seals' && ++looks <= 3 ? page.filter(({ revision }) => revision < newest) : page;
    },
  };
  notary({ store, limits: { haltedFor: 60_000 } });
  await sealed();
  expect(looks).toBeGreaterThan(3);
  expect(await readNotaryStatus(database.pool)).toMatchObject({ state: 'sealing' });
});

test('a seal that the read models took in, and nobody knows to be written, is gone from the ledger: nothing is signed before it', async () => {
  await happens();
  const size = (await others()).length + 1;
  let warned = 0;
  let isGone = true;
  const lastSealed = async () => (isGone ? { size, root: 'a'.repeat(64) } : undefined);
  const write = () => {
    warned += 1;
  };
  const logger = pino({ level: 'warn' }, { write });
  notary({ lastSealed, logger });
  await expect.poll(() => warned).toBeGreaterThan(2);
  expect(await sealsOf()).toEqual([]);
  // It says nothing against a ledger that may only be late.
  expect(await readNotaryStatus(database.pool)).toMatchObject({ state: 'sealing' });
  isGone = false;
  await sealed();
});

test('a seal of as many events that has another root in the read models: it halts', async () => {
  await happens();
  notary();
  await sealed();
  await stopAll();
  const seal = { size: await sealedSize(), root: 'a'.repeat(64) };
  await happens();
  notary({ lastSealed: async () => seal });
  expect(await halted()).toContain(`in the ledger and ${seal.root} in the read models`);
  expect(await sealedSize()).toBe(seal.size);
});

test('the newest seal that is known never goes back, whoever is late', async () => {
  const entries = Array.from({ length: 20 }, (_, n) => seedOf(n));
  const keep = (size: number) => {
    const range = appendEntries(emptyRange, entries.slice(0, size));
    return keepNewestSeal(database.pool, range, { commit: BigInt(size), prepare: 1n }, new Date());
  };
  await keep(20);
  await keep(5);
  expect(await loadNewestSeal(database.pool)).toMatchObject({
    ...{ size: 20, range: { size: 20 }, position: { commit: 20n } },
  });
});

test('a notary that has halted stays so for whoever looks, until one seals again', async () => {
  const { pool } = database;
  await setNotaryState(pool, 'starting');
  await setNotaryState(pool, 'halted', 'events are gone');
  await setNotaryState(pool, 'starting');
  expect(await readNotaryStatus(pool)).toMatchObject({ state: 'halted', reason: 'events are gone' });
  await setNotaryState(pool, 'sealing');
  expect(await readNotaryStatus(pool)).toMatchObject({ state: 'sealing', reason: null });
});

test('a ledger that ends before what was read of it, while it is followed: it halts, and goes on when all is there', async () => {
  await happens(2);
  const [first] = await ledger.readAll();
  let isOlder = false;
  const store: EventStore = {
    ...ledger.store,
    head: async () => (isOlder ? first?.position : ledger.store.head()),
  };
  const stall = { checkEvery: 20, resubscribeAfter: 300, unhealthyAfter: 10_000 };
  notary({ store, limits: { stall } });
  await sealed();
  // As it is where a store was put back to an older copy.
  isOlder = true;
  expect(await halted()).toBe('the ledger ends before what was read of it: events are gone');
  const before = await ledger.read('seals');
  await happens();
  expect(await ledger.read('seals')).toEqual(before);
  isOlder = false;
  await sealed();
  await expectWhole();
});

test('a long ledger is not read from its start at each start, but once in a while it is', async () => {
  const limits = { ...QUICK, shortLedger: 0 };
  await happens(2);
  notary({ limits });
  await sealed();
  await stopAll();
  const first = (await others())[0];
  let told = 0;
  const counting = changing((event) => {
    if (event.id === first?.id) told += 1;
    return event;
  });
  await happens();
  notary({ store: counting, limits });
  await sealed();
  expect(told).toBe(0);
  await stopAll();
  // A clock that was ahead has told of a day that is still to come.
  await database.pool.query(`update notary.newest_seal set read_at = now() + interval '9 days'`);
  notary({ store: counting, limits });
  await expect.poll(() => told).toBeGreaterThan(0);
  await stopAll();
  told = 0;
  await happens();
  notary({ store: counting, limits: { ...limits, readAgainAfter: 0 } });
  await expect.poll(() => told).toBeGreaterThan(0);
  await stopAll();
  // What was kept is damaged: it is read anew.
  told = 0;
  await database.pool.query(`update notary.newest_seal set hashes = hashes || '\\x00'::bytea`);
  notary({ store: counting, limits });
  await sealed();
  expect(told).toBe(1);
  await expectWhole();
});

test('fewer events wait for the next seal; so many are sealed at once', async () => {
  await happens();
  const few = (await others()).length;
  let told = 0;
  let looks = 0;
  const store = changing((event) => {
    told += 1;
    return event;
  });
  const clock = () => {
    looks += 1;
    return Date.now();
  };
  notary({ store, clock, limits: { sealEvery: 3_600_000, events: 2 * few } });
  await expect.poll(async () => (await readNotaryStatus(database.pool))?.state).toBe('sealing');
  await expect.poll(() => told).toBeGreaterThanOrEqual(few);
  // It has seen them wait, more than once.
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 3);
  expect(await sealsOf()).toEqual([]);
  await happens();
  await expect.poll(sealsOf).toMatchObject([{ size: 2 * few }]);
});

test('entries that are frozen for a round of a beacon do not wait for the next seal', async () => {
  await happens();
  notary({ limits: { sealEvery: 3_600_000 } });
  await expect.poll(async () => (await readNotaryStatus(database.pool))?.state).toBe('sealing');
  await happens(2);
  const stream = `raffle-${crypto.randomUUID()}`;
  const hash = '0'.repeat(64);
  const beacon = { chainHash: hash, round: 1, seed: hash };
  const data = { root: hash, count: 0, position: 'C:1/P:1', beacon };
  const written = { stream, ...testContext(), inputHash: '0'.repeat(64), correlationId: crypto.randomUUID() };
  const { events } = envelop([{ type: 'EntriesFrozen', data }], written, undefined);
  expect(await sealsOf()).toEqual([]);
  await ledger.store.append(stream, events, undefined);
  await expect.poll(sealsOf).toMatchObject([{ size: (await others()).length }]);
});

test('the key is replaced by an event that the old one signs; a replica that has only the old one seals no more', async () => {
  await happens();
  notary({ origin: 'moved.example/ledger', seeds: [seedOf(3)] });
  await sealed();
  await stopAll();
  await happens();
  const moved = verifierKeyOf('moved.example/ledger', ed25519.getPublicKey(seedOf(3)));
  const next = verifierKeyOf('moved.example/ledger', ed25519.getPublicKey(seedOf(4)));
  // The origin is the ledger's own by now, whatever the settings say.
  notary({ seeds: [seedOf(4), seedOf(3)] });
  await sealed();
  expect((await sealsOf()).map(({ verifierKey }) => verifierKey)).toEqual([moved, next]);
  const keys = (await ledger.read('seals')).filter(({ type }) => type === 'NotaryKeySet');
  expect(keys.map(({ data }) => data)).toMatchObject([
    { verifierKey: moved, replaces: null },
    { verifierKey: next, replaces: { verifierKey: moved } },
  ]);
  await stopAll();
  await happens();
  const before = await ledger.read('seals');
  notary({ seeds: [seedOf(3)] });
  expect(await halted()).toBe(`the key of the ledger's seals is ${next}, and this program has not got it`);
  expect(await ledger.read('seals')).toEqual(before);
  expect(keyOf(1)).not.toBe(moved);
  await stopAll();
  notary({ seeds: [seedOf(4)] });
  await sealed();
  await expectWhole();
});

test('a key may come back, as often as replicas with the same keys in another order take turns', async () => {
  const [one, two] = [[seedOf(1), seedOf(2)] as const, [seedOf(2), seedOf(1)] as const];
  for (const seeds of [one, two, one, two, one]) {
    await happens();
    notary({ seeds });
    await sealed();
    await stopAll();
  }
  expect((await sealsOf()).map(({ verifierKey }) => verifierKey)).toEqual([1, 2, 1, 2, 1].map(keyOf));
  await expectWhole();
});

test('the store stands still while a seal is written: there is one, and it is the right one', async () => {
  await happens();
  let lost = 2;
  const store: EventStore = {
    ...ledger.store,
    async append(...call) {
      const outcome = await ledger.store.append(...call);
      // Done, and nobody hears of it.
      return call[0] === 'seals' && lost-- > 0 ? { kind: 'unknown', cause: new Error('cut') } : outcome;
    },
  };
  notary({ store });
  await sealed();
  await happens();
  await sealed();
  await expectWhole();
  const sizes = (await sealsOf()).map(({ size }) => size);
  expect(new Set(sizes).size).toBe(sizes.length);
});
