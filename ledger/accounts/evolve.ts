import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { confirmedActKey } from './confirmed-act.ts';
import { type AccountState, MERGED, taskKey } from './state.ts';
import { isPaidOnce, paidOnceKey } from './undo-ref.ts';

/** Folds one event of an account into its state. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  const after = changed(state, event);
  const firstAct = after.firstAct ?? confirmedActKey(event);
  return firstAct === after.firstAct ? after : { ...after, firstAct };
}

function changed(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountOpened': {
      const { walletAddress, referrerId } = event.data;
      return { ...state, opened: true, walletAddress, referrerId };
    }
    case 'WalletLinked':
      return { ...state, walletAddress: event.data.walletAddress };
    case 'UsernameChanged':
      return { ...state, username: event.data.username, usernameUse: event.data.use };
    case 'RewardGranted': {
      const { amount, source, grantId, ref } = event.data;
      const units = parseEvo(amount);
      return {
        ...state,
        granted: state.granted + units,
        ...(source === 'admin' && { adminGrants: state.adminGrants.set(grantId, units) }),
        ...(isPaidOnce(source, ref) && { paidOnce: state.paidOnce.add(paidOnceKey(source, ref)) }),
        emailRewarded: state.emailRewarded || source === 'email_verification',
      };
    }
    case 'RewardsClaimed':
      return { ...state, claimed: state.claimed + parseEvo(event.data.amount) };
    case 'BalanceCleared':
      return { ...state, granted: state.granted - parseEvo(event.data.amount) };
    case 'RewardRevoked': {
      const { amount, grantId } = event.data;
      return {
        ...state,
        granted: state.granted - parseEvo(amount),
        adminGrants: state.adminGrants.delete(grantId),
      };
    }
    case 'RewardsReset': {
      const { resetId, total, claimed } = event.data;
      return {
        ...state,
        granted: state.granted - parseEvo(total),
        claimed: state.claimed - parseEvo(claimed),
        adminGrants: state.adminGrants.clear(),
        resets: state.resets + 1,
        lastReset: { resetId, total: parseEvo(total), claimed: parseEvo(claimed) },
      };
    }
    case 'RewardsRestored': {
      const { total, claimed } = event.data;
      return {
        ...state,
        granted: state.granted + parseEvo(total),
        claimed: state.claimed + parseEvo(claimed),
        lastReset: undefined,
      };
    }
    case 'SocialConnected': {
      const { platform, handle, platformUserId } = event.data;
      return { ...state, socials: { ...state.socials, [platform]: { handle, platformUserId } } };
    }
    case 'TaskVerified': {
      const { platform, taskType } = event.data;
      return { ...state, tasks: new Set([...state.tasks, taskKey(platform, taskType)]) };
    }
    case 'EmailSignedUp': {
      const { emailHash, sealedEmail, marketingOptIn } = event.data;
      return { ...state, email: { emailHash, sealedEmail, marketingOptIn, verified: false } };
    }
    case 'EmailVerified':
      return { ...state, email: state.email && { ...state.email, verified: true } };
    case 'CheckedIn':
      return { ...state, checkIn: event.data };
    case 'WhitelistJoined':
      return { ...state, whitelisted: true };
    case 'AccountRemoved':
      return { ...state, removed: true, merged: event.data.reason === MERGED };
    case 'AccountReinstated':
      return { ...state, removed: false, merged: false };
  }
}
