import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO, parseSum } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import { claimRewards } from '../accounts/claim-rewards.ts';
import { clearBalance } from '../accounts/clear-balance.ts';
import { grantByAdmin } from '../accounts/grant-reward.ts';
import { openAccount } from '../accounts/open-account.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import { undoOnAccount } from '../accounts/undo-act.ts';
import { DomainError } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, testContext } from '../testing/start-ledger.ts';
import { massActProcess } from './mass-acts.ts';

/** One grant as a coin: it is pending, claimed or gone, never in part. `since` orders it among the requests of acts on all. */
type Lot = {
  readonly grantId: string;
  readonly amount: bigint;
  readonly since: number;
  readonly earned: number;
};
/** By brute force what an account has, and what could be given back to it. */
type Purse = {
  removed: boolean;
  pending: Lot[];
  claimed: Lot[];
  /** By the event of the clear. */
  readonly cleared: Map<string, readonly Lot[]>;
  /** What each reset took, until it is given back. */
  readonly reset: Map<string, { readonly pending: readonly Lot[]; readonly claimed: readonly Lot[] }>;
};

type Step =
  | { readonly kind: 'grant'; readonly user: number; readonly evo: bigint }
  | { readonly kind: 'claim'; readonly user: number }
  | { readonly kind: 'clear'; readonly user: number }
  | { readonly kind: 'remove'; readonly user: number }
  | { readonly kind: 'undo'; readonly user: number; readonly which: number }
  | { readonly kind: 'mass clear' | 'mass reset' | 'mass restore' | 'turn' };

