import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { type AccountState, taskKey } from './state.ts';

/** Folds one event of an account into its state. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'AccountOpened': {
      const { walletAddress, referrerId } = event.data;
      return { ...state, opened: true, walletAddress, referrerId };
    }
    case 'WalletLinked':
      return { ...state, walletAddress: event.data.walletAddress };
    case 'UsernameChanged':
      return { ...state, username: event.data.username };
    case 'RewardGranted': {
      const { amount, source, grantId } = event.data;
      const units = parseEvo(amount);
      return {
        ...state,
        granted: state.granted + units,
        ...(source === 'admin' && { adminGrants: state.adminGrants.set(grantId, units) }),
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
        granted: 0n,
        claimed: 0n,
        adminGrants: state.adminGrants.clear(),
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
      const { emailHash, marketingOptIn } = event.data;
      return { ...state, email: { emailHash, marketingOptIn, verified: false } };
    }
    case 'EmailVerified':
      return { ...state, email: state.email && { ...state.email, verified: true } };
    case 'CheckedIn':
      return { ...state, checkIn: event.data };
    case 'WhitelistJoined':
      return { ...state, whitelisted: true };
    case 'AccountRemoved':
      return { ...state, removed: true };
    case 'AccountReinstated':
      return { ...state, removed: false };
  }
}
