import type { Activity, Transaction } from '../../../../../contracts/api/dashboard.ts';

/** What the account's list can be narrowed to: one kind of transaction, or all. */
export const KINDS = ['all', 'reward', 'claim', 'referral', 'adjustment'] as const;
export type Kind = (typeof KINDS)[number];

export const kindNames: Record<Kind, string> = {
  all: 'All',
  reward: 'Rewards',
  claim: 'Claims',
  referral: 'Referrals',
  adjustment: 'Adjustments',
};

/** One event of the account, as its list shows it: what moved EVO, or what was earned by it, or both. */
export type LedgerLine = Pick<Transaction, 'id' | 'type' | 'description' | 'amount' | 'createdAt'> & {
  /** What only a transaction says of itself. */
  readonly entry?: Transaction;
  /** What only an activity says: how it was earned. */
  readonly activity?: Activity['type'];
};

/**
 * The newest of both as one list, newest first. Both are told by the same events, so what stands in both is one line.
 * @param limit the most lines
 */
export function linesOf(
  transactions: readonly Transaction[],
  activities: readonly Activity[],
  limit: number,
): readonly LedgerLine[] {
  const earned = new Map(activities.map(({ id, type }) => [id, type]));
  const told = new Set(transactions.map(({ id }) => id));
  const lines = [
    ...transactions.map((entry): LedgerLine => {
      const activity = earned.get(entry.id);
      return { ...entry, entry, ...(activity && { activity }) };
    }),
    ...activities
      .filter(({ id }) => !told.has(id))
      .map(
        ({ id, type, description, reward, createdAt }): LedgerLine => ({
          id,
          type: type === 'referral' ? 'referral' : 'reward',
          description,
          amount: reward,
          createdAt,
          activity: type,
        }),
      ),
  ];
  // The newest transactions are those that the ledger has last: what was paid or taken late has the time of its cause,
  // and must not give way to activities from before it.
  return lines.slice(0, limit).sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
