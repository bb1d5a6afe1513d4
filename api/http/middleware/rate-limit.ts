import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../too-many-requests.ts';

/** Requests that one caller may make. */
export type RateLimit = {
  /** @throws HttpError 429 with Retry-After in seconds */
  take(caller: string): Promise<void>;
};

/** Makes a limit of so many requests of one caller in so many seconds. */
export type MakeRateLimit = (name: string, requests: number, seconds: number) => RateLimit;

/** A limit that this process counts for itself: a protection of the process, or all there is without Postgres. */
export const limitHere: MakeRateLimit = (name, points, duration) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration });
  return rateLimitOf((caller) => limiter.consume(caller));
};

/** @param consume rejects with how long to wait */
export function rateLimitOf(consume: (caller: string) => Promise<unknown>): RateLimit {
  return {
    async take(caller) {
      try {
        await consume(caller);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw tooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      }
    },
  };
}

export type RateLimits = {
  /** Every call of the API, per address of the caller. */
  readonly all: RateLimit;
  /** Pages and files of the UI and the state of the program, per address of the caller: one visit takes many. */
  readonly files: RateLimit;
  /** Challenges and sign-ins, per address. */
  readonly signIn: RateLimit;
  /** Commands, per user. */
  readonly commands: RateLimit;
  /** Names that are chosen, per user: each change is some events that the ledger keeps for ever. */
  readonly names: RateLimit;
  /** Proofs of draws, per address: one of many winners is a megabyte that is made for whoever asks. */
  readonly proofs: RateLimit;
  /** Files of data that admins take, per user. */
  readonly exports: RateLimit;
  /** Connections and verifications on other platforms, per user: each may cost calls there. */
  readonly social: RateLimit;
  /** The same over a day, so that no user empties the day's budget of calls for all. */
  readonly socialDay: RateLimit;
  /** Requests that make a mail, per address of the caller. */
  readonly mails: RateLimit;
  /** The same, per mailbox, known or not, and caller: nobody is refused for what others asked. */
  readonly mailboxes: RateLimit;
  /** The same, per account, for the mailbox that it has signed up with. */
  readonly ownMailbox: RateLimit;
  /** Verification links that are tried, per address of the caller. */
  readonly verifications: RateLimit;
};

/**
 * `scale` multiplies every limit.
 * @param createRateLimit counts for all replicas, where there may be several. Files are counted by each for itself: they
 *   cost less than asking Postgres about them
 */
export function createRateLimits(scale: number, createRateLimit = limitHere): RateLimits {
  return {
    all: createRateLimit('all', 1_200 * scale, 60),
    files: limitHere('files', 3_000 * scale, 60),
    signIn: createRateLimit('sign-in', 60 * scale, 60),
    commands: createRateLimit('commands', 240 * scale, 60),
    names: createRateLimit('names', 60 * scale, 3_600),
    proofs: createRateLimit('proofs', 60 * scale, 60),
    exports: createRateLimit('exports', 30 * scale, 3_600),
    mails: createRateLimit('mails', 20 * scale, 600),
    mailboxes: createRateLimit('mailboxes', 3 * scale, 3_600),
    ownMailbox: createRateLimit('own-mailbox', 6 * scale, 3_600),
    verifications: createRateLimit('verifications', 60 * scale, 600),
    social: createRateLimit('social', 20 * scale, 60),
    socialDay: createRateLimit('social-day', 200 * scale, 86_400),
  };
}
