import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { account } from './accounts/account.ts';
import { claimRewards } from './accounts/claim-rewards.ts';
import { NothingToClaim } from './accounts/errors.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { DomainError, IdempotencyKeyReused, LedgerUnavailable } from './domain-error.ts';
import type { AppendOutcome, EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { eventHash } from './proof/event-hash.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { dyingAfter } from './testing/ending-timing.ts';
import { patientHandler } from './testing/patient-handler.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import { turnedTiming } from './testing/turned-timing.ts';

let ledger: TestLedgerNode;
let store: EventStore;
beforeAll(async () => {
  ledger = await startEitherLedger();
  store = ledger.store;
});
afterAll(() => ledger.stop());

const context = (commandId: string = randomUUID()) => testContext({ commandId });
const allowed = async () => undefined;
const grant = (userId: string, amount: bigint, more: object = {}) => ({
  userId,
  amount,
  reason: 'Manual admin reward',
  dryRun: false,
  authorize: allowed,
  ...more,
});

const eventsOf = (userId: string) => ledger.read(streamOf('account', userId));

async function newAccount(handler = createCommandHandler(store)) {
  const { userId } = await openAccount(handler, { walletAddress: newWallet() }, context());
  return { handler, userId };
}

describe('one command', () => {
  test('opens an account with the welcome bonus, chained by hash', async () => {
    const { userId } = await newAccount();
    const events = await eventsOf(userId);
    expect(events.map(({ type }) => type)).toEqual(['AccountOpened', 'RewardGranted']);
    expect(events[0]?.metadata.prevHash).toBeNull();
    expect(events[1]?.metadata.prevHash).toBe(events[0] && eventHash(events[0]));
  });

  test('twenty parallel first connects of one wallet open one account', async () => {
    const walletAddress = newWallet();
    const handlers = [patientHandler(store), patientHandler(store)];
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, i) => openAccount(handlers[i % 2]!, { walletAddress }, context())),
    );
    expect(new Set(opened.map(({ userId }) => userId)).size).toBe(1);
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await eventsOf(opened[0]!.userId)).toHaveLength(2);
  });

  test('a reservation without its account, as a crash between the two appends leaves it, is completed', async () => {
    const walletAddress = newWallet();
    const dies = dyingAfter(1, store);
    const dying = createCommandHandler(dies.store, { timing: dies.timing });
    await expect(openAccount(dying, { walletAddress }, context())).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await ledger.read(streamOf('wallet', walletAddress))).toHaveLength(1);
    const { isNew, userId } = await openAccount(createCommandHandler(store), { walletAddress }, context());
    expect(isNew).toBe(true);
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('a dry run says what would happen and appends nothing', async () => {
    const { handler, userId } = await newAccount();
    const planned = await grantByAdmin(handler, grant(userId, 5n * ONE_EVO, { dryRun: true }), context());
    expect(planned.after.granted).toBe(105n * ONE_EVO);
    expect(planned.position).toBeUndefined();
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('a dry run says what would happen now, also in a process that is behind', async () => {
    const { handler, userId } = await newAccount();
    await grantByAdmin(createCommandHandler(store), grant(userId, 7n * ONE_EVO), context());
    const plan = grant(userId, 5n * ONE_EVO, { dryRun: true });
    const { before, after, revision } = await grantByAdmin(handler, plan, context());
    expect([before.granted, after.granted]).toEqual([107n * ONE_EVO, 112n * ONE_EVO]);
    expect(revision).toBe(3n);
    expect(await eventsOf(userId)).toHaveLength(3);
  });

  test('what its asker has read of the stream is not read again, neither for a dry run nor for a refusal', async () => {
    let reads = 0;
    const counting = createCommandHandler({
      ...store,
      readPage: (...page) => {
        reads += 1;
        return store.readPage(...page);
      },
    });
    const { userId } = await newAccount();
    const stream = streamOf('account', userId);
    const { revision = -1n } = await counting.aggregate(stream, account);
    const claim = (readUpTo: bigint, dryRun: boolean) => {
      const command = { type: 'ClaimRewards', claimId: randomUUID(), needs: 'nothing' } as const;
      return counting.handle({
        ...{ ...context(), stream, decider: account, command },
        ...{ input: 'claim', readUpTo, dryRun },
      });
    };
    expect((await claim(revision, true)).after.claimed).toBe(100n * ONE_EVO);
    expect(reads).toBe(1);
    await claim(revision, false);
    await expect(claim(revision + 1n, false)).rejects.toThrow(NothingToClaim);
    expect(reads).toBe(1);
    // What is kept does not reach what another process has shown its asker.
    await grantByAdmin(createCommandHandler(store), grant(userId, 7n * ONE_EVO), context());
    expect((await claim(revision + 2n, true)).after.claimed).toBe(107n * ONE_EVO);
    expect(reads).toBe(2);
  });

  test('a right that is gone is refused and leaves no event', async () => {
    const { handler, userId } = await newAccount();
    const authorize = async () => {
      throw new DomainError('forbidden', 'NotAnAdmin', 'no');
    };
    await expect(grantByAdmin(handler, grant(userId, 1n, { authorize }), context())).rejects.toThrow('no');
    expect(await eventsOf(userId)).toHaveLength(2);
  });
});

describe('idempotency', () => {
  test('the same key with the same input gives the first result, also from another process and later', async () => {
    const { handler, userId } = await newAccount();
    const key = context();
    const first = await claimRewards(handler, userId, key);
    await grantByAdmin(handler, grant(userId, 7n * ONE_EVO), context());
    for (const other of [handler, createCommandHandler(store)]) {
      const again = await claimRewards(other, userId, { ...key, occurredAt: new Date(0).toISOString() });
      expect(again.replayed).toBe(true);
      expect(again.before).toEqual(first.before);
      expect(again.after).toEqual(first.after);
      expect(again.position).toEqual(first.position);
      expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
    }
    expect(await eventsOf(userId)).toHaveLength(4);
  });

  test('the same key with another input is refused', async () => {
    const { handler, userId } = await newAccount();
    const key = context();
    await grantByAdmin(handler, grant(userId, 1n), key);
    await expect(grantByAdmin(handler, grant(userId, 2n), key)).rejects.toBeInstanceOf(IdempotencyKeyReused);
    expect(await eventsOf(userId)).toHaveLength(3);
  });
});

describe('concurrency', () => {
  test('a hundred parallel claims from two processes pay once', async () => {
    const { userId } = await newAccount();
    const handlers = [patientHandler(store), patientHandler(store)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => claimRewards(handlers[i % 2]!, userId, context())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(NothingToClaim);
    }
    expect((await eventsOf(userId)).filter(({ type }) => type === 'RewardsClaimed')).toHaveLength(1);
  });

  test('grants from four processes on one account all count, in one unbroken chain', async () => {
    const { userId } = await newAccount();
    const handlers = Array.from({ length: 4 }, () => patientHandler(store));
    await Promise.all(
      Array.from({ length: 80 }, (_, i) => grantByAdmin(handlers[i % 4]!, grant(userId, ONE_EVO), context())),
    );
    const events = await eventsOf(userId);
    expect(events).toHaveLength(82);
    for (const [index, event] of events.entries()) {
      const previous = events[index - 1];
      expect(event.metadata.prevHash).toBe(previous ? eventHash(previous) : null);
    }
    // Each event once: in memory of those who wrote some and read the others, and read from the start.
    for (const handler of [...handlers, createCommandHandler(store)]) {
      const { granted } = await handler.read(streamOf('account', userId), account);
      expect(granted).toBe(180n * ONE_EVO);
    }
  });

  test('a process that is behind does not refuse from its old memory', async () => {
    const { handler, userId } = await newAccount();
    await claimRewards(handler, userId, context());
    await grantByAdmin(createCommandHandler(store), grant(userId, 3n), context());
    expect((await claimRewards(handler, userId, context())).before.granted).toBe(100n * ONE_EVO + 3n);
  });
});

describe('unknown outcomes', () => {
  /** Does what `fault` says to the first appends of an account stream. */
  function faulty(faults: ('lost before' | 'lost after' | 'silent after')[]): EventStore {
    return {
      ...store,
      async append(...call): Promise<AppendOutcome> {
        const fault = call[0].startsWith('account-') ? faults.shift() : undefined;
        if (fault === 'lost before') return { kind: 'unknown', cause: new Error('connection reset') };
        const outcome = await store.append(...call);
        if (fault === 'lost after') return { kind: 'unknown', cause: new Error('connection reset') };
        return fault === 'silent after' ? new Promise(() => {}) : outcome;
      },
    };
  }

  test.each([
    ['the request is lost', ['lost before', 'lost before'] as const],
    ['the answer is lost', ['lost after', 'lost after'] as const],
    ['the store falls silent after writing', ['silent after'] as const],
  ])('%s: done once', async (_, faults) => {
    const { userId } = await newAccount();
    const handler = createCommandHandler(faulty([...faults]), { attemptLimit: 100 });
    await claimRewards(handler, userId, context());
    const claims = (await eventsOf(userId)).filter(({ type }) => type === 'RewardsClaimed');
    expect(claims).toHaveLength(1);
  });

  test('the answer is lost and somebody else writes in between: still done once', async () => {
    const { userId } = await newAccount();
    let interfered = false;
    const handler = createCommandHandler({
      ...store,
      async append(...call) {
        const outcome = await store.append(...call);
        if (interfered) return outcome;
        interfered = true;
        await grantByAdmin(createCommandHandler(store), grant(userId, ONE_EVO), context());
        return { kind: 'unknown', cause: new Error('connection reset') };
      },
    });
    const key = context();
    const result = await claimRewards(handler, userId, key);
    expect(result.events[0]?.data).toMatchObject({ amount: '100' });
    expect((await eventsOf(userId)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'RewardGranted',
      'RewardsClaimed',
      'RewardGranted',
    ]);
  });

  test('a store that never answers: LedgerUnavailable in time, and the same key later gives the truth', async () => {
    const { userId } = await newAccount();
    const timing = turnedTiming();
    const silent = createCommandHandler({ ...store, append: () => new Promise(() => {}) }, { timing });
    const key = context();
    let isOver = false;
    const refused = expect(claimRewards(silent, userId, key))
      .rejects.toBeInstanceOf(LedgerUnavailable)
      .finally(() => {
        isOver = true;
      });
    let waited = 0;
    for (; !isOver && waited < 10_000; waited += 50) await timing.turn(50);
    await refused;
    // Of the three seconds that a request may take at the most.
    expect(waited).toBeLessThanOrEqual(2_900);
    await claimRewards(createCommandHandler(store), userId, key);
    expect(await eventsOf(userId)).toHaveLength(3);
  });
});

test('a refused command leaves no event and an unchanged fold', async () => {
  const { handler, userId } = await newAccount();
  await claimRewards(handler, userId, context());
  await expect(claimRewards(handler, userId, context())).rejects.toBeInstanceOf(NothingToClaim);
  const events = await eventsOf(userId);
  const state = events.reduce(
    (folded, event) => account.evolve(folded, event as never),
    account.initialState,
  );
  expect(state).toMatchObject({ granted: 100n * ONE_EVO, claimed: 100n * ONE_EVO });
  expect(events).toHaveLength(3);
});
