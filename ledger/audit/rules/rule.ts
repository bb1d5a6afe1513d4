import type { AccountEvent } from '../../../contracts/events/account.ts';
import type { LedgerEvent } from '../../../contracts/events/ledger-event.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { StoredEvent } from '../../envelope.ts';

/** An event as the newest version of its type. */
export type AuditedEvent = StoredEvent<LedgerEvent> & {
  /** The place among the events of its command that its id was made for, with its content; absent or -1 unless it was found. */
  readonly place?: number;
};

/** What an event of an account's stream made of the account. */
export type AccountChange = {
  readonly userId: string;
  /** The number of the account's stream. */
  readonly stream: number;
  readonly event: StoredEvent<AccountEvent>;
  readonly before: AccountState;
  readonly after: AccountState;
  /** What the rules keep of the account beside that; each changes what is its own. */
  readonly kept: KeptOfAccount;
};

export type KeptOfAccount = {
  /** Of `money`; undefined before its first posting. */
  books: Books | undefined;
  /** Of `owners`. */
  uses: readonly Used[];
};

/** Kept of the postings alone; base units. */
export type Books = {
  claimable: bigint;
  claimed: bigint;
  /** By grant id, what admins granted by hand and nothing has taken since; undefined where there is none. */
  whole: Map<string, bigint> | undefined;
};

/** A reservation that an account rests on. */
export type Used = {
  readonly what: string;
  /** Of the reservation's stream. */
  readonly number: number;
  /** Where it rests on one use of it alone. */
  readonly use?: number | undefined;
};

/** A rule over a whole ledger. It keeps of the past what it needs and no more, so that a ledger may be of any length. */
export type Rule = {
  /** As docs/audit.md lists it. */
  readonly name: string;
  /**
   * Told of every event in the order of the ledger, and of what it made of an account.
   * @param stream the number of its stream, from 0
   * @throws Violation
   */
  readonly add: (event: AuditedEvent, change: AccountChange | undefined, stream: number) => void;
  /** Once all events were told. @throws Violation */
  readonly end?: () => void;
};

/** The event in words, for what is said of it. */
export const named = ({ type, stream, revision }: Pick<AuditedEvent, 'type' | 'stream' | 'revision'>) =>
  `${type} at ${stream}:${revision}`;

/** The same with the time that it says of itself, for what is told once the whole ledger was read. */
export const dated = (event: AuditedEvent) => `${named(event)} of ${event.metadata.occurredAt}`;
