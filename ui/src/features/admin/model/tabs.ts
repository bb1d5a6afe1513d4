import type { AdminRights } from '../../../lib/admin/admin-rights.ts';

/** The tabs of the panel in their order; Activity History is for the super admin and auditors. */
export const ADMIN_TABS = {
  users: 'User Management',
  rewards: 'Send Rewards',
  raffle: 'Raffle System',
  acts: 'Admin Actions',
  music: 'Music',
  activity: 'Activity History',
} as const;

export type AdminTab = keyof typeof ADMIN_TABS;

const TABS: Readonly<Record<AdminRights, readonly AdminTab[]>> = {
  superAdmin: ['users', 'rewards', 'raffle', 'acts', 'music', 'activity'],
  admin: ['users', 'rewards', 'raffle', 'acts', 'music'],
  // Raffles and tracks are public, and an auditor has nothing to do with either.
  auditor: ['users', 'rewards', 'acts', 'activity'],
};

export function tabsFor(rights: AdminRights): readonly AdminTab[] {
  return TABS[rights];
}

/** The tab that an address names; undefined for anything else: that is the overview. */
export function tabOf(query: URLSearchParams, tabs: readonly AdminTab[]): AdminTab | undefined {
  return tabs.find((tab) => tab === query.get('tab'));
}
