import { exactEvo, parseSum } from './money.ts';
import { successToasts, type ToastText } from './toasts.ts';

/** Notices of the admin screens beyond the catalogue, apart from it: the rewards page loads that one. */
export const adminToasts = {
  exportUsersFailed: { title: 'Export Failed', description: 'Failed to download the list of users' },
  exportWhitelistFailed: { title: 'Export Failed', description: 'Failed to download the whitelist' },
  undoFailed: (message: string): ToastText => ({ title: 'Undo Failed', description: message }),
  selectionFailed: (message: string): ToastText => ({ title: 'Selection Failed', description: message }),
  actUndone: { title: 'Undone' },
  decided: (message: string): ToastText => ({ title: 'Decided', description: message }),
  decisionFailed: (message: string): ToastText => ({ title: 'Not Decided', description: message }),
  rewardDoneBefore: (message: string): ToastText => ({ title: 'Done Before', description: message }),
  rewardUnpaid: (message: string): ToastText => ({ title: 'Approved, Not Sent', description: message }),
  rewardAsked: (message: string): ToastText => ({ title: 'Second Admin Needed', description: message }),
  auditorAdded: { title: 'Auditor Added' },
  auditorRemoved: { title: 'Auditor Removed' },
  addAuditorFailed: (message: string): ToastText => ({
    title: 'Failed to Add Auditor',
    description: message,
  }),
  removeAuditorFailed: (message: string): ToastText => ({
    title: 'Failed to Remove Auditor',
    description: message,
  }),
  trackRemoved: { title: 'Track Removed' },
  removeTrackFailed: (message: string): ToastText => ({
    title: 'Failed to Remove Track',
    description: message,
  }),
} as const;

/** What an act on all accounts did, when it is done. */
export function massActDone(kind: 'clear' | 'reset' | 'restore', count: number, total: string): ToastText {
  const evo = `${exactEvo(parseSum(total))} EVO`;
  const accounts = count === 1 ? '1 account' : `${count.toLocaleString('en')} accounts`;
  switch (kind) {
    case 'clear':
      return {
        ...successToasts.balanceCleared,
        description: `The App Rewards of ${accounts} were cleared: ${evo}`,
      };
    case 'reset':
      return {
        ...successToasts.allRewardsReset,
        description: `The rewards of ${accounts} were set to zero: ${evo}`,
      };
    case 'restore':
      return { ...adminToasts.actUndone, description: `${accounts} got back what the reset took: ${evo}` };
  }
}
