import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../../../contracts/constants.ts';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseEvo, parseSum } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { isMerger } from '../../accounts/merger.ts';
import { taskReward } from '../../accounts/social.ts';
import { type AccountState, pendingOf, taskKey } from '../../accounts/state.ts';
import { paidOnceKey, UNDO_REF } from '../../accounts/undo-ref.ts';
import type { Accounts } from './accounts.ts';
import { type AccountChange, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/**
 * No event stands in an account's stream that the account's decider would have refused. Where an earlier version of the
 * program decided otherwise, the version of the event's schema tells the two apart. Nobody acts on an account of another.
 */
export function accountDecisions(accounts: Accounts): Rule {
  /** Accounts whose mailbox somebody else has taken over. */
  const merged = new Set<string>();
  return {
    name: 'account',
    add(_, change) {
      const refusal =
        change &&
        (referrerFault(change, accounts) ??
          refusalOf(change) ??
          returnFault(change, merged) ??
          strangerFault(change));
      if (change && isMerger(change.event)) merged.add(change.userId);
      must(refusal === undefined, () => (change ? `${named(change.event)}: ${refusal}` : ''));
    },
  };
}

function refusalOf(change: AccountChange): string | undefined {
  const { event, before } = change;
  const { type, data } = event;
  if (type === 'AccountOpened') return openingFault(data, before);
  if (!before.opened) return 'the account was never opened';
  if (type === 'AccountReinstated') return before.removed ? undefined : 'the account is not removed';
  if (type === 'AccountRemoved') return removalFault(change);
  if (type === 'RewardsReset') return resetFault(data, before);
  if (type === 'RewardsRestored') return restoreFault(data, before);
  if (type === 'PrizeForgone') return forgoingFault(data, before);
  // Also what a removed account has left is erased when its person asks for it.
  if (type === 'PersonalDataErased')
    return before.erased ? 'nothing has come since the last erasure' : undefined;
  if (before.removed) return 'the account is removed';
  return balanceFault(change) ?? personFault(change);
}

function openingFault(
  { source, walletAddress, referrerId }: Opening,
  { opened }: AccountState,
): string | undefined {
  if (opened) return 'the account was opened before';
  if (source === 'wallet') return walletAddress === undefined ? 'there is no wallet' : undefined;
  // Who signs up with an address alone has no wallet, and is brought by nobody.
  if (walletAddress !== undefined) return 'it is of an address alone, and has a wallet';
  return referrerId === undefined ? undefined : 'it is of an address alone, and was brought by somebody';
}

type Opening = Extract<AccountEvent, { type: 'AccountOpened' }>['data'];

/** Who brings somebody was there before: nobody brought themselves, and there are no circles. */
function referrerFault({ userId, event }: AccountChange, accounts: Accounts): string | undefined {
  if (event.type !== 'AccountOpened' || event.data.referrerId === undefined) return undefined;
  const { referrerId } = event.data;
  const isThere = referrerId !== userId && accounts.stateOf(referrerId)?.opened === true;
  return isThere ? undefined : `${referrerId} brought it, whose account was not open before`;
}

/** Where a user is named who has acted, it is the one whose account it is. One without a wallet is nobody's by name. */
function strangerFault({ event, after: { walletAddress } }: AccountChange): string | undefined {
  const { kind, wallet } = event.metadata.actor;
  if (kind !== 'user' && OF_THE_PERSON.has(event.type))
    return `only a user does that, and it is of kind '${kind}'`;
  // It takes whoever it is of out of a raffle that is under way.
  if (kind === 'system' && event.type === 'PersonalDataErased')
    return 'only a person or an admin asks for that';
  if (kind !== 'user' || wallet === undefined || walletAddress === undefined) return undefined;
  return lowerCase(wallet) === lowerCase(walletAddress)
    ? undefined
    : `a user has done it whose account it is not: ${wallet}`;
}

/** What nobody else does: no admin has such an act, and no process. */
const OF_THE_PERSON: ReadonlySet<AccountEvent['type']> = new Set([
  'AccountOpened',
  'WalletLinked',
  'UsernameChanged',
  'RewardsClaimed',
  'SocialConnected',
  'TaskVerified',
  'EmailSignedUp',
  'EmailVerified',
  'CheckedIn',
  'WhitelistJoined',
]);

/** Who comes back from a merger would be there beside whoever has the mailbox now. */
function returnFault({ userId, event }: AccountChange, merged: ReadonlySet<string>): string | undefined {
  return event.type === 'AccountReinstated' && merged.has(userId)
    ? 'the account was merged into another one'
    : undefined;
}

function removalFault({ event, before }: AccountChange): string | undefined {
  if (before.removed) return 'the account is removed already';
  return isMerger(event) && before.walletAddress !== undefined
    ? 'only an account without a wallet is merged'
    : undefined;
}

function resetFault(data: { readonly total: string; readonly claimed: string }, before: AccountState) {
  const [total, claimed] = [parseSum(data.total), parseSum(data.claimed)];
  if (total === 0n && claimed === 0n) return 'it takes nothing';
  if (claimed > before.claimed) return `it takes ${data.claimed} of what was claimed, and that is less`;
  if (claimed > total) return 'it makes claimable again what was claimed';
  if (total - claimed > pendingOf(before)) return 'it takes more than was there';
  return undefined;
}

function restoreFault(
  data: { readonly resetId: string; readonly total: string; readonly claimed: string },
  { lastReset }: AccountState,
) {
  const isIt =
    lastReset?.resetId === data.resetId &&
    lastReset.total === parseSum(data.total) &&
    lastReset.claimed === parseSum(data.claimed);
  return isIt ? undefined : 'it does not give back what the last reset took';
}

function forgoingFault(
  { ref, reason }: { readonly ref: string; readonly reason: 'account_removed' | 'no_wallet' },
  before: AccountState,
): string | undefined {
  if (isSettled(ref, before)) return 'that prize was paid or forgone before';
  if (before.removed) return reason === 'account_removed' ? undefined : 'the account is removed';
  if (reason === 'account_removed') return 'the account is not removed';
  return before.walletAddress === undefined ? undefined : 'the account has a wallet';
}

/** Whether it is known what became of the prize of a raffle's place. */
const isSettled = (ref: string, { paidOnce }: AccountState) => paidOnce.has(paidOnceKey('raffle', ref));

/** @returns what is wrong with an event that moves EVO */
function balanceFault({ event, before }: AccountChange): string | undefined {
  const { type, data, metadata } = event;
  /** From the version on whose program kept these bounds. */
  const isBounded = metadata.schemaVersion >= 2;
  switch (type) {
    case 'RewardGranted': {
      const amount = parseSum(data.amount);
      if (data.source === 'raffle' && isSettled(data.ref ?? '', before))
        return 'that prize was paid or forgone before';
      if (data.source === 'raffle' && before.walletAddress === undefined)
        return 'the account has no wallet for a prize';
      if (!isBounded || data.ref?.startsWith(UNDO_REF)) return undefined;
      if (amount > MOST_AT_ONCE) return `it grants ${data.amount}, and one grant is ${MAX_GRANT} at the most`;
      return before.granted + amount > MOST_IN_TOTAL
        ? `the account has more than ${MAX_ACCOUNT_TOTAL} with it`
        : undefined;
    }
    case 'RewardsClaimed':
      if (before.hold?.goesOn) return 'the claims of the account are held';
      if (parseSum(data.amount) === pendingOf(before) && pendingOf(before) > 0n) return undefined;
      return `it claims ${data.amount}, and a claim takes all that is pending`;
    case 'BalanceCleared': {
      const [amount, pending] = [parseSum(data.amount), pendingOf(before)];
      // An act on all accounts takes what was there when it was requested; an admin takes what there is.
      const isDue = metadata.actor.kind === 'admin' ? amount === pending : amount <= pending;
      return amount > 0n && isDue ? undefined : 'it does not take what is pending';
    }
    case 'RewardRevoked': {
      const left = before.adminGrants.get(data.grantId)?.amount;
      const isIt = left === parseSum(data.amount) && left <= pendingOf(before);
      return isIt || !isBounded ? undefined : 'it does not take what is left of a grant by hand';
    }
    default:
      return undefined;
  }
}

const MOST_AT_ONCE = parseEvo(MAX_GRANT);
const MOST_IN_TOTAL = parseEvo(MAX_ACCOUNT_TOTAL);
const DAY_MS = 24 * 3_600_000;

/** @returns what is wrong with an event about the person behind the account */
function personFault({ event, before }: AccountChange): string | undefined {
  const { type, data, metadata } = event;
  switch (type) {
    case 'ClaimsHeld':
      if (before.hold?.goesOn) return 'the claims are held already';
      return data.again === undefined || before.hold?.holdId === data.again
        ? undefined
        : 'it takes another hold up again than the last one';
    case 'ClaimsReleased':
      return before.hold?.goesOn && before.hold.holdId === data.holdId
        ? undefined
        : 'that hold does not go on';
    case 'WalletLinked':
      return before.walletAddress === undefined ? undefined : 'the account has a wallet already';
    case 'SocialConnected': {
      const known = before.socials[data.platform]?.platformUserId;
      if (known !== undefined) return 'the platform was connected for good';
      const isTyped = data.method === 'handle';
      return isTyped === (data.platformUserId === undefined)
        ? undefined
        : 'a handle that was typed is no account that the platform has confirmed';
    }
    case 'UsernameChanged':
      return before.username === data.username ? 'that is its name' : undefined;
    case 'TaskVerified': {
      const { platform, taskType, method } = data;
      if (taskReward(platform, taskType) === undefined) return 'there is no such task';
      if (method === 'handle') return 'no platform has said that it was done';
      if (before.socials[platform]?.platformUserId === undefined) return 'the platform is not connected';
      return before.tasks.has(taskKey(platform, taskType)) ? 'the task was verified before' : undefined;
    }
    case 'EmailSignedUp':
      return before.email === undefined ? undefined : 'the account has an address already';
    case 'EmailVerified':
      if (before.email?.emailHash !== data.emailHash) return 'the account has another address';
      return before.email.verified ? 'the address was verified before' : undefined;
    case 'CheckedIn': {
      const last = before.checkIn;
      const { occurredAt } = metadata;
      if (!occurredAt.startsWith(data.day)) return `it is of ${occurredAt}, and not of ${data.day}`;
      if (last && data.day <= last.day) return 'that day was checked in, or a later one';
      const isNext = last && Date.parse(data.day) - Date.parse(last.day) === DAY_MS;
      const streak = isNext ? last.streak + 1 : 1;
      return data.streak === streak ? undefined : `it is day ${streak} in a row, not ${data.streak}`;
    }
    case 'WhitelistJoined':
      return before.whitelisted ? 'the account has joined before' : undefined;
    default:
      return undefined;
  }
}
