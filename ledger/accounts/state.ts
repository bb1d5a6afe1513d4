/** What decisions about one account need. Amounts are base units. */
export type AccountState = {
  readonly opened: boolean;
  readonly walletAddress: string | undefined;
  /** totalRewards: what was granted and not cleared since the last reset. */
  readonly granted: bigint;
  readonly claimed: bigint;
};

/** Before its first event. */
export const closedAccount: AccountState = {
  opened: false,
  walletAddress: undefined,
  granted: 0n,
  claimed: 0n,
};

/** What can be claimed: totalRewards − claimedRewards. */
export function pendingOf(state: AccountState): bigint {
  return state.granted - state.claimed;
}