const user = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('grant' as const), user, evo: fc.bigInt({ min: 1n, max: 9n }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), user }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('clear' as const), user }) },
  fc.record({ kind: fc.constant('remove' as const), user }),
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('undo' as const), user, which: fc.nat(3) }) },
  fc.record({ kind: fc.constant('mass clear' as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mass reset' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mass restore' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
);

const UNDOABLE: readonly string[] = ['RewardGranted', 'BalanceCleared', 'AccountRemoved'];
const sum = (lots: readonly Lot[]) => lots.reduce((all, { amount }) => all + amount, 0n);

/** Everything on one ledger: two accounts, and at the most one act on both of them, which takes a turn at a time. */
async function live(steps: readonly Step[]) {
  const ledger = startMemoryLedger();
  // Two processes, each with what it remembers, by turns.
  const handlers = [createCommandHandler(ledger.store), createCommandHandler(ledger.store)];
  let calls = 0;
  const handler = (): CommandHandler => handlers[calls++ % 2] as CommandHandler;
  const how = { reason: 'Season', dryRun: false, authorize: async () => undefined };
  const admin = () => testContext({ actor: { kind: 'admin', wallet: newWallet() } });
  const users: string[] = [];
  for (const _ of [0, 1]) {
    users.push((await openAccount(handler(), { walletAddress: newWallet() }, testContext())).userId);
  }
  users.sort();
  const purses = users.map(
    (): Purse => ({ removed: false, pending: [], claimed: [], cleared: new Map(), reset: new Map() }),
  );
  let clock = 0;
  /** Resets that stand, by when they were asked for. */
  const resets = new Map<string, number>();
  const eventsOf = async (userId: string) =>
    (await ledger.read(streamOf('account', userId))) as unknown as StoredEvent<AccountEvent>[];
  for (const [at, userId] of users.entries()) {
    for (const { type, data } of await eventsOf(userId)) {
      if (type !== 'RewardGranted') continue;
      purses[at]?.pending.push({
        grantId: data.grantId,
        amount: parseSum(data.amount),
        since: clock,
        earned: clock,
      });
    }
  }

  /** The act under way; each turn does one account more, the last one ends it. */
  let turn: (() => Promise<void>) | undefined;
  async function ask(kind: 'clear' | 'reset' | 'restore'): Promise<void> {
    const resetId = [...resets.keys()].at(-1) ?? randomUUID();
    const act = kind === 'restore' ? { kind, resetId } : { kind };
    const context = admin();
    if (!(await done(requestMassAct(handler(), { ...how, act }, context)))) return;
    const requestId = context.commandId;
    clock += 1;
    const asked = clock;
    if (kind === 'reset') resets.set(requestId, asked);
    const request = (await ledger.readAll()).findLast(({ metadata }) => metadata.commandId === requestId);
    if (!request) throw new Error('the request is not in the ledger');
    let gate = Promise.withResolvers<void>();
    let reached = Promise.withResolvers<void>();
    const process = massActProcess(ledger.store, handler(), {
      async accounts(_at, after) {
        reached.resolve();
        await gate.promise;
        const next = users.find((one) => after === undefined || one > after);
        return next === undefined ? [] : [{ userId: next, revision: 0n }];
      },
      loadProgress: async () => undefined,
      saveProgress: async () => undefined,
    });
    const over = process.handle(request).then(() => reached.resolve());
    over.catch((error: unknown) => reached.reject(error));
    await reached.promise;
    let next = 0;
    turn = async () => {
      const purse = purses[next];
      next += 1;
      const open = gate.resolve;
      reached = Promise.withResolvers<void>();
      gate = Promise.withResolvers<void>();
      open();
      await reached.promise;
      if (purse) return carryOut(kind, purse, { requestId, resetId, asked });
      turn = undefined;
      if (kind === 'restore') resets.delete(resetId);
    };
  }

  function carryOut(
    kind: 'clear' | 'reset' | 'restore',
    purse: Purse,
    { requestId, resetId, asked }: { requestId: string; resetId: string; asked: number },
  ): void {
    const isOld = ({ since }: Lot) => since < asked;
    const isYoung = (lot: Lot) => !isOld(lot);
    if (kind === 'clear' && !purse.removed) purse.pending = purse.pending.filter(isYoung);
    if (kind === 'reset') {
      const taken = { pending: purse.pending.filter(isOld), claimed: purse.claimed.filter(isOld) };
      purse.reset.set(requestId, taken);
      purse.pending = purse.pending.filter(isYoung);
      purse.claimed = purse.claimed.filter(isYoung);
    }
    const back = kind === 'restore' ? purse.reset.get(resetId) : undefined;
    if (!back) return;
    purse.reset.delete(resetId);
    const now = (lot: Lot): Lot => ({ ...lot, grantId: 'given back', since: clock });
    purse.pending.push(...back.pending.map(now));
    purse.claimed.push(...back.claimed.map(now));
  }

  for (const step of steps) {
    if (step.kind === 'turn') {
      await turn?.();
    } else if (!('user' in step)) {
      await ask(step.kind === 'mass clear' ? 'clear' : step.kind === 'mass reset' ? 'reset' : 'restore');
    } else {
      await act(step, users[step.user] ?? '', purses[step.user] as Purse);
    }
    await compare();
  }
  while (turn) {
    await turn();
    await compare();
  }
  await Promise.all(handlers.map((one) => one.close()));
  await ledger.stop();

  async function act(step: Extract<Step, { user: number }>, userId: string, purse: Purse): Promise<void> {
    if (step.kind === 'grant') {
      const amount = step.evo * ONE_EVO;
      const context = admin();
      if (!(await done(grantByAdmin(handler(), { ...how, userId, amount }, context)))) return;
      purse.pending.push({ grantId: context.commandId, amount, since: clock, earned: clock });
    } else if (step.kind === 'claim') {
      expect(await done(claimRewards(handler(), userId, testContext()))).toBe(
        purse.pending.length > 0 && !purse.removed,
      );
      if (!purse.removed) purse.claimed.push(...purse.pending.splice(0));
    } else if (step.kind === 'clear') {
      expect(await done(clearBalance(handler(), { ...how, userId }, admin()))).toBe(
        purse.pending.length > 0 && !purse.removed,
      );
      if (purse.removed) return;
      const event = (await eventsOf(userId)).at(-1);
      const gone = purse.pending.splice(0);
      if (event && gone.length > 0) purse.cleared.set(event.id, gone);
    } else if (step.kind === 'remove') {
      purse.removed = (await done(removeAccount(handler(), { ...how, userId }, admin()))) || purse.removed;
    } else {
      const acts = (await eventsOf(userId)).filter(
        ({ type, metadata }) => UNDOABLE.includes(type) && metadata.actor.kind === 'admin',
      );
      const undone = acts.at(-1 - step.which);
      if (!undone) return;
      const context = admin();
      const told = { ...how, userId, undone: undone.id, at: undone.position };
      const isDone = await done(undoOnAccount(handler(), ledger.store, told, context));
      if (undone.type === 'RewardGranted') {
        const { grantId } = undone.data;
        const left = purse.pending.filter((lot) => lot.grantId !== grantId);
        expect(isDone, 'a grant is taken back where it is whole').toBe(
          left.length < purse.pending.length && !purse.removed,
        );
        if (isDone) purse.pending = left;
      } else if (undone.type === 'AccountRemoved') {
        expect(isDone).toBe(purse.removed);
        purse.removed = false;
      } else if (isDone) {
        const back = purse.cleared.get(undone.id) ?? [];
        purse.cleared.delete(undone.id);
        const amount = sum(back);
        if (amount > 0n) {
          const earned = Math.min(...back.map((lot) => lot.earned));
          purse.pending.push({ grantId: context.commandId, amount, since: clock, earned });
        }
      }
    }
  }

  async function compare(): Promise<void> {
    for (const [at, userId] of users.entries()) {
      const { pending, claimed } = purses[at] as Purse;
      const { granted, claimed: taken } = await handler().read(streamOf('account', userId), account);
      expect([formatEvo(granted), formatEvo(taken)]).toEqual([
        formatEvo(sum(pending) + sum(claimed)),
        formatEvo(sum(claimed)),
      ]);
      if (turn) continue;
      // Nothing that was earned before a reset that stands is there, by whatever way it came back.
      const last = Math.max(-1, ...resets.values());
      expect([...pending, ...claimed].filter(({ earned }) => earned < last)).toEqual([]);
    }
  }
}

/** Whether it was done; what is refused does nothing. */
async function done(command: Promise<{ readonly events: readonly unknown[] }>): Promise<boolean> {
  try {
    return (await command).events.length > 0;
  } catch (refusal) {
    expect(refusal).toBeInstanceOf(DomainError);
    return false;
  }
}

test('whatever admins and users do while all are cleared, reset and given back: each account has what its coins say', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), live), {
    numRuns: 40,
  });
});
