/** Notices of what the public pages load first, apart from the catalogue: that comes with what shows the others. */
export const shellToasts = {
  walletDisconnected: { title: 'Wallet Disconnected' },
  copyFailed: { title: 'Copy Failed', description: 'Failed to copy link. Please copy manually.' },
  musicFetchFailed: 'Failed to fetch music tracks',
} as const;
