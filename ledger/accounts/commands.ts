import type { RewardSource } from '../../contracts/events/account.ts';

export type Grant = {
  readonly grantId: string;
  /** Base units, positive. */
  readonly amount: bigint;
  readonly source: RewardSource;
  readonly reason: string;
  /** What the grant is for, where one thing may be paid once. */
  readonly ref?: string;
};

export type AccountCommand =
  | {
      readonly type: 'OpenAccount';
      readonly walletAddress: string;
      readonly referrerId?: string;
      /** The welcome bonus, granted in the same append. */
      readonly welcome: Grant;
    }
  | ({ readonly type: 'GrantReward' } & Grant)
  | { readonly type: 'ClaimRewards'; readonly claimId: string };
