import fc from 'fast-check';
import type { RewardSource } from '../../contracts/events/account.ts';
import { ONE_EVO } from '../../contracts/money.ts';
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
  const pending = new Map<string, bigint>();
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
    const left = pending.get(userId) ?? 0n;
    if (step.kind === 'grant') {
      const { source, reason, ref } = step;
      ledger.grant(userId, step.amount, { source, reason, ...(ref !== undefined && { ref }) });
      pending.set(userId, left + step.amount);
    } else if (left / step.share > 0n) {
      ledger.claim(userId, left / step.share);
      pending.set(userId, left - left / step.share);
    }
  }
  return ledger;
}
