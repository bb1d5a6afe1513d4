/** The tabs of the panel in their order; Activity History is the super admin's alone. */
export const ADMIN_TABS = {
  users: 'User Management',
  rewards: 'Send Rewards',
  raffle: 'Raffle System',
  acts: 'Admin Actions',
  music: 'Music',
  activity: 'Activity History',
} as const;

export type AdminTab = keyof typeof ADMIN_TABS;

export function tabsFor(isSuperAdmin: boolean): readonly AdminTab[] {
  const shared = ['users', 'rewards', 'raffle', 'acts', 'music'] as const;
  return isSuperAdmin ? [...shared, 'activity'] : shared;
}

/** The tab that an address names; the first for anything else. */
export function tabOf(query: URLSearchParams, tabs: readonly AdminTab[]): AdminTab {
  return tabs.find((tab) => tab === query.get('tab')) ?? 'users';
}
