import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { account } from './accounts/account.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { readAccount } from './accounts/read-account.ts';
import { SNAPSHOT_EVERY } from './aggregates.ts';
import { storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { noCommands } from './known-commands.ts';
import { EVERYWHERE } from './moved-ledger.ts';
import { encodeFold, type Snapshot, type Snapshots } from './snapshots.ts';
import { appendLongAccount } from './testing/long-stream.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { memorySnapshots } from './testing/memory-snapshots.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import { watchedStore } from './testing/watched-store.ts';

let ledger: TestLedgerNode;
beforeEach(() => {
  ledger = startMemoryLedger();
});

const watched = (more: Partial<EventStore> = {}) => watchedStore({ ...ledger.store, ...more });
const newUser = async () =>
  (await openAccount(createCommandHandler(ledger.store), { walletAddress: newWallet() }, testContext()))
    .userId;
const grant = (userId: string) => ({
  ...{ userId, amount: ONE_EVO, reason: 'Kept' },
  ...{ dryRun: false, authorize: async () => undefined },
});

describe('a snapshot', () => {
  const LENGTH = 2_300;

  test('is kept of every thousandth event, under the decider’s version, and not of a short stream', async () => {
    const userId = await appendLongAccount(ledger.store, LENGTH);
    const snapshots = memorySnapshots();
    const handler = createCommandHandler(ledger.store, { snapshots });
    await readAccount(handler, userId);
    await newUser().then((other) => readAccount(handler, other));
    const kept = snapshots.kept.map(({ stream, version, end }) => [stream, version, Number(end.revision)]);
    const stream = streamOf('account', userId);
    expect(kept).toEqual([
      [stream, account.snapshotVersion, SNAPSHOT_EVERY - 1],
      [stream, account.snapshotVersion, 2 * SNAPSHOT_EVERY - 1],
    ]);
    for (let n = LENGTH; n < 3 * SNAPSHOT_EVERY; n++) {
      await grantByAdmin(handler, grant(userId), testContext());
    }
    // Of what this process has appended itself, too.
    expect(snapshots.kept).toHaveLength(3);
    expect(snapshots.kept.at(-1)?.end.revision).toBeGreaterThan(BigInt(3 * SNAPSHOT_EVERY - 3));
  });

  test('is kept of none as long as nobody knows how much of the ledger was copied', async () => {
    const userId = await appendLongAccount(ledger.store, 1_200);
    const snapshots = memorySnapshots();
    let movedUntil: LedgerPosition | undefined = EVERYWHERE;
    const handler = createCommandHandler(ledger.store, { snapshots, movedUntil: () => movedUntil });
    await readAccount(handler, userId);
    await grantByAdmin(handler, grant(userId), testContext());
    expect(snapshots.kept).toEqual([]);
    movedUntil = await ledger.store.head();
    await readAccount(handler, userId);
    expect(snapshots.kept).toHaveLength(1);
  });

  test('is kept of no decider that has no version', async () => {
    const userId = await appendLongAccount(ledger.store, 1_200);
    const snapshots = memorySnapshots();
    const { snapshotVersion: _, ...unversioned } = account;
    const handler = createCommandHandler(ledger.store, { snapshots });
    await handler.read(streamOf('account', userId), unversioned);
    expect(snapshots.kept).toEqual([]);
  });

  test('that cannot be kept or found is told of, with its stream, and the ledger is read', async () => {
    const userId = await appendLongAccount(ledger.store, 1_200);
    const trouble: string[] = [];
    const away: Snapshots = {
      load: () => Promise.reject(new Error('cannot load')),
      save: () => Promise.reject(new Error('cannot save')),
    };
    const handler = createCommandHandler(ledger.store, {
      snapshots: away,
      onSnapshotTrouble: (error, stream) => trouble.push(`${(error as Error).message}: ${stream}`),
    });
    const stream = streamOf('account', userId);
    expect((await handler.read(stream, account)).granted).toBeGreaterThan(0n);
    expect(trouble.sort()).toEqual([`cannot load: ${stream}`, `cannot save: ${stream}`]);
  });

  test('saves a new process most of a long stream, also for what stood there before, and is not kept again', async () => {
    const userId = await appendLongAccount(ledger.store, LENGTH);
    const snapshots = memorySnapshots();
    const whole = await readAccount(createCommandHandler(ledger.store, { snapshots }), userId);
    const { store, reads } = watched();
    const handler = createCommandHandler(store, { snapshots });
    expect(await readAccount(handler, userId)).toEqual(whole);
    // The first page, the event that bears the snapshot out, and what came behind it.
    expect(reads.map(({ from, atMost, got }) => [from, atMost, got])).toEqual([
      ...[
        [0, 500, 500],
        [1_999, 1, 1],
        [2_000, 500, 300],
      ],
    ]);
    expect(snapshots.kept).toHaveLength(2);
    reads.length = 0;
    const stream = streamOf('account', userId);
    const before = await handler.readBefore(stream, account, 1_500n);
    expect(before.granted).toBe((1_499n * ONE_EVO) / 10n);
    expect(reads.map(({ from }) => from)).toEqual([999, 1_000]);
    // Where the first page is all there is to read, none is looked for.
    reads.length = 0;
    await handler.readBefore(stream, account, 500n);
    expect(reads.map(({ from }) => from)).toEqual([0]);
  });

  test.each<[string, (snapshot: Snapshot) => Snapshot]>([
    ['of another event', (one) => ({ ...one, end: { ...one.end, hash: `sha256-jcs:${'0'.repeat(64)}` } })],
    ['of an event that is not there', (one) => ({ ...one, end: { ...one.end, revision: 10n ** 9n } })],
    ['that cannot be read', (one) => ({ ...one, fold: '{"half":' })],
    ['in another form', (one) => ({ ...one, fold: '{"state":{"$is":"Set","of":5}}' })],
  ])('%s is told of and thrown away', async (_, spoil) => {
    const userId = await appendLongAccount(ledger.store, 1_200);
    const good = memorySnapshots();
    const whole = await readAccount(createCommandHandler(ledger.store, { snapshots: good }), userId);
    const spoiled: Snapshots = { load: async () => good.kept.map(spoil)[0], save: async () => undefined };
    const { store, reads } = watched();
    const trouble: string[] = [];
    const handler = createCommandHandler(store, {
      snapshots: spoiled,
      onSnapshotTrouble: (__, stream) => trouble.push(stream),
    });
    expect(await readAccount(handler, userId)).toEqual(whole);
    expect(trouble).toEqual([streamOf('account', userId)]);
    expect(reads.reduce((sum, { got }) => sum + got, 0)).toBeGreaterThanOrEqual(1_200);
  });

  test('of an older moment than what was read already is not gone back to', async () => {
    const userId = await appendLongAccount(ledger.store, LENGTH);
    const stream = streamOf('account', userId);
    const event = (await ledger.read(stream))[400]!;
    const state = await createCommandHandler(ledger.store).readBefore(stream, account, 401n);
    const early: Snapshot = {
      ...{ stream, version: account.snapshotVersion ?? 0 },
      end: { revision: event.revision, hash: storedHash(event) },
      fold: encodeFold({ state, commands: noCommands }),
    };
    const snapshots: Snapshots = { load: async () => early, save: async () => undefined };
    const { store, reads } = watched();
    const whole = await readAccount(createCommandHandler(store, { snapshots }), userId);
    expect(whole.granted).toBe((BigInt(LENGTH - 1) * ONE_EVO) / 10n);
    // The event that bears it out, and each event of the stream once.
    expect(reads.reduce((sum, { got }) => sum + got, 0)).toBe(LENGTH + 1);
  });

  test('that ends with the very event of a command is not what was before that command', async () => {
    const userId = await appendLongAccount(ledger.store, SNAPSHOT_EVERY - 1);
    const snapshots = memorySnapshots();
    const context = testContext();
    const first = await grantByAdmin(
      createCommandHandler(ledger.store, { snapshots }),
      grant(userId),
      context,
    );
    expect(snapshots.kept.map(({ end }) => end.revision)).toEqual([first.revision]);
    const elsewhere = createCommandHandler(ledger.store, { snapshots });
    const again = await grantByAdmin(elsewhere, grant(userId), context);
    expect(again.replayed).toBe(true);
    expect([again.before.granted, again.after.granted]).toEqual([first.before.granted, first.after.granted]);
  });
});
