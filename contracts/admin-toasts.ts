import type { ToastText } from './messages.ts';

/** Notices of the admin and raffle screens beyond the catalogue, apart from it: the rewards page loads that one. */
export const adminToasts = {
  exportUsersFailed: { title: 'Export Failed', description: 'Failed to download the list of users' },
  exportWhitelistFailed: { title: 'Export Failed', description: 'Failed to download the whitelist' },
  undoFailed: (message: string): ToastText => ({ title: 'Undo Failed', description: message }),
  actUndone: { title: 'Undone' },
  rewardsSent: { title: 'Rewards Sent' },
  trackRemoved: { title: 'Track Removed' },
  removeTrackFailed: (message: string): ToastText => ({
    title: 'Failed to Remove Track',
    description: message,
  }),
  imageSaved: { title: 'Image Saved' },
  imageFailed: { title: 'No Image', description: 'The image could not be made in this browser.' },
} as const;
