import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { TestLedger } from './test-ledger.ts';

type Act =
  | { readonly kind: 'open'; readonly refer: boolean }
  | {
      readonly kind: 'grant';
      readonly who: number;
      readonly amount: bigint;
      readonly source: RewardSource;
      readonly reason: string;
      readonly ref: string | undefined;
    }
  | { readonly kind: 'clear' | 'reset' | 'rename'; readonly who: number }
  | { readonly kind: 'claim'; readonly who: number; readonly share: bigint };

/** Few different amounts, so that totals tie, and the odd ones: one base unit, and the most that an event can say. */
const amount = fc.oneof(
  fc.constantFrom(25n * ONE_EVO, 100n * ONE_EVO, ONE_EVO / 2n),
  fc.constantFrom(1n, 10n ** 38n / 50n),
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), refer: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      who: fc.nat(),
      amount,
      source: fc.constantFrom<RewardSource>('welcome', 'social_task', 'referral', 'referral_weekly', 'admin'),
      reason: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
      ref: fc.constantFrom('twitter:retweet:17', 'twitter:like', 'instagram:follow', undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('clear' as const, 'reset' as const, 'rename' as const),
      who: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      who: fc.nat(),
      share: fc.bigInt({ min: 1n, max: 3n }),
    }),
  },
);

/** Ledgers that the deciders could have written: claims are covered, accounts are opened first. */
export const randomLedger: fc.Arbitrary<TestLedger> = fc
  .array(act, { minLength: 1, maxLength: 120 })
  .map(play);

function play(acts: readonly Act[]): TestLedger {
  const ledger = new TestLedger();
  const accounts = new Map<string, { total: bigint; claimed: bigint }>();
  const users: string[] = [];
  for (const step of acts) {
    ledger.now += 60_000;
    if (step.kind === 'open') {
      const referrerId = step.refer ? users.at(-1) : undefined;
      users.push(ledger.open(referrerId ? { referrerId } : {}));
      continue;
    }
    const userId = users[step.who % users.length];
    if (!userId) continue;
    const known = accounts.get(userId) ?? { total: 0n, claimed: 0n };
    accounts.set(userId, known);
    const pending = known.total - known.claimed;
    switch (step.kind) {
      case 'grant': {
        const { amount, source, reason, ref } = step;
        ledger.grant(userId, amount, { source, reason, ...(ref !== undefined && { ref }) });
        known.total += amount;
        break;
      }
      case 'claim': {
        const amount = pending / step.share;
        if (amount > 0n) ledger.claim(userId, amount);
        known.claimed += amount;
        break;
      }
      case 'clear':
        if (pending > 0n) ledger.account(userId, cleared(pending));
        known.total -= pending;
        break;
      case 'reset':
        ledger.account(userId, reset(known));
        accounts.delete(userId);
        break;
      case 'rename':
        ledger.account(userId, {
          type: 'UsernameChanged',
          data: { username: `name_${ledger.events.length}` },
        });
        break;
    }
  }
  return ledger;
}

function cleared(amount: bigint): AccountEvent {
  return { type: 'BalanceCleared', data: { amount: formatEvo(amount), reason: 'Cleared' } };
}

function reset({ total, claimed }: { total: bigint; claimed: bigint }): AccountEvent {
  const data = { resetId: randomUUID(), total: formatEvo(total), claimed: formatEvo(claimed) };
  return { type: 'RewardsReset', data };
}
