import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { claimRewards } from './accounts/claim-rewards.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { readAccount } from './accounts/read-account.ts';
import type { Authorize } from './authorize.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { storedHash } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';

/** A network that loses answers, and two processes on one store. */
let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const allowed: Authorize = async () => undefined;
const grant = (userId: string, authorize = allowed) => ({
  userId,
  amount: 100n * ONE_EVO,
  reason: 'Lost',
  dryRun: false,
  authorize,
});

async function newAccount(): Promise<string> {
  const handler = createCommandHandler(ledger.store);
  return (await openAccount(handler, { walletAddress: newWallet() }, testContext())).userId;
}

async function expectWholeChain(userId: string): Promise<void> {
  let before: string | null = null;
  for (const event of await ledger.read(streamOf('account', userId))) {
    expect(event.metadata.prevHash).toBe(before);
    before = storedHash(event);
  }
}

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const grantsOf = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).filter(
    ({ type, data }) => type === 'RewardGranted' && 'source' in data && data.source === 'admin',
  );

describe('an answer is lost, and the client sends its key again', () => {
  test('the same process goes on with what the ledger holds, not with what it sent the second time', async () => {
    const userId = await newAccount();
    let isLost = true;
    const handler = createCommandHandler(
      {
        ...ledger.store,
        async append(...call) {
          const outcome = await ledger.store.append(...call);
          return isLost ? { kind: 'unknown', cause: new Error('connection reset') } : outcome;
        },
      },
      // The second sending has to be done in it, on a machine that does other work, too.
      { timeLimit: 2_000 },
    );
    const context = testContext();
    await expect(grantByAdmin(handler, grant(userId), context)).rejects.toThrow(LedgerUnavailable);
    isLost = false;
    const again = await grantByAdmin(handler, grant(userId), { ...context, occurredAt: later(5) });
    expect(again.replayed).toBe(true);
    expect(again.events[0]?.metadata.occurredAt).toBe(context.occurredAt);
    await claimRewards(handler, userId, testContext());
    expect(await grantsOf(userId)).toHaveLength(1);
    await expectWholeChain(userId);
  });

  test('another process answers with what the ledger holds, and each goes on from there', async () => {
    const userId = await newAccount();
    const [here, elsewhere] = [createCommandHandler(ledger.store), createCommandHandler(ledger.store)];
    for (const handler of [here, elsewhere]) await readAccount(handler, userId);
    const context = testContext();
    const one = await grantByAdmin(here, grant(userId), context);
    const other = await grantByAdmin(elsewhere, grant(userId), { ...context, occurredAt: later(7) });
    expect(other.events.map(({ metadata }) => metadata.occurredAt)).toEqual([context.occurredAt]);
    expect(other.position).toEqual(one.position);
    await grantByAdmin(elsewhere, grant(userId), testContext());
    await claimRewards(here, userId, testContext());
    await expectWholeChain(userId);
    expect(await grantsOf(userId)).toHaveLength(2);
  });
});

describe('a read that was given up goes on', () => {
  test('while the right is looked at: one key has one effect, and the answer is the first one', async () => {
    const userId = await newAccount();
    const stream = streamOf('account', userId);
    const released = Promise.withResolvers<void>();
    let reads = 0;
    const late: EventStore = {
      ...ledger.store,
      async readPage(...call) {
        // The first read of the account comes back long after it was given up, with all there is by then.
        if (call[0] === stream && ++reads === 1) await released.promise;
        return ledger.store.readPage(call[0], call[1], call[2]);
      },
    };
    const handler = createCommandHandler(late, { attemptLimit: 300 });
    const context = testContext();
    const elsewhere = createCommandHandler(ledger.store);
    const authorize: Authorize = async () => {
      // The same key, in another process; then the old read is let go.
      await grantByAdmin(elsewhere, grant(userId), context);
      released.resolve();
      await new Promise(setImmediate);
      return undefined;
    };
    const result = await grantByAdmin(handler, grant(userId, authorize), {
      ...context,
      occurredAt: later(3),
    });
    expect(await grantsOf(userId)).toHaveLength(1);
    expect(result.replayed).toBe(true);
    expect([result.before.granted, result.after.granted]).toEqual([100n * ONE_EVO, 200n * ONE_EVO]);
    await expectWholeChain(userId);
  });

  test('while an answer is given again: it says what it said, from one reading alone', async () => {
    const userId = await newAccount();
    const context = testContext();
    await grantByAdmin(createCommandHandler(ledger.store), grant(userId), context);
    const stream = streamOf('account', userId);
    let reads = 0;
    const halting: EventStore = {
      ...ledger.store,
      async readPage(...call) {
        const page = await ledger.store.readPage(call[0], call[1], call[2]);
        reads += 1;
        // Every second reading is late: it is given up, and comes all the same while the next is under way.
        if (call[0] === stream && reads % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 350));
        return page;
      },
    };
    const handler = createCommandHandler(halting, { attemptLimit: 300 });
    const again = await grantByAdmin(handler, grant(userId), context);
    expect(again.replayed).toBe(true);
    expect([again.before.granted, again.after.granted]).toEqual([100n * ONE_EVO, 200n * ONE_EVO]);
  });
});

describe('nobody waits without end', () => {
  test('for a right that is never given: 503 in time, for those behind it too; given late, it is given back', async () => {
    const userId = await newAccount();
    const handler = createCommandHandler(ledger.store, { timeLimit: 400 });
    const right = Promise.withResolvers<AsyncDisposable>();
    const started = performance.now();
    const [stuck, behind] = await Promise.allSettled([
      grantByAdmin(
        handler,
        grant(userId, () => right.promise),
        testContext(),
      ),
      grantByAdmin(handler, grant(userId), testContext()),
    ]);
    const unavailable = { status: 'rejected', reason: { name: 'LedgerUnavailable' } };
    expect(stuck).toMatchObject(unavailable);
    // Its turn may come in the very last moment.
    if (behind.status === 'rejected') expect(behind).toMatchObject(unavailable);
    expect(performance.now() - started).toBeLessThan(15_000);
    const dispose = vi.fn(async () => undefined);
    right.resolve({ [Symbol.asyncDispose]: dispose });
    await vi.waitFor(() => expect(dispose).toHaveBeenCalledOnce());
    await claimRewards(createCommandHandler(ledger.store), userId, testContext());
  });

  test('for a read that never ends', async () => {
    const mute = createCommandHandler(
      { ...ledger.store, readPage: () => new Promise(() => undefined) },
      { timeLimit: 200, attemptLimit: 100 },
    );
    await expect(claimRewards(mute, randomUUID(), testContext())).rejects.toThrow(LedgerUnavailable);
    await expect(readAccount(mute, randomUUID())).rejects.toThrow(LedgerUnavailable);
  });
});
