import { emailAnswers } from './mail-messages.ts';
import { claimTexts, shownRefusals, validation } from './messages.ts';
import { shellToasts } from './shell-toasts.ts';

/** Every notice that is shown for a moment, in one place. A text with a blank is a function. */

export type ToastText = { readonly title: string; readonly description?: string };

const failed =
  (title: string) =>
  (message: string): ToastText => ({ title, description: message });

export const errorToasts = {
  invalidHandle: { title: 'Error', description: validation.handleInvalid },
  socialConnectFailed: {
    title: 'Connection Failed',
    description: 'Failed to connect social account. Please try again.',
  },
  verificationFailed: (task: string, message?: string): ToastText => ({
    title: 'Verification Failed',
    description: message ?? `Please complete the ${task} task and try again.`,
  }),
  verificationError: (message?: string): ToastText => ({
    title: 'Verification Error',
    description: message ?? 'Failed to verify task. Please try again.',
  }),
  emailRequired: { title: 'Email required', description: validation.emailInvalid },
  emailInvalid: { title: 'Invalid email', description: validation.emailInvalid },
  signupFailed: (message?: string): ToastText => ({
    title: 'Signup failed',
    description: message ?? 'Failed to sign up',
  }),
  copyFailed: shellToasts.copyFailed,
  updateFailed: (message?: string): ToastText => ({
    title: 'Update Failed',
    description: message ?? 'Failed to update username',
  }),
  noChanges: { title: 'No Changes', description: validation.usernameSame },
  connectionFailed: (message?: string): ToastText => ({
    title: 'Connection Failed',
    description: message ?? 'Failed to connect wallet. Please try again.',
  }),
  checkInFailed: failed('Check-in Failed'),
  whitelistFailed: failed('Could Not Join'),
  resendFailed: failed('Failed to resend email'),
  resendError: { title: 'Error', description: 'Failed to resend verification email' },
  exportEmailsFailed: { title: 'Export Failed', description: 'Failed to download email list' },
  exportWalletsFailed: { title: 'Export Failed', description: 'Failed to download wallet addresses' },
  exportActivityFailed: { title: 'Export Failed', description: 'Failed to export activity history' },
  noData: { title: 'No Data', description: 'There is nothing to export' },
  rewardFailed: failed('Reward Failed'),
  removeUserFailed: failed('Failed to Remove User'),
  bulkRemovalFailed: { title: 'Bulk Removal Failed', description: 'All user removals failed' },
  clearBalanceFailed: failed('Clear Balance Failed'),
  sendRewardsFailed: failed('Failed to Send Rewards'),
  raffleFailed: failed('Raffle Failed'),
  resetFailed: failed('Reset Failed'),
  holdFailed: failed('Claims Unchanged'),
  removeAdminFailed: failed('Failed to Remove Admin'),
  addAdminFailed: failed('Failed to Add Admin'),
  uploadFailed: failed('Upload Failed'),
  musicFetchFailed: shellToasts.musicFetchFailed,
} as const;

export const noticeToasts = {
  comingSoon: (type: string): ToastText => ({
    title: 'Coming Soon',
    description: `${type} integration is coming soon. Please use MetaMask for now.`,
  }),
  welcomeWaits: { title: 'Welcome bonus later', description: claimTexts.welcomeWaits },
  /** The claim of the coming-soon page: information only. */
  claimOpensLater: {
    title: 'Weekly rewards airdrop',
    description: 'Claiming opens with the first airdrop. Until then your EVO stays in the ledger.',
  },
} as const;

export const successToasts = {
  socialConnected: { title: 'Connected!' },
  taskVerified: { title: 'Task Verified!' },
  emailSignup: { title: 'Email signup successful!', description: emailAnswers.signedUp },
  linkCopied: { title: 'Link Copied!' },
  usernameUpdated: { title: 'Username Updated' },
  walletConnected: { title: 'Wallet Connected' },
  welcomeBonus: { title: 'Welcome Bonus', description: 'You received 100 EVO tokens for joining!' },
  walletDisconnected: shellToasts.walletDisconnected,
  emailResent: { title: 'Email resent' },
  checkedIn: { title: 'Checked in!' },
  whitelistJoined: { title: 'You are on the whitelist' },
  exportComplete: { title: 'Export Complete' },
  rewardSent: { title: 'Reward Sent' },
  userRemoved: { title: 'User Removed' },
  balanceCleared: { title: 'Balance Cleared' },
  allRewardsReset: { title: 'All Rewards Reset' },
  claimsHeld: { title: 'Claims Held' },
  claimsReleased: { title: 'Claims Released' },
  adminRemoved: { title: 'Admin Removed' },
  adminAdded: { title: 'Admin Added' },
  uploadSuccessful: { title: 'Upload Successful' },
} as const satisfies Record<string, ToastText>;

/** How a journey to a platform and back ended; the keys are those of `SocialReturn`. */
export const socialReturns = {
  connected: (name: string): ToastText => ({
    title: 'Connected!',
    description: `${name} has confirmed your account`,
  }),
  denied: (name: string) => socialReturnFailed(`You did not allow it on ${name}. Nothing was connected.`),
  expired: (name: string) =>
    socialReturnFailed(`The way to ${name} and back took too long. Please try again.`),
  taken: () => socialReturnFailed(shownRefusals.handleTaken),
  other_account: (name: string) =>
    socialReturnFailed(`Another account of ${name} is already connected to your account`),
  failed: () => errorToasts.socialConnectFailed,
  signed_out: (name: string) =>
    socialReturnFailed(`Connect your wallet first, then connect ${name} once more.`),
} as const;

const socialReturnFailed = (description: string): ToastText => ({ title: 'Connection Failed', description });
