import { type Platform, TASK_REWARDS, type TaskType } from '../../../contracts/constants.ts';
import { type Random, seededRandom } from './random.ts';

/** One thing that a made-up person, or an admin for one, does on a day. */
export type Act =
  | { readonly kind: 'join'; readonly referrer: number | undefined }
  | { readonly kind: 'rename'; readonly username: string }
  | { readonly kind: 'connect'; readonly platform: Platform; readonly handle: string }
  | { readonly kind: 'task'; readonly platform: Platform; readonly taskType: TaskType }
  | {
      readonly kind: 'email';
      readonly address: string;
      readonly marketingOptIn: boolean;
      readonly verifies: boolean;
    }
  | { readonly kind: 'check-in' }
  | { readonly kind: 'whitelist' }
  | { readonly kind: 'claim' }
  | { readonly kind: 'reward'; readonly amount: string; readonly reason: string };

/** The acts of one person on one day, in their order; `minute` is when the first of them happens. */
export type PersonDay = { readonly person: number; readonly minute: number; readonly acts: readonly Act[] };

export type PlanOptions = {
  readonly seed: string;
  readonly users: number;
  /** Days of history. */
  readonly days: number;
  /** 1: as lively as a real community; less for a large population with a short history each. */
  readonly activity: number;
};

/**
 * A believable history: a community that grows, a few who come every day and many who try it once, friends who
 * bring friends, and rewards by hand now and then.
 * @returns for each day the persons who do something, those who join first
 */
export function planHistory({ seed, users, days, activity }: PlanOptions): PersonDay[][] {
  const calendar: PersonDay[][] = Array.from({ length: days }, () => []);
  for (let person = 0; person < users; person++) {
    const random = seededRandom(`${seed}/person/${person}`);
    // Square root: twice as many people at four times the age.
    const joined = Math.min(days - 1, Math.floor(Math.sqrt((person + random.unit()) / users) * days));
    for (const [day, acts] of lifeOf(person, joined, days, activity, random)) {
      calendar[day]?.push({ person, minute: random.between(0, 1_380), acts });
    }
  }
  for (const day of calendar)
    day.sort((a, b) => rank(a) - rank(b) || a.minute - b.minute || a.person - b.person);
  return calendar;
}

/** Who joins does so before others act: a referrer may be among them. */
function rank({ acts }: PersonDay): number {
  return acts[0]?.kind === 'join' ? 0 : 1;
}

function lifeOf(
  person: number,
  joined: number,
  days: number,
  activity: number,
  random: Random,
): Map<number, Act[]> {
  const life = new Map<number, Act[]>();
  const onDay = (day: number, ...acts: Act[]) => {
    if (day < days) life.set(day, [...(life.get(day) ?? []), ...acts]);
  };
  // Most people are a little interested, a few are very much.
  const zeal = random.unit() ** 3;
  const name = usernameOf(person, random);
  onDay(joined, { kind: 'join', referrer: referrerOf(person, random) });
  if (random.chance(0.6)) onDay(joined, { kind: 'rename', username: name });

  for (const platform of ['twitter', 'instagram', 'youtube'] as const) {
    if (!random.chance((0.25 + zeal * 0.7) * Math.max(activity, 0.3))) continue;
    const day = joined + random.between(0, 12);
    onDay(day, { kind: 'connect', platform, handle: name });
    for (const taskType of tasksOf(platform)) {
      if (random.chance(0.4 + zeal * 0.5))
        onDay(day + random.between(0, 3), { kind: 'task', platform, taskType });
    }
  }
  if (random.chance(0.35 + zeal * 0.5)) {
    const address = `${name.toLowerCase()}@example.com`;
    const marketingOptIn = random.chance(0.4);
    onDay(joined + random.between(0, 20), {
      kind: 'email',
      address,
      marketingOptIn,
      verifies: random.chance(0.8),
    });
  }
  if (random.chance(0.15 + zeal * 0.4)) onDay(joined + random.between(1, 30), { kind: 'whitelist' });
  checkIns(joined, days, zeal * activity, random, (day) => onDay(day, { kind: 'check-in' }));
  for (let day = joined + random.between(1, 30); day < days; day += random.between(12, 60)) {
    if (random.chance((0.3 + zeal * 0.6) * activity)) onDay(day, { kind: 'claim' });
  }
  if (random.chance(0.08)) {
    const amount = random.pick(['5', '10', '12.5', '25', '50', '7.77', '0.125']);
    const reason = random.pick(REASONS);
    onDay(joined + random.between(5, 200), { kind: 'reward', amount, reason });
  }
  return life;
}

/** Streaks with gaps between them; the more zeal, the longer the one and the shorter the other. */
function checkIns(
  joined: number,
  days: number,
  zeal: number,
  random: Random,
  onDay: (day: number) => void,
): void {
  for (let day = joined; day < days; day += random.between(3, 20 + Math.floor(160 * (1 - zeal)))) {
    const streak = random.between(0, Math.floor(1 + zeal * 16));
    for (let n = 0; n < streak && day < days; n++) onDay(day++);
  }
}

/** A third come through somebody who was there before; the early ones bring the most. */
function referrerOf(person: number, random: Random): number | undefined {
  if (person < 5 || !random.chance(0.33)) return undefined;
  return Math.floor(random.unit() ** 2 * person * 0.9);
}

function tasksOf(platform: Platform): TaskType[] {
  // The keys of TASK_REWARDS are the platform's tasks.
  return Object.keys(TASK_REWARDS[platform]) as TaskType[];
}

/** Unique by the number at its end, and within 20 characters. */
function usernameOf(person: number, random: Random): string {
  return `${random.pick(FIRST)}${random.pick(SECOND)}_${person.toString(36)}`.slice(-20);
}

const FIRST = [
  'Nova',
  'Luna',
  'Pixel',
  'Solar',
  'Lucky',
  'Swift',
  'Quiet',
  'Brave',
  'Cosmo',
  'Echo',
  'Mint',
  'Ruby',
];
const SECOND = [
  'Fox',
  'Owl',
  'Wolf',
  'Star',
  'Wave',
  'Leaf',
  'Byte',
  'Node',
  'Spark',
  'Stone',
  'Cloud',
  'Rune',
];
const REASONS = [
  'Community call',
  'Bug report',
  'Translation',
  'Meme of the week',
  'Helping newcomers',
  'Testing',
];
