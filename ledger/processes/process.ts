import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { CacheUse } from '../cache-use.ts';
import type { StoredEvent } from '../envelope.ts';
import type { LedgerMark } from '../following/same-ledger.ts';
import type { Cause } from '../known-commands.ts';

/**
 * A process manager: what one event of a stream makes happen in another. It is told each event that concerns it at
 * least once, and must act only through commands whose id follows from the event and which name it as their cause, so
 * that being told twice does nothing twice.
 */
export type Process = {
  /** Names its checkpoint; never changed. */
  readonly name: string;
  /**
   * The lane of an event, undefined when the process has nothing to do with it. Events of one lane are told in the
   * order of the ledger, one after the other; different lanes side by side.
   */
  readonly laneOf: (event: StoredEvent) => string | undefined | Promise<string | undefined>;
  /**
   * Shown each event that concerns anybody as soon as it has come, while those before it may not be told yet: what the
   * process itself did before can be known by it without asking.
   */
  readonly foresee?: (event: StoredEvent) => void;
  /**
   * Before the ledger is followed again: it may be another one by now, a copy of before, and what was seen of it counts for
   * nothing.
   */
  readonly forget?: () => void;
  /** What it remembers of what it was told. */
  readonly memory?: () => CacheUse;
  /**
   * Throws when it could not act: what is an outage is told again, anything else is parked for an admin. What takes
   * long gives up when `stopping` fires.
   * @param cause of its commands; late where an event is told after others of its lane that came behind it
   */
  readonly handle: (event: StoredEvent, stopping?: AbortSignal, cause?: Cause) => Promise<void>;
};

/** An event as the cause of what a process does. */
export function causeOf(process: string, { position }: StoredEvent): Cause {
  return { process, position };
}

/** Where each process has got to; survives the program. */
export type ProcessCheckpoints = {
  load(name: string): Promise<LedgerPosition | undefined>;
  /** By name, those that have moved. Never moves one back. */
  save(positions: ReadonlyMap<string, LedgerPosition>): Promise<void>;
};

/**
 * By what the ledger is known again that the processes follow: the last event that any of them was told. Survives the
 * program.
 */
export type MarkKeeper = {
  /** Of a program that kept none, the last checkpoint of any process, without ids. */
  load(): Promise<LedgerMark | undefined>;
  /** Never moves back. */
  save(mark: LedgerMark): Promise<void>;
};

export type ProcessLog = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
