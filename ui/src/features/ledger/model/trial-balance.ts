import { formatEvo, parseSum } from '../../../../../contracts/money.ts';
import type { LedgerAt } from '../api/ledger-queries.ts';

/** Classes of accounts, as people call them. One that is not among them keeps its own name. */
const names: Readonly<Record<string, string>> = {
  'program:issued': 'Issued by the program',
  'program:cleared': 'Cleared by admins',
  'program:revoked': 'Rewards taken back',
  'program:reset': 'Taken by resets',
  'user:*:claimable': 'Claimable by users',
  'user:*:claimed': 'Claimed by users',
};

export const accountName = (account: string): string => names[account] ?? account;

/**
 * Adds up what the page shows, here and not at the server. EVO in normal form, signed; '0' where every posting has its
 * counterpart.
 */
export function sumOf(lines: LedgerAt['trialBalance']): string {
  return formatEvo(lines.reduce((sum, { balance }) => sum + parseSum(balance), 0n));
}

/** What does not fit in a trial balance, or undefined. */
export function balanceFault({
  trialBalance,
  sum,
}: Pick<LedgerAt, 'trialBalance' | 'sum'>): string | undefined {
  const own = sumOf(trialBalance);
  if (own !== '0') return `These lines add up to ${own} EVO: an entry has no counterpart.`;
  if (sum !== '0') return `These lines add up to 0, but the server says ${sum} EVO.`;
  return undefined;
}
