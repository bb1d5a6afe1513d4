import type { ClaimNeeds, Platform, TaskType } from '../../contracts/constants.ts';
import type { RewardSource, SocialMethod } from '../../contracts/events/account.ts';

export type Grant = {
  readonly grantId: string;
  /** Base units, positive. */
  readonly amount: bigint;
  readonly source: RewardSource;
  readonly reason: string;
  /** What the grant is for, where one thing may be paid once. */
  readonly ref?: string;
};

export type OpenAccount = {
  readonly type: 'OpenAccount';
  readonly walletAddress: string;
  readonly referrerId?: string;
  /** The welcome bonus, granted in the same append, or to an account that still waits for it; absent while it has to wait. */
  readonly welcome?: Grant;
};

/** An account without a wallet, for an address that signed up alone. */
export type OpenEmailAccount = { readonly type: 'OpenEmailAccount' };

export type ChangeUsername = {
  readonly type: 'ChangeUsername';
  readonly username: string;
  /** Of the name's reservation that the change rests on; absent while the change is only foreseen. */
  readonly use?: number;
  /** Of the reservation of what the name looks like; absent as well for the name that the account was opened with. */
  readonly likenessUse?: number;
};
export type GrantReward = { readonly type: 'GrantReward' } & Grant;
/** Pays the prize of a raffle's place, or forgoes it when the account was removed or has no wallet; once. */
export type SettlePrize = { readonly type: 'SettlePrize' } & Grant & { readonly ref: string };
export type ClaimRewards = {
  readonly type: 'ClaimRewards';
  readonly claimId: string;
  /** `nothing` if not given. */
  readonly needs?: ClaimNeeds;
};
/** Nothing can be claimed any more until it is released. */
export type HoldClaims = {
  readonly type: 'HoldClaims';
  readonly holdId: string;
  readonly reason: string;
  /** Only while nothing has been held since this hold was released. */
  readonly again?: string;
};
export type ReleaseClaims = {
  readonly type: 'ReleaseClaims';
  readonly reason: string;
  /** Only this hold, and no later one. */
  readonly holdId?: string;
};

/** What a command has of a person was sealed before it is decided, and the account may be erased in between. */
export type SealedWhen = {
  /** How many erasures of the account were carried out when it was sealed; none if not given. */
  readonly sealedAfter?: number;
};

/** A handle as events hold it: under the account's own key, and as a keyed hash. */
export type SealedHandle = SealedWhen & { readonly sealedHandle: string; readonly handleHash: string };

/** A handle as it was typed. */
export type NameSocialHandle = SealedHandle & {
  readonly type: 'NameSocialHandle';
  readonly platform: Platform;
};

/** An account of a platform that the platform itself has confirmed. */
export type ConfirmSocial = SealedHandle & {
  readonly type: 'ConfirmSocial';
  readonly platform: Platform;
  readonly platformUserId: string;
  readonly method: Exclude<SocialMethod, 'handle'>;
  readonly grantId: string;
};

/** A task that the platform itself has confirmed. */
export type ConfirmTask = {
  readonly type: 'ConfirmTask';
  readonly platform: Platform;
  readonly taskType: TaskType;
  readonly tweetId?: string;
  readonly method: Exclude<SocialMethod, 'handle'>;
  readonly evidence: string;
  readonly grantId: string;
};

export type SignUpEmail = SealedWhen & {
  readonly type: 'SignUpEmail';
  readonly emailHash: string;
  readonly sealedEmail: string;
  readonly marketingOptIn: boolean;
};

/** Whoever sends this holds the token that was mailed to the address. */
export type VerifyEmail = {
  readonly type: 'VerifyEmail';
  readonly emailHash: string;
  /** Of the grant for signing up and of the one for verifying. */
  readonly grantIds: readonly [string, string];
};

export type CheckIn = {
  readonly type: 'CheckIn';
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly grantId: string;
};

export type JoinWhitelist = { readonly type: 'JoinWhitelist' };
/**
 * What is left of that which an account had when an act on all accounts was asked for, in base units; what was
 * earned since is not in it. It holds for the revision alone that it was made from.
 */
export type Share = {
  readonly total: bigint;
  readonly claimed: bigint;
};

/** Without a share: everything that is there. */
export type ClearBalance = {
  readonly type: 'ClearBalance';
  readonly reason: string;
  readonly share?: Share;
  /** Base units: all that there is to clear, as it was shown to whoever asks. */
  readonly shown?: bigint | undefined;
};
export type ResetRewards = {
  readonly type: 'ResetRewards';
  readonly resetId: string;
  readonly share?: Share;
};
/** Takes a grant by hand back, while all of it is still pending. */
export type RevokeReward = {
  readonly type: 'RevokeReward';
  readonly grantId: string;
  readonly reason: string;
};
/** Gives back what a reset took. */
export type RestoreRewards = { readonly type: 'RestoreRewards'; readonly resetId: string };
/** Everything by which a person is known, but the wallet. */
export type ErasePersonalData = { readonly type: 'ErasePersonalData'; readonly reason?: string };
export type RemoveAccount = { readonly type: 'RemoveAccount'; readonly reason: string };
export type ReinstateAccount = { readonly type: 'ReinstateAccount' };

export type AccountCommand =
  | OpenAccount
  | OpenEmailAccount
  | ChangeUsername
  | GrantReward
  | SettlePrize
  | ClaimRewards
  | HoldClaims
  | ReleaseClaims
  | NameSocialHandle
  | ConfirmSocial
  | ConfirmTask
  | SignUpEmail
  | VerifyEmail
  | CheckIn
  | JoinWhitelist
  | ClearBalance
  | ResetRewards
  | RestoreRewards
  | RevokeReward
  | ErasePersonalData
  | RemoveAccount
  | ReinstateAccount;
