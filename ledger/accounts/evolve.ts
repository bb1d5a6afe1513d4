import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseSum } from '../../contracts/money.ts';
import { GrowingMap } from '../growing-map.ts';
import { confirmedActKey } from './confirmed-act.ts';
import { erased } from './erase.ts';
import { leftBehind, withoutGrant } from './hand-grants.ts';
import { MERGED } from './merger.ts';
import { type AccountState, pendingOf, REVOCABLE_GRANTS, taskKey } from './state.ts';
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
      return {
        ...state,
        erased: false,
        username: event.data.username,
        usernameUse: event.data.use,
        likenessUse: event.data.likenessUse,
      };
    case 'RewardGranted': {
      const { source, grantId, ref } = event.data;
      const amount = parseSum(event.data.amount);
      return {
        ...withGranted(state, amount),
        ...(source === 'admin' && {
          adminGrants: state.adminGrants
            .with(grantId, { amount, ahead: pendingOf(state) })
            .newest(REVOCABLE_GRANTS),
        }),
        ...(isPaidOnce(source, ref) && { paidOnce: state.paidOnce.add(paidOnceKey(source, ref)) }),
        welcomed: state.welcomed || source === 'welcome',
        emailRewarded: state.emailRewarded || source === 'email_verification',
      };
    }
    case 'PrizeForgone':
      return { ...state, paidOnce: state.paidOnce.add(paidOnceKey('raffle', event.data.ref)) };
    case 'RewardsClaimed':
      return {
        ...state,
        claimed: state.claimed + parseSum(event.data.amount),
        adminGrants: GrowingMap.of(),
      };
    case 'ClaimsHeld':
      return { ...state, hold: { holdId: event.data.holdId, goesOn: true } };
    case 'ClaimsReleased':
      return { ...state, hold: { holdId: event.data.holdId, goesOn: false } };
    case 'BalanceCleared': {
      const amount = parseSum(event.data.amount);
      return {
        ...state,
        granted: state.granted - amount,
        adminGrants: leftBehind(state.adminGrants, amount, pendingOf(state) - amount),
      };
    }
    case 'RewardRevoked': {
      const { amount, grantId } = event.data;
      return {
        ...state,
        granted: state.granted - parseSum(amount),
        adminGrants: withoutGrant(state.adminGrants, grantId),
      };
    }
    case 'RewardsReset': {
      const { resetId } = event.data;
      const [total, claimed] = [parseSum(event.data.total), parseSum(event.data.claimed)];
      const taken = total - claimed;
      return {
        ...state,
        granted: state.granted - total,
        claimed: state.claimed - claimed,
        adminGrants: leftBehind(state.adminGrants, taken, pendingOf(state) - taken),
        resets: state.resets + 1,
        lastReset: { resetId, total, claimed },
      };
    }
    case 'RewardsRestored': {
      const { total, claimed } = event.data;
      return {
        ...withGranted(state, parseSum(total)),
        claimed: state.claimed + parseSum(claimed),
        lastReset: undefined,
      };
    }
    case 'SocialConnected': {
      const { platform, handle, sealedHandle, handleHash, platformUserId } = event.data;
      const connection = { handle, sealedHandle, handleHash, platformUserId };
      return { ...state, erased: false, socials: { ...state.socials, [platform]: connection } };
    }
    case 'TaskVerified': {
      const { platform, taskType } = event.data;
      return { ...state, tasks: new Set([...state.tasks, taskKey(platform, taskType)]) };
    }
    case 'EmailSignedUp': {
      const { emailHash, sealedEmail, marketingOptIn } = event.data;
      return {
        ...state,
        erased: false,
        email: { emailHash, sealedEmail, marketingOptIn, verified: false },
      };
    }
    case 'EmailVerified':
      return { ...state, email: state.email && { ...state.email, verified: true } };
    case 'CheckedIn':
      return { ...state, checkIn: event.data };
    case 'WhitelistJoined':
      return { ...state, whitelisted: true };
    case 'PersonalDataErased':
      return erased(state);
    case 'AccountRemoved':
      return { ...state, removed: true, merged: event.data.reason === MERGED };
    case 'AccountReinstated':
      return { ...state, removed: false, merged: false, reinstated: true };
  }
}

function withGranted(state: AccountState, amount: bigint): AccountState {
  const granted = state.granted + amount;
  if (granted <= state.mostGranted) return { ...state, granted };
  return { ...state, granted, mostGranted: granted };
}
