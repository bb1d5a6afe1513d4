import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BeaconRule, RaffleBeacon } from '../../../contracts/events/raffle.ts';
import { awaitingTexts } from '../../../contracts/raffle-awaits.ts';
import { DomainError, LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { firstRoundFrom, roundTime } from '../../../ledger/proof/beacon.ts';
import { BeaconLate, type RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import { type Clock, timestamp } from '../../http/clock.ts';
import { askRelay, type BeaconRound, RelayRefused, RoundNotYet } from './ask-relay.ts';

/** Where rounds of a beacon come from. */
export type BeaconSource = {
  readonly beacon: RaffleBeacon;
  /** Addresses without a trailing slash; asked one after the other. */
  readonly relays: readonly string[];
  /** Seconds from the freezing of entries to their round, at the least. */
  readonly marginSeconds: number;
};

export type BeaconOptions = {
  readonly source: BeaconSource;
  /** Whether raffles that begin now take a round of it. */
  readonly isUsed: boolean;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Waits for nothing any more; the raffle is finished after the next start. */
  readonly signal?: AbortSignal;
  /** Milliseconds that one relay has for an answer. */
  readonly relayPatience?: number;
  /** Milliseconds after the round's time until who waits is told that it is late. */
  readonly patience?: number;
};

export type Beacon = Pick<RafflePorts, 'beacon' | 'pinRound' | 'stillToCome' | 'roundSignature'> & {
  /**
   * A raffle whose beacon cannot be reached is better not begun.
   * @throws BeaconUnreachable when raffles take a round and no relay gives a recent one
   */
  readonly assertReachable: () => Promise<void>;
};

/** Milliseconds between two looks for a round that should be there. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 5_000];
/** Milliseconds between two looks at the clock before that. */
const SLICE = 250;
/** Milliseconds that the newest round of a relay that is up to date may be old, beside two periods. */
const STALE_AFTER = 30_000;

/** The beacon as raffles need it. Nothing that a relay says counts before its signature is checked. */
export function createBeacon(options: BeaconOptions): Beacon {
  const { source, isUsed, clock, logger, signal } = options;
  const { relayPatience = 3_000, patience = 45_000 } = options;
  const { relays } = source;

  /**
   * Milliseconds by which our clock may be late, as the newest round that a relay had has shown; what was seen stays where
   * none answers.
   */
  let lateBy = 0;
  /** Of a relay that has just answered. One whose newest round is still to come by our clock may be about to have the next. */
  const lateness = (beacon: RaffleBeacon, newest: number): number => {
    const now = clock();
    return roundTime(beacon, newest) > now ? roundTime(beacon, newest + 1) - now : 0;
  };

  /** The answer of a relay; undefined where none counts, and what it said instead is logged. */
  const askOne = async (
    relay: string,
    beacon: RaffleBeacon,
    round: number | 'latest',
    isGood: (found: BeaconRound) => boolean,
  ): Promise<BeaconRound | undefined> => {
    try {
      const found = await askRelay(relay, beacon, round, { patience: relayPatience, signal });
      if (isGood(found)) return found;
      logger.warn({ relay: hostOf(relay), round: found.round }, 'a relay of the beacon is behind');
    } catch (error) {
      if (error instanceof RoundNotYet) return undefined;
      if (!(error instanceof RelayRefused)) throw error;
      logger.warn({ relay: hostOf(relay), reason: error.message }, 'a relay of the beacon was refused');
    }
    return undefined;
  };
  /** The first answer that holds, of all relays in turn. */
  const ask = async (
    beacon: RaffleBeacon,
    round: number | 'latest',
    isGood: (found: BeaconRound) => boolean = () => true,
  ): Promise<BeaconRound | undefined> => {
    for (const relay of relays) {
      const found = await askOne(relay, beacon, round, isGood);
      if (found) return found;
    }
    return undefined;
  };
  const isRecent =
    (beacon: RaffleBeacon) =>
    ({ round }: BeaconRound) =>
      roundTime(beacon, round + 2) + STALE_AFTER > clock();

  return {
    beacon: () => (isUsed ? { ...source.beacon, marginSeconds: source.marginSeconds } : undefined),
    async assertReachable() {
      if (!isUsed) return;
      const { beacon } = source;
      const found = await ask(beacon, 'latest', isRecent(beacon));
      if (!found) throw new BeaconUnreachable();
      // Another relay may be further.
      lateBy = Math.max(lateBy, lateness(beacon, found.round));
    },
    async pinRound(rule) {
      // A relay that is ahead of our clock shows that the clock is late: what it has published nobody may pin. All are
      // asked, for one that is behind looks up to date to a clock that is late, too.
      let isAnyOld = false;
      const shown: number[] = [];
      const isGood = (found: BeaconRound): boolean => {
        const isUpToDate = isRecent(rule)(found);
        isAnyOld ||= !isUpToDate;
        // At once: another relay may be silent for seconds.
        if (isUpToDate) shown.push(lateness(rule, found.round));
        return isUpToDate;
      };
      await Promise.all(relays.map((relay) => askOne(relay, rule, 'latest', isGood)));
      // A clock that has leapt forwards would name a round of next year, and nobody could take that back.
      if (shown.length === 0 && isAnyOld) throw new NoRecentRound();
      if (shown.length > 0) lateBy = Math.max(...shown);
      const time = clock();
      const now = time + lateBy;
      return { round: firstRoundFrom(rule, now + rule.marginSeconds * 1_000), at: timestamp(time) };
    },
    stillToCome: (rule, round) => roundTime(rule, round) > clock() + lateBy,
    async roundSignature(rule, round) {
      const due = roundTime(rule, round);
      const left = () => due - clock() - lateBy;
      const deadline = performance.now() + Math.max(0, left()) + patience;
      // In slices: a clock that is set right meanwhile shall not make it wait for hours.
      while (left() > 0) await pause(Math.min(left(), SLICE), signal);
      for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
        const found = await ask(rule, round);
        if (found) return { signature: found.signature, at: timestamp(clock()) };
        if (performance.now() + wait > deadline) throw new BeaconLate(lateText(rule, round, relays.length));
        await pause(wait, signal);
      }
    },
  };
}

/** The raffle waits, and goes on when it is told again. */
class NoRecentRound extends LedgerUnavailable {
  constructor() {
    super();
    this.message =
      'No relay of the beacon has a recent round: all are behind, or the clock of this program is ahead of them';
  }
}

class BeaconUnreachable extends DomainError {
  constructor() {
    super('conflict', 'BeaconUnreachable', awaitingTexts.noBeacon);
  }
}

const lateText = (beacon: BeaconRule, round: number, relays: number): string =>
  `Round ${round} of the beacon ${beacon.beaconId} is due since ${timestamp(roundTime(beacon, round))}, and ${
    relays === 0 ? 'no relay is set' : `none of ${relays} relays gives it`
  }`;

/** The rest of an address may carry a key. */
const hostOf = (relay: string): string => new URL(relay).host;

/** What stops the waiting is its reason, not that a timer was stopped. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds <= 0) return signal?.throwIfAborted();
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}
