import { expect, test } from 'vitest';
import { pages, queryError, validation, walletErrors } from '../../contracts/messages.ts';
import { errorToasts, noticeToasts, successToasts } from '../../contracts/toasts.ts';

/** The texts of the product, written out once more: a change of one of them has to be meant. */

test('the texts of the wallet', () => {
  expect([
    walletErrors.noProvider,
    walletErrors.noAccounts,
    walletErrors.userRejected,
    walletErrors.requestPending,
    walletErrors.connectFailed('why'),
    walletErrors.addNetworkFailed('why'),
    walletErrors.switchNetworkFailed('why'),
    walletErrors.connectFirst,
    walletErrors.signFailed('why'),
    walletErrors.noProviderForBalance,
    walletErrors.balanceFailed('why'),
    walletErrors.noProviderForReceipt,
  ]).toEqual([
    'MetaMask is not installed. Please install MetaMask to continue.',
    'No accounts found. Please unlock MetaMask.',
    'Please connect to MetaMask to continue.',
    'MetaMask connection request is already pending. Please check MetaMask.',
    'Failed to connect to MetaMask: why',
    'Failed to add EVO network: why',
    'Failed to switch to EVO network: why',
    'Please connect your wallet first.',
    'Failed to sign message: why',
    'No provider available. Please connect your wallet first.',
    'Failed to get balance: why',
    'No provider available',
  ]);
});

test('the text of a failed query', () => {
  expect(queryError(503, 'Service Unavailable')).toBe('503: Service Unavailable');
});

test('the notices of errors', () => {
  const said = [
    errorToasts.invalidHandle,
    errorToasts.socialConnectFailed,
    errorToasts.verificationFailed('follow'),
    errorToasts.verificationFailed('follow', 'Not yet'),
    errorToasts.verificationError(),
    errorToasts.emailRequired,
    errorToasts.emailInvalid,
    errorToasts.signupFailed(),
    errorToasts.copyFailed,
    errorToasts.updateFailed(),
    errorToasts.noChanges,
    errorToasts.connectionFailed(),
    noticeToasts.comingSoon('WalletConnect'),
    errorToasts.resendFailed('Not now'),
    errorToasts.resendError,
    errorToasts.exportEmailsFailed,
    errorToasts.exportWalletsFailed,
    errorToasts.exportActivityFailed,
    errorToasts.bulkRemovalFailed,
    errorToasts.rewardFailed('why'),
    errorToasts.removeUserFailed('why'),
    errorToasts.clearBalanceFailed('why'),
    errorToasts.sendRewardsFailed('why'),
    errorToasts.raffleFailed('why'),
    errorToasts.resetFailed('why'),
    errorToasts.removeAdminFailed('why'),
    errorToasts.addAdminFailed('why'),
    errorToasts.uploadFailed('why'),
  ].map(({ title, description }) => `${title} - ${description}`);
  expect(said).toEqual([
    'Error - Please enter a valid handle',
    'Connection Failed - Failed to connect social account. Please try again.',
    'Verification Failed - Please complete the follow task and try again.',
    'Verification Failed - Not yet',
    'Verification Error - Failed to verify task. Please try again.',
    'Email required - Please enter a valid email address.',
    'Invalid email - Please enter a valid email address.',
    'Signup failed - Failed to sign up',
    'Copy Failed - Failed to copy link. Please copy manually.',
    'Update Failed - Failed to update username',
    'No Changes - Username is the same as current',
    'Connection Failed - Failed to connect wallet. Please try again.',
    'Coming Soon - WalletConnect integration is coming soon. Please use MetaMask for now.',
    'Failed to resend email - Not now',
    'Error - Failed to resend verification email',
    'Export Failed - Failed to download email list',
    'Export Failed - Failed to download wallet addresses',
    'Export Failed - Failed to export activity history',
    'Bulk Removal Failed - All user removals failed',
    'Reward Failed - why',
    'Failed to Remove User - why',
    'Clear Balance Failed - why',
    'Failed to Send Rewards - why',
    'Raffle Failed - why',
    'Reset Failed - why',
    'Failed to Remove Admin - why',
    'Failed to Add Admin - why',
    'Upload Failed - why',
  ]);
  expect([errorToasts.noData.title, errorToasts.musicFetchFailed]).toEqual([
    'No Data',
    'Failed to fetch music tracks',
  ]);
  expect(validation.usernameEmpty).toBe('Username cannot be empty');
});

test('the notices of success', () => {
  const { emailSignup, welcomeBonus, ...others } = successToasts;
  expect([emailSignup, welcomeBonus]).toEqual([
    { title: 'Email signup successful!', description: 'Check your email to earn 2 EVO' },
    { title: 'Welcome Bonus', description: 'You received 100 EVO tokens for joining!' },
  ]);
  expect(Object.values(others).map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Connected!',
      'Task Verified!',
      'Link Copied!',
      'Username Updated',
      'Wallet Connected',
      'Wallet Disconnected',
      'Email resent',
      'Export Complete',
      'Reward Sent',
      'User Removed',
      'Balance Cleared',
      'All Rewards Reset',
      'Admin Removed',
      'Admin Added',
      'Upload Successful',
    ]),
  );
});

test('the texts of pages', () => {
  expect(pages).toMatchObject({
    notFoundTitle: 'Page Not Found',
    verificationFailedTitle: 'Verification Failed',
    verificationFailedText: 'Something went wrong during verification.',
    invalidVerificationLink: 'Invalid Verification Link',
    launchPrompt: 'Launch into EvoRewards',
  });
});
