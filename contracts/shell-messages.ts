import { CHAIN_NAME, type Platform } from './constants.ts';

/** What every page of the product loads of its texts (`messages.ts` has the others). */

export const walletErrors = {
  noProvider: 'MetaMask is not installed. Please install MetaMask to continue.',
  noAccounts: 'No accounts found. Please unlock MetaMask.',
  userRejected: 'Please connect to MetaMask to continue.',
  requestPending: 'MetaMask connection request is already pending. Please check MetaMask.',
  connectFailed: (reason: string) => `Failed to connect to MetaMask: ${reason}`,
  addNetworkFailed: (reason: string) => `Failed to add ${CHAIN_NAME} network: ${reason}`,
  switchNetworkFailed: (reason: string) => `Failed to switch to ${CHAIN_NAME} network: ${reason}`,
  connectFirst: 'Please connect your wallet first.',
  signFailed: (reason: string) => `Failed to sign message: ${reason}`,
  noProviderForBalance: 'No provider available. Please connect your wallet first.',
  balanceFailed: (reason: string) => `Failed to get balance: ${reason}`,
  noProviderForReceipt: 'No provider available',
} as const;

/** `{status code}: {response text}`, the message of every failed query. */
export const queryError = (status: number, text: string): string => `${status}: ${text}`;

/** What is said of a session that changed while a page was open. */
export const sessionTexts = {
  ended:
    'Your session has ended, here or in another window. Connect your wallet again to go on where you were: what you typed is kept.',
  withdrawn: 'Your wallet shares no account with this site any more, so you were signed out.',
  notKept:
    'Your wallet has signed, but this browser has not kept the sign-in. Allow cookies for this site, then connect again.',
  changed: 'Another window signed in with another wallet. This page now shows',
} as const;

/** What the figures on a page are worth while the server, or the read models behind it, cannot be asked. */
export const statusTexts = {
  offline: 'You are offline. What you see is from before; your rewards are safe in the ledger.',
  unreachable: 'The server does not answer. What you see is from before; your rewards are safe.',
  stale: (time: string) => `Some figures here are from ${time}: they could not be refreshed.`,
  behind: 'What you did is in the ledger; the figures here still have to follow.',
} as const;

/** Platforms as people call them. */
export const platformNames: Readonly<Record<Platform, string>> = {
  twitter: 'X',
  instagram: 'Instagram',
  youtube: 'YouTube',
};

export const shellTexts = {
  notFoundTitle: 'Page Not Found',
  launchPrompt: 'Launch into EvoRewards',
} as const;
