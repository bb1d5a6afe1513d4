import { codeOf } from '../../contracts/error-code.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { DomainError, IdempotencyKeyReused, LedgerAhead, LedgerCorrupt } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';

/** An event that waits until it can be told; it is read from the ledger again. */
export type WaitingEvent = {
  readonly id: string;
  readonly eventId: string;
  readonly lane: string;
  readonly position: LedgerPosition;
  readonly isLate: boolean;
};

/** An event, and why it was not handled. */
export type Unhandled = {
  readonly process: string;
  readonly lane: string;
  readonly event: StoredEvent;
  /** `waiting`: told again by itself. `parked`: it can never be handled as things are; an admin decides. */
  readonly state: 'waiting' | 'parked';
  /** Told by itself, out of the order of its lane. */
  readonly isLate: boolean;
  readonly reason: string;
  readonly failures: number;
};

/** What processes could not handle, so that they can go on without it; survives the program. */
export type SetAside = {
  /** Positions of all that was ever set aside and not handled since: the process is not told these again. */
  known(process: string): Promise<readonly LedgerPosition[]>;
  /**
   * An event that is there already stays as it is, but for one that waits and is parked now: whoever parks it has gone
   * past it, so it is told late, if at all.
   */
  add(unhandled: Unhandled): Promise<void>;
  /** Lanes with an event that waits in order. */
  waitingLanes(process: string): Promise<readonly string[]>;
  /** The lane's first event that waits in order. */
  first(process: string, lane: string): Promise<WaitingEvent | undefined>;
  /** Events that wait to be told late, the oldest first; those behind a position, where one is given. */
  late(process: string, after: LedgerPosition | undefined, limit: number): Promise<readonly WaitingEvent[]>;
  /** Gone, unless it was parked meanwhile, by another leader: what was done then may not have counted. */
  handled(id: string): Promise<void>;
  /** It could not be told once more. */
  failed(id: string, reason: string): Promise<void>;
  park(id: string, reason: string): Promise<void>;
};

const OWN_FAULTS = [
  DomainError,
  IdempotencyKeyReused,
  LedgerCorrupt,
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
];

/** SQLSTATE classes of values and constraints that Postgres refuses: it is there, and will say the same again. */
const REFUSED_BY_POSTGRES = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether trying again cannot help: a refusal or a bug, and no outage. What only a newer release can read is for who leads
 * with that one.
 */
export function isForever(error: unknown): boolean {
  if (error instanceof LedgerAhead) return false;
  if (OWN_FAULTS.some((kind) => error instanceof kind)) return true;
  const code = codeOf(error);
  return typeof code === 'string' && REFUSED_BY_POSTGRES.test(code);
}

/** What an admin reads of it; no longer than a line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.slice(0, 500);
}
