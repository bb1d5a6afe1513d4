import { randomUUID } from 'node:crypto';
import {
  EMAIL_SIGNUP_REWARD,
  EMAIL_VERIFICATION_REWARD,
  REFERRAL_FRIEND_BONUS,
  REFERRAL_REWARD,
  SOCIAL_CONNECTION_REWARDS,
  STREAK_DAY_REWARD,
  TASK_REWARDS,
  WELCOME_BONUS,
} from '../../contracts/constants.ts';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import type { RecordedEvent } from '../../projector/read-models/read-model.ts';
import { seededRandom } from '../embedded/demo-data/random.ts';

export type SealedEmail = { readonly emailHash: string; readonly sealedEmail: string };

export type Person = {
  readonly userId: string;
  readonly walletAddress: string;
  readonly email: SealedEmail | undefined;
};

const DAY = 86_400_000;
const YEAR = 365 * DAY;

/**
 * What the ledger of a community looks like after a year of joining: about twelve events a person, in the order of
 * time and so spread over the tables, and referrers of whom few have most of the friends.
 * @param now milliseconds, when the year ends
 */
export function* yearOf(people: readonly Person[], now: number): Generator<RecordedEvent> {
  const ledger = new YoungLedger();
  const acts = people.flatMap((_, index) => actsOf(people, index, now));
  acts.sort((a, b) => a.at - b.at);
  for (const act of acts) yield* ledger.record(act);
}

type Told = readonly [userId: string, event: AccountEvent];
/** `at` in milliseconds, `day` the UTC day of it. */
type Act = {
  readonly at: number;
  readonly tell: (day: string, ledger: YoungLedger) => readonly Told[];
};

/** One person's year; some of it happens to the one who brought them. */
function actsOf(people: readonly Person[], index: number, now: number): Act[] {
  const random = seededRandom(`person ${index}`);
  const person = people[index];
  if (!person) return [];
  const { userId, walletAddress, email } = person;
  const own = (...events: AccountEvent[]): Told[] => events.map((event) => [userId, event]);
  const referrer = random.chance(0.6) ? people[Math.floor(index * random.unit() ** 3)] : undefined;
  const referrerId = referrer === person ? undefined : referrer?.userId;

  const joined = now - YEAR + (YEAR * index) / people.length;
  const later = (share: number) => joined + (now - joined) * share;
  const acts: Act[] = [
    {
      at: joined,
      tell: () =>
        own(
          {
            type: 'AccountOpened',
            data: { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) },
          },
          granted(WELCOME_BONUS, 'welcome', 'Welcome bonus'),
        ),
    },
    {
      at: later(0.01),
      tell: () => [
        ...own(
          {
            type: 'SocialConnected',
            data: {
              platform: 'twitter',
              handle: `evo_${index}`,
              platformUserId: String(index),
              method: 'oauth',
            },
          },
          granted(SOCIAL_CONNECTION_REWARDS.twitter, 'social_connection', 'Connected twitter'),
        ),
        ...(referrerId
          ? [
              [referrerId, granted(REFERRAL_REWARD, 'referral', 'A friend joined')] as const,
              ...own(granted(REFERRAL_FRIEND_BONUS, 'referral_friend', 'Joined through a friend')),
            ]
          : []),
      ],
    },
    { at: later(random.unit()), tell: () => own(...taskDone('follow')) },
    {
      at: later(random.unit()),
      tell: (day) =>
        own(
          { type: 'CheckedIn', data: { day, streak: 1 } },
          granted(STREAK_DAY_REWARD, 'streak', 'Daily check-in'),
        ),
    },
  ];
  if (random.chance(0.6)) acts.push({ at: later(random.unit()), tell: () => own(...taskDone('retweet')) });
  if (random.chance(0.2)) {
    // Amounts with fractions; most others are whole and tie.
    const amount = formatEvo(BigInt(random.between(1, 4_000_000)) * 10n ** 13n);
    acts.push({ at: later(random.unit()), tell: () => own(granted(amount, 'admin', 'For helping others')) });
  }
  if (random.chance(0.5)) {
    acts.push({
      at: later(0.3 + 0.7 * random.unit()),
      tell: (_, ledger) => own({ type: 'RewardsClaimed', data: ledger.claimOf(userId) }),
    });
  }
  if (email) {
    const { emailHash } = email;
    acts.push({
      at: later(0.02),
      tell: () =>
        own(
          { type: 'EmailSignedUp', data: { ...email, marketingOptIn: true } },
          { type: 'EmailVerified', data: { emailHash } },
          granted(EMAIL_SIGNUP_REWARD, 'email_signup', 'Signed up an email address'),
          granted(EMAIL_VERIFICATION_REWARD, 'email_verification', 'Verified an email address'),
        ),
    });
  }
  return acts;
}

function taskDone(taskType: 'follow' | 'retweet'): AccountEvent[] {
  return [
    { type: 'TaskVerified', data: { platform: 'twitter', taskType, method: 'oauth', evidence: 'seen' } },
    granted(TASK_REWARDS.twitter[taskType], 'social_task', `Twitter: ${taskType}`, `twitter:${taskType}`),
  ];
}

function granted(amount: string, source: RewardSource, reason: string, ref?: string): AccountEvent {
  return {
    type: 'RewardGranted',
    data: { grantId: randomUUID(), amount, source, reason, ...(ref && { ref }) },
  };
}

/** Gives events their revisions, positions and times, and knows what each account can claim. */
class YoungLedger {
  readonly #accounts = new Map<string, { revision: bigint; pending: bigint }>();
  #position = 0n;

  claimOf(userId: string): { claimId: string; amount: string } {
    return { claimId: randomUUID(), amount: formatEvo(this.#accounts.get(userId)?.pending ?? 0n) };
  }

  *record({ at, tell }: Act): Generator<RecordedEvent> {
    const occurredAt = new Date(at).toISOString();
    const metadata = { ...METADATA, occurredAt, commandId: randomUUID() };
    for (const [userId, event] of tell(occurredAt.slice(0, 10), this)) {
      const account = this.#accounts.get(userId) ?? { revision: -1n, pending: 0n };
      account.revision += 1n;
      if (event.type === 'RewardGranted') account.pending += parseEvo(event.data.amount);
      if (event.type === 'RewardsClaimed') account.pending -= parseEvo(event.data.amount);
      this.#accounts.set(userId, account);
      this.#position += 300n;
      yield {
        ...event,
        id: randomUUID(),
        stream: streamOf('account', userId),
        revision: account.revision,
        position: { commit: this.#position, prepare: this.#position },
        metadata,
      };
    }
  }
}

const METADATA = {
  schemaVersion: 1,
  inputHash: '0'.repeat(64),
  actor: { kind: 'system' },
  prevHash: null,
  correlationId: randomUUID(),
} as const;
