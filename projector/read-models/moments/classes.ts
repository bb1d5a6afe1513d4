/** The classes of accounts of the double-entry ledger, as the columns of `moments` name them. */
export const CLASSES = ['issued', 'cleared', 'revoked', 'reset', 'claimable', 'claimed'] as const;
export type ClassName = (typeof CLASSES)[number];

/** The class as a trial balance names it: an account of the program by its name, those of all users by a pattern. */
export const CLASS_ACCOUNTS: Readonly<Record<ClassName, string>> = {
  issued: 'program:issued',
  cleared: 'program:cleared',
  revoked: 'program:revoked',
  reset: 'program:reset',
  claimable: 'user:*:claimable',
  claimed: 'user:*:claimed',
};

const COLUMNS: ReadonlyMap<string, ClassName> = new Map(
  CLASSES.map((name) => [CLASS_ACCOUNTS[name], name] as const),
);

/**
 * The class of an account.
 * @throws Error for an account of no known class: a new one needs a column
 */
export function columnOf(account: string): ClassName {
  const found = COLUMNS.get(account.replace(/^user:[^:]+:/, 'user:*:'));
  if (!found) throw new Error(`the account ${account} is of no class that moments know`);
  return found;
}
