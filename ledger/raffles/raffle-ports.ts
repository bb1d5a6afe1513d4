import type { BeaconRule } from '../../contracts/events/raffle.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { FrozenEntries } from '../proof/frozen-entries.ts';

export type EligibleUser = {
  readonly userId: string;
  readonly username: string;
  readonly walletAddress: string | null;
};

/** What a draw needs from outside the ledger. */
export type RafflePorts = {
  /** Keeps a new secret seed and gives its SHA-256 in hex. */
  readonly createSeed: (number: number) => Promise<string>;
  /**
   * The kept seed in hex; undefined when it is lost.
   * @throws SeedClosed when it is there and does not open
   */
  readonly revealSeed: (hash: string) => Promise<string | undefined>;
  /** How many are eligible at a position that is not before `from`. */
  readonly countEligible: (from: LedgerPosition) => Promise<number>;
  /**
   * Keeps who is eligible at a position that is not before `from`, and gives that position. What was kept for a
   * raffle first stays, also after a crash.
   */
  readonly freezeEligible: (raffleId: string, from: LedgerPosition) => Promise<LedgerPosition>;
  /**
   * The entries of those who are kept for the raffle; where a root is given (hex), those that were built before will do
   * if they have it.
   * @throws LedgerUnavailable where none is given, and what was kept is not there any more
   */
  readonly entriesOf: (raffleId: string, root?: string) => Promise<FrozenEntries>;
  /** Those of them who are asked for, as they were then, by user id. */
  readonly keptUsers: (
    raffleId: string,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, EligibleUser>>;
  /**
   * The number of a block of the chain that does not exist yet, and not so soon that it may before the ledger names
   * it; undefined only where no chain is set.
   * @throws NoLaterBlock when the chain does not answer
   */
  readonly nameBlock: () => Promise<string | undefined>;
  /**
   * Whether that block does not exist now.
   * @throws LedgerUnavailable when the chain does not say so
   */
  readonly isBlockToCome: (blockNumber: string) => Promise<boolean>;
  /**
   * The hash of that block, 64 hex digits, once it is there.
   * @throws NoLaterBlock when the chain does not give it
   */
  readonly blockHash: (blockNumber: string) => Promise<string>;
  /** What a raffle that begins now takes a round of; undefined where it takes none. */
  readonly beacon: () => BeaconRule | undefined;
  /**
   * The round that a raffle which is frozen now takes: not published yet for as long as the rule asks, counted from
   * `at` (RFC 3339), which is now.
   */
  readonly pinRound: (rule: BeaconRule) => Promise<{ readonly round: number; readonly at: string }>;
  /** Whether that round is not published yet, by the clock of now. */
  readonly stillToCome: (rule: BeaconRule, round: number) => boolean;
  /**
   * The signature of that round once it is there, in hex and verified, and what time it is then (RFC 3339).
   * @throws BeaconLate when no relay gives it
   */
  readonly roundSignature: (
    rule: BeaconRule,
    round: number,
  ) => Promise<{ readonly signature: string; readonly at: string }>;
};

/** A chain is set, and it gave no block in time: the raffle fails with this text. */
export class NoLaterBlock extends Error {}

/** The round is not there, or no relay gives it: the raffle waits, and goes on when it is told again. */
export class BeaconLate extends LedgerUnavailable {
  constructor(text: string) {
    super();
    this.message = text;
  }
}

/**
 * The seed is there, and this replica has not got the key that it was sealed with: the raffle waits for who has, and does
 * not fail for ever over a setting.
 */
export class SeedClosed extends LedgerUnavailable {
  constructor(cause?: unknown) {
    super(cause);
    this.message = 'The seed of the raffle does not open with VAULT_KEY';
  }
}
