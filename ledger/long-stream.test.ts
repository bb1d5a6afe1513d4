import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { claimRewards } from './accounts/claim-rewards.ts';
import { readAccount } from './accounts/read-account.ts';
import { SNAPSHOT_EVERY } from './aggregates.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { createCommandHandler } from './handle-command.ts';
import type { Snapshot } from './snapshots.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { appendLongAccount } from './testing/long-stream.ts';
import { memorySnapshots } from './testing/memory-snapshots.ts';
import { type TestLedgerNode, testContext } from './testing/start-ledger.ts';

const LENGTH = 3_200;
const TOTAL = (BigInt(LENGTH - 1) * ONE_EVO) / 10n;

let ledger: TestLedgerNode;
let userId: string;
beforeAll(async () => {
  ledger = await startEitherLedger();
  userId = await appendLongAccount(ledger.store, LENGTH);
});
afterAll(() => ledger.stop());

/** The store, counting what it gives of the account. */
function counted(pauseMs = 0) {
  const counts = { events: 0 };
  const store = {
    ...ledger.store,
    readPage: async (...call: Parameters<typeof ledger.store.readPage>) => {
      if (pauseMs > 0) await sleep(pauseMs);
      const page = await ledger.store.readPage(...call);
      counts.events += page.length;
      return page;
    },
  };
  return { store, counts };
}

test('a stream too long for one command: what was read is kept, so that the next goes on from there', async () => {
  const { store, counts } = counted(40);
  const handler = createCommandHandler(store, { timeLimit: 200 });
  let refused = 0;
  const granted = async () => (await readAccount(handler, userId)).granted;
  await vi.waitFor(
    async () => {
      const found = await granted().catch((error: unknown) => {
        expect(error).toBeInstanceOf(LedgerUnavailable);
        refused += 1;
      });
      expect(found).toBe(TOTAL);
    },
    { timeout: 30_000, interval: 1 },
  );
  expect(refused).toBeGreaterThan(0);
  // Once through, and at the most the page that each refused command was waiting for once more.
  expect(counts.events).toBeLessThanOrEqual(LENGTH + (refused + 1) * 500);
});

describe('a snapshot', () => {
  /** Milliseconds: reading all of it takes seconds on a machine that does other work, too. */
  const timeLimit = 20_000;
  const readWith = async (snapshots: ReturnType<typeof memorySnapshots>) => {
    const { store, counts } = counted();
    const trouble = vi.fn();
    const handler = createCommandHandler(store, { snapshots, onSnapshotTrouble: trouble, timeLimit });
    const account = await readAccount(handler, userId);
    return { account, events: counts.events, trouble: trouble.mock.calls.length };
  };

  test('saves a start most of a long stream, and gives the very state that the stream gives', async () => {
    const snapshots = memorySnapshots();
    const whole = await readWith(snapshots);
    expect(whole.events).toBe(LENGTH);
    expect(snapshots.kept.length).toBeGreaterThanOrEqual(Math.floor(LENGTH / (SNAPSHOT_EVERY + 500)));
    const short = await readWith(snapshots);
    expect(short.account).toEqual(whole.account);
    expect(short.events).toBeLessThanOrEqual(500 + 1 + SNAPSHOT_EVERY + 500);
  });

  test.each<[string, (snapshot: Snapshot) => Snapshot]>([
    ['of another ledger', (one) => ({ ...one, end: { ...one.end, hash: `sha256-jcs:${'0'.repeat(64)}` } })],
    ['of an event that is not there', (one) => ({ ...one, end: { ...one.end, revision: 10n ** 9n } })],
    ['of another version', (one) => ({ ...one, version: one.version + 1 })],
    ['that cannot be read', (one) => ({ ...one, fold: '{"half":' })],
    ['in another form', (one) => ({ ...one, fold: '{"state":{"$is":"Set","of":5}}' })],
  ])('%s is thrown away', async (_, spoil) => {
    const good = memorySnapshots();
    const { account } = await readWith(good);
    const spoiled = memorySnapshots();
    spoiled.kept.push(...good.kept.map(spoil));
    const again = await readWith(spoiled);
    expect(again.account).toEqual(account);
    expect(again.events).toBeGreaterThanOrEqual(LENGTH);
  });

  test('is not waited for when its keeper is away', async () => {
    const { store } = counted();
    const away = {
      load: () => new Promise<never>(() => undefined),
      save: () => Promise.reject(new Error('away')),
    };
    const trouble = vi.fn();
    const handler = createCommandHandler(store, { snapshots: away, onSnapshotTrouble: trouble, timeLimit });
    expect((await readAccount(handler, userId)).granted).toBe(TOTAL);
    expect(trouble).toHaveBeenCalled();
  });

  test('lets a command of long ago be answered again without reading all before it', async () => {
    const snapshots = memorySnapshots();
    const owner = await appendLongAccount(ledger.store, 3_000);
    const handler = createCommandHandler(ledger.store, { snapshots, timeLimit });
    const command = testContext();
    const first = await claimRewards(handler, owner, command);
    const { store, counts } = counted();
    const again = await claimRewards(createCommandHandler(store, { snapshots, timeLimit }), owner, command);
    expect(again.replayed).toBe(true);
    expect(again.after).toEqual(first.after);
    expect(again.position).toEqual(first.position);
    expect(counts.events).toBeLessThanOrEqual(2 * (500 + 1 + SNAPSHOT_EVERY + 500));
  });
});
