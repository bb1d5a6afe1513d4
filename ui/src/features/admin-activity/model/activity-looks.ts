import { exactEvo, parseSum } from '../../../../../contracts/money.ts';
import type { BadgeTone } from '../../../components/ui/Badge.tsx';
import type { ActivityType } from '../api/activity-pages.ts';

type Look = { readonly name: string; readonly tone: BadgeTone };

/** How each type of act is shown. */
export const activityLooks: Readonly<Record<ActivityType, Look>> = {
  admin_added: { name: 'Admin added', tone: 'accent' },
  admin_removed: { name: 'Admin removed', tone: 'danger' },
  auditor_added: { name: 'Auditor added', tone: 'accent' },
  auditor_removed: { name: 'Auditor removed', tone: 'danger' },
  reward_sent: { name: 'Reward sent', tone: 'gold' },
  reward_requested: { name: 'Reward asked for', tone: 'info' },
  reward_approved: { name: 'Reward approved', tone: 'gold' },
  reward_declined: { name: 'Reward declined', tone: 'danger' },
  raffle_run: { name: 'Raffle', tone: 'accent' },
  user_removed: { name: 'User removed', tone: 'danger' },
  personal_data_erased: { name: 'Personal data erased', tone: 'danger' },
  balance_cleared: { name: 'Balance cleared', tone: 'danger' },
  claims_held: { name: 'Claims held', tone: 'danger' },
  claims_released: { name: 'Claims released', tone: 'success' },
  rewards_reset_all: { name: 'All rewards reset', tone: 'danger' },
  data_exported: { name: 'Data exported', tone: 'info' },
  access_denied: { name: 'Access denied', tone: 'danger' },
  music_added: { name: 'Track added', tone: 'accent' },
  music_removed: { name: 'Track removed', tone: 'danger' },
  act_undone: { name: 'Undone', tone: 'success' },
};

/** A detail as a person reads it: the name of a field in words, its value as text. */
export function detailLines(details: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [inWords(name), inText(name, value)]);
}

const AMOUNTS = new Set(['amount', 'total', 'prize']);
const PLAIN = /^\d+(\.\d{1,18})?$/;

function inText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value !== 'string') return JSON.stringify(value);
  return AMOUNTS.has(name) && PLAIN.test(value) ? `${exactEvo(parseSum(value), 0)} EVO` : value;
}

/** `walletAddress`, `wallet_address` → `Wallet address`. */
function inWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
