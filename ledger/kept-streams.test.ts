import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountEvent } from '../contracts/events/account.ts';
import { streamOf } from '../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { account } from './accounts/account.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { readAccount } from './accounts/read-account.ts';
import type { Decider } from './decider.ts';
import { DomainError, LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import type { StoredEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { endingTiming } from './testing/ending-timing.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { appendLongAccount } from './testing/long-stream.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { patientHandler } from './testing/patient-handler.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import { watchedStore } from './testing/watched-store.ts';

let ledger: TestLedgerNode;
beforeEach(() => {
  ledger = startMemoryLedger();
});

const watched = (more: Partial<EventStore> = {}) => watchedStore({ ...ledger.store, ...more });
/** Another ledger with all that the one has. */
async function copyOfLedger(): Promise<TestLedgerNode> {
  const copy = startMemoryLedger();
  for (const { stream, revision, ...event } of await ledger.readAll()) {
    await copy.store.append(stream, [event], revision === 0n ? undefined : revision - 1n);
  }
  return copy;
}
const newUser = async () =>
  (await openAccount(createCommandHandler(ledger.store), { walletAddress: newWallet() }, testContext()))
    .userId;
const grant = (userId: string) => ({
  ...{ userId, amount: ONE_EVO, reason: 'Kept' },
  ...{ dryRun: false, authorize: async () => undefined },
});

describe('what a process has read of a stream', () => {
  test('is kept: the next command reads nothing, and a question only what is new', async () => {
    const userId = await newUser();
    const { store, reads } = watched();
    const handler = createCommandHandler(store);
    await readAccount(handler, userId);
    expect(reads).toMatchObject([{ from: 0, got: 2 }]);
    reads.length = 0;
    await grantByAdmin(handler, grant(userId), testContext());
    expect(reads).toEqual([]);
    await readAccount(handler, userId);
    expect(reads).toMatchObject([{ from: 3, got: 0 }]);
  });

  test('is given up for that of other streams, the one that was used last at last', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    const { store, reads } = watched();
    const handler = createCommandHandler(store, { keptStreams: 2 });
    const [first = '', second = '', third = ''] = users;
    await readAccount(handler, first);
    await readAccount(handler, second);
    // By a command, which needs no reading: it is the one that was used last now.
    await grantByAdmin(handler, grant(first), testContext());
    await readAccount(handler, third);
    reads.length = 0;
    await grantByAdmin(handler, grant(first), testContext());
    expect(reads).toEqual([]);
    await readAccount(handler, second);
    expect(reads.map(({ from }) => from)).toEqual([0]);
  });

  test('is gone on from after a conflict: of what another process wrote, only that is read', async () => {
    const userId = await newUser();
    const { store, reads } = watched();
    const handler = createCommandHandler(store);
    await readAccount(handler, userId);
    await grantByAdmin(createCommandHandler(ledger.store), grant(userId), testContext());
    reads.length = 0;
    const { before } = await grantByAdmin(handler, grant(userId), testContext());
    expect(before.granted).toBe(101n * ONE_EVO);
    expect(reads.map(({ from, got }) => [from, got])).toEqual([[2, 1]]);
  });

  test('will do for what happened up to a revision that it reaches; from there on the ledger is asked', async () => {
    const userId = await newUser();
    const stream = streamOf('account', userId);
    const { store, reads } = watched();
    const handler = createCommandHandler(store);
    await readAccount(handler, userId);
    await grantByAdmin(createCommandHandler(ledger.store), grant(userId), testContext());
    reads.length = 0;
    expect(await handler.aggregateFrom(stream, account, 1n)).toMatchObject({
      revision: 1n,
      state: { granted: 100n * ONE_EVO },
    });
    expect(reads).toEqual([]);
    expect(await handler.aggregateFrom(stream, account, 2n)).toMatchObject({
      revision: 2n,
      state: { granted: 101n * ONE_EVO },
    });
    expect(reads.map(({ from, got }) => [from, got])).toEqual([[2, 1]]);
    await expect(handler.aggregateFrom(stream, account, 3n)).rejects.toBeInstanceOf(LedgerUnavailable);
  });

  test('weighs by the commands that it remembers', async () => {
    const [busy, ...others] = [await newUser(), await newUser(), await newUser(), await newUser()];
    const { store, reads } = watched();
    const handler = createCommandHandler(store, { keptStreams: 4 });
    for (let n = 0; n < 130; n++) await grantByAdmin(handler, grant(busy), testContext());
    // Three of its own, and so there is room for one beside it.
    for (const userId of others.slice(0, 2)) await readAccount(handler, userId);
    reads.length = 0;
    await readAccount(handler, busy);
    expect(reads[0]).toMatchObject({ from: 0 });
  });

  test('takes no more bytes than it may, however few streams they are', async () => {
    const { store, reads } = watched();
    expect(createCommandHandler(store).kept().mostBytes).toBe(64 * 1024 * 1024);
    const handler = createCommandHandler(store, { keptBytes: 20_000 });
    const users = await Promise.all(Array.from({ length: 40 }, newUser));
    for (const userId of users) await readAccount(handler, userId);
    const { entries, bytes, mostBytes } = handler.kept();
    expect(mostBytes).toBe(20_000);
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(bytes).toBeGreaterThan(10_000);
    expect(entries).toBeLessThan(40);
    // The one that was used last is there still, the first is not.
    reads.length = 0;
    await readAccount(handler, users.at(-1) ?? '');
    await readAccount(handler, users[0] ?? '');
    expect(reads.map(({ from }) => from)).toEqual([2, 0]);
  });

  test('that remembers many commands takes more bytes than one that remembers none', async () => {
    const [busy, quiet] = [await newUser(), await newUser()];
    const handler = createCommandHandler(ledger.store);
    const bytesMore = async (userId: string) => {
      const before = handler.kept().bytes;
      await readAccount(handler, userId);
      return handler.kept().bytes - before;
    };
    const ofQuiet = await bytesMore(quiet);
    for (let n = 0; n < 100; n++) {
      await grantByAdmin(createCommandHandler(ledger.store), grant(busy), testContext());
    }
    expect(await bytesMore(busy)).toBeGreaterThan(ofQuiet + 100 * 100);
  });

  test('takes more bytes for what it has forgotten, too', async () => {
    const handler = patientHandler(ledger.store);
    const context = () => testContext({ occurredAt: '2026-01-05T10:00:00.000Z' });
    const busy = await newUser();
    const grantMany = async (count: number) => {
      for (let n = 0; n < count; n++) await grantByAdmin(handler, grant(busy), context());
    };
    await grantMany(2_000);
    const bytesBefore = handler.kept().bytes;
    await grantMany(2_000);
    // As many are remembered as before, of the two thousand others eight bytes each.
    expect(handler.kept().bytes).toBeGreaterThanOrEqual(bytesBefore + 2_000 * 8);
    expect(handler.kept().bytes).toBeLessThan(bytesBefore + 2_000 * 20);
  });

  test('one stream that weighs more than all may is kept all the same while it is used', async () => {
    const userId = await newUser();
    const { store, reads } = watched();
    const handler = createCommandHandler(store, { keptStreams: 0 });
    await readAccount(handler, userId);
    await readAccount(handler, userId);
    expect(reads.map(({ from }) => from)).toEqual([0, 2]);
  });

  test('is read anew when it becomes known up to where the ledger was copied, and once', async () => {
    const userId = await newUser();
    const { store, reads } = watched();
    let movedUntil: LedgerPosition | undefined;
    const handler = createCommandHandler(store, { movedUntil: () => movedUntil });
    await readAccount(handler, userId);
    movedUntil = await ledger.store.head();
    await readAccount(handler, userId);
    await readAccount(handler, userId);
    expect(reads.map(({ from }) => from)).toEqual([0, 0, 2]);
    expect(handler.kept().entries).toBe(1);
  });

  test('just now is the ledger’s word: who is refused from it is refused at once', async () => {
    const { store, reads } = watched();
    const handler = createCommandHandler(store);
    const refused = () => grantByAdmin(handler, grant(randomUUID()), testContext());
    await expect(refused()).rejects.toThrow(DomainError);
    expect(reads).toHaveLength(1);
  });

  test('is worth nothing where the ledger goes on otherwise: the ledger alone counts', async () => {
    const userId = await newUser();
    const handler = createCommandHandler(ledger.store);
    await readAccount(handler, userId);
    const other = startMemoryLedger();
    const elsewhere = createCommandHandler(other.store);
    await openAccount(elsewhere, { walletAddress: newWallet(), userId }, testContext());
    await grantByAdmin(elsewhere, grant(userId), testContext());
    await grantByAdmin(elsewhere, grant(userId), testContext());
    // The store was restored from another history under the feet of this process.
    Object.assign(ledger.store, other.store);
    expect((await readAccount(handler, userId)).granted).toBe(102n * ONE_EVO);
  });

  test('that goes beyond the ledger is worth nothing: the store was put back to what it had before', async () => {
    const userId = await newUser();
    const before = await copyOfLedger();
    const handler = createCommandHandler(ledger.store);
    await grantByAdmin(handler, grant(userId), testContext());
    Object.assign(ledger.store, before.store);
    const { before: was, after } = await grantByAdmin(handler, grant(userId), testContext());
    expect([was.granted, after.granted]).toEqual([100n * ONE_EVO, 101n * ONE_EVO]);
    expect((await readAccount(handler, userId)).granted).toBe(101n * ONE_EVO);
  });

  test('is worth nothing where another node has another event at its end: what is appended names that one', async () => {
    const userId = await newUser();
    const other = await copyOfLedger();
    const handler = createCommandHandler(ledger.store);
    await grantByAdmin(handler, grant(userId), testContext());
    const instead = { ...grant(userId), amount: 5n * ONE_EVO };
    await grantByAdmin(createCommandHandler(other.store), instead, testContext());
    // What was acknowledged is lost, and as many events stand there as before.
    Object.assign(ledger.store, other.store, { node: () => 2 });
    const { before } = await grantByAdmin(handler, grant(userId), testContext());
    expect(before.granted).toBe(105n * ONE_EVO);
    expectWholeChains(await other.readAll());
  });

  test('is worth nothing as an answer, either, where another node has another event at its end', async () => {
    const userId = await newUser();
    const other = await copyOfLedger();
    const handler = createCommandHandler(ledger.store);
    const lost = testContext();
    await grantByAdmin(handler, grant(userId), lost);
    await grantByAdmin(createCommandHandler(other.store), grant(userId), testContext());
    Object.assign(ledger.store, other.store, { node: () => 2 });
    expect(await grantByAdmin(handler, grant(userId), lost)).toMatchObject({ replayed: false, revision: 3n });
    expect((await readAccount(handler, userId)).granted).toBe(102n * ONE_EVO);
  });

  test('that stands where another node answers now is gone on from: its end is looked at, once', async () => {
    const userId = await newUser();
    let node = 1;
    const { store, reads } = watched({ node: () => node });
    const handler = createCommandHandler(store);
    await readAccount(handler, userId);
    node = 2;
    reads.length = 0;
    for (let times = 0; times < 3; times++) await grantByAdmin(handler, grant(userId), testContext());
    expect(reads.map(({ from, atMost, got }) => [from, atMost, got])).toEqual([
      [1, 1, 1],
      [2, 500, 0],
    ]);
  });

  test('of a command that cannot be read again is not kept: the next sending does what the ledger has lost', async () => {
    const userId = await newUser();
    const before = await copyOfLedger();
    // The last sending has to be done in it, on a machine that does other work, too.
    const handler = createCommandHandler(ledger.store, { timeLimit: 2_000, attemptLimit: 1_000 });
    const lost = testContext();
    await grantByAdmin(handler, grant(userId), lost);
    Object.assign(ledger.store, before.store);
    await expect(grantByAdmin(handler, grant(userId), lost)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await grantByAdmin(handler, grant(userId), lost)).toMatchObject({ replayed: false, revision: 2n });
  });

  test('that begins with an event which names one before it is none', async () => {
    const userId = await newUser();
    const stream = streamOf('account', userId);
    const cut: EventStore = {
      ...ledger.store,
      readPage: async (name, from, atMost, signal) => {
        const shifted = name === stream ? from + 1n : from;
        const page = await ledger.store.readPage(name, shifted, atMost, signal);
        return page.map((event): StoredEvent => ({ ...event, revision: event.revision - (shifted - from) }));
      },
    };
    const told: string[] = [];
    const handler = createCommandHandler(cut, { onCorrupt: ({ message }) => told.push(message) });
    await expect(readAccount(handler, userId)).rejects.toBeInstanceOf(LedgerCorrupt);
    await expect(handler.readBefore(stream, account, 1n)).rejects.toBeInstanceOf(LedgerCorrupt);
    expect(told).toHaveLength(2);
    expect(told[0]).toContain(stream);
  });
});

describe('a revision that was taken from an append', () => {
  test('changes no state, and the stream goes on behind it', async () => {
    const userId = await newUser();
    const handler = createCommandHandler(ledger.store);
    const before = await readAccount(handler, userId);
    const taking: Decider<undefined, null, { type: string; data: object }> = {
      initialState: undefined,
      decide: () => [{ type: 'RevisionTaken', data: { commandId: randomUUID() } }],
      evolve: () => undefined,
    };
    const stream = streamOf('account', userId);
    const taker = createCommandHandler(ledger.store);
    await taker.handle({ ...testContext(), stream, decider: taking, command: null, input: {} });
    expect(await readAccount(handler, userId)).toEqual(before);
    const { after, revision } = await grantByAdmin(handler, grant(userId), testContext());
    expect(after.granted).toBe(101n * ONE_EVO);
    expect(revision).toBe(3n);
  });
});

describe('a stream as it was before a revision', () => {
  test('is read to there and no further', async () => {
    const userId = await appendLongAccount(ledger.store, 1_200);
    const { store, reads } = watched();
    const handler = createCommandHandler(store);
    const stream = streamOf('account', userId);
    const granted = async (revision: bigint) => (await handler.readBefore(stream, account, revision)).granted;
    expect(await granted(0n)).toBe(0n);
    expect(reads).toEqual([]);
    expect(await granted(701n)).toBe(70n * ONE_EVO);
    expect(reads.map(({ from, atMost }) => [from, atMost])).toEqual([
      [0, 500],
      [500, 201],
    ]);
    reads.length = 0;
    expect(await granted(500n)).toBe((499n * ONE_EVO) / 10n);
    expect(reads.map(({ atMost }) => atMost)).toEqual([500]);
    // Nothing of it is kept.
    reads.length = 0;
    await handler.read(stream, account);
    expect(reads[0]).toMatchObject({ from: 0 });
  });

  test('is not made up where the node that is asked has not got so far', async () => {
    const userId = await newUser();
    const timing = endingTiming();
    const { store } = watched({
      readPage: async () => {
        timing.end();
        return [];
      },
    });
    const handler = createCommandHandler(store, { timing });
    await expect(handler.readBefore(streamOf('account', userId), account, 2n)).rejects.toBeInstanceOf(
      LedgerUnavailable,
    );
  });
});

test('a question is answered with the revision and the position of the last event, none where there is no stream', async () => {
  const userId = await newUser();
  const stream = streamOf('account', userId);
  const counting: Decider<number, never, AccountEvent> = {
    initialState: 0,
    decide: () => [],
    evolve: (count) => count + 1,
  };
  const handler = createCommandHandler(ledger.store);
  const { state, revision, position } = await handler.aggregate(stream, counting);
  const last = (await ledger.read(stream)).at(-1);
  expect({ state, revision, position }).toEqual({ state: 2, revision: 1n, position: last?.position });
  // Also by the process that has written all of it itself.
  const own = createCommandHandler(ledger.store);
  const opened = await openAccount(own, { walletAddress: newWallet() }, testContext());
  const ownStream = streamOf('account', opened.userId);
  const { position: ownPosition } = await own.aggregate(ownStream, account);
  expect(ownPosition).toEqual((await ledger.read(ownStream)).at(-1)?.position);
  expect(ownPosition).toBeDefined();
  const nowhere = await handler.aggregate(streamOf('account', randomUUID()), counting);
  expect(nowhere).toEqual({ state: 0, revision: undefined, position: undefined });
});
