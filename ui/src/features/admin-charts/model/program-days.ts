import type { adminStats } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { formatEvo, ONE_EVO, parseSum } from '../../../../../contracts/money.ts';

export type ProgramDay = ResponseOf<typeof adminStats>['days'][number];

/** What can be drawn of the days. */
export const SERIES = {
  granted: 'Rewards by source',
  claimed: 'Claims',
  newUsers: 'New users',
} as const;
export type Series = keyof typeof SERIES;

/** What stands for all sources that are too small to draw. */
const OTHER = 'other';

export const sourceNames: Readonly<Record<string, string>> = {
  welcome: 'Welcome bonus',
  social_connection: 'Connections',
  social_task: 'Tasks',
  email_signup: 'Email signup',
  email_verification: 'Email verification',
  referral: 'Referrals',
  referral_friend: 'Referred friends',
  referral_weekly: 'Weekly referrals',
  referral_commission: 'Commissions',
  streak: 'Check-ins',
  raffle: 'Raffles',
  admin: 'By admins',
  [OTHER]: 'Other',
};

/** The sources that granted anything, those that granted most first. */
export function sourcesIn(days: readonly ProgramDay[]): string[] {
  const totals = new Map<string, bigint>();
  for (const { granted } of days) {
    for (const [source, amount] of Object.entries(granted)) {
      totals.set(source, (totals.get(source) ?? 0n) + parseSum(amount));
    }
  }
  return [...totals]
    .filter(([, total]) => total > 0n)
    .sort(([, a], [, b]) => (b > a ? 1 : -1))
    .map(([source]) => source);
}

/** More colours than this cannot be told apart; what is smaller is drawn as one. */
const DRAWN_SOURCES = 6;

/** The sources to draw, and of a day the height of each; the small ones together are `other`. */
export function drawnSources(days: readonly ProgramDay[]): {
  readonly bars: readonly string[];
  readonly heightsOn: (day: ProgramDay) => Record<string, number>;
} {
  const sources = sourcesIn(days);
  // A single small one keeps its name.
  const drawn = sources.length === DRAWN_SOURCES + 1 ? sources : sources.slice(0, DRAWN_SOURCES);
  const rest = sources.slice(drawn.length);
  return {
    bars: rest.length === 0 ? drawn : [...drawn, OTHER],
    heightsOn: ({ granted }) => ({
      ...Object.fromEntries(drawn.map((source) => [source, height(granted[source])])),
      ...(rest.length > 0 && { [OTHER]: rest.reduce((sum, source) => sum + height(granted[source]), 0) }),
    }),
  };
}

/** All that a day granted, EVO in normal form. */
export const grantedOn = ({ granted }: ProgramDay): string =>
  formatEvo(Object.values(granted).reduce((sum, amount) => sum + parseSum(amount), 0n));

/** Heights for drawing: a float is good enough for a pixel, and for nothing else. */
export const height = (amount: string | undefined): number =>
  amount === undefined ? 0 : Number((parseSum(amount) * 1_000n) / ONE_EVO) / 1_000;
