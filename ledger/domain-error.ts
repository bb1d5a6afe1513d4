import { refusals } from '../contracts/messages.ts';
import { outageTexts } from '../contracts/outage-messages.ts';

/** What kind of refusal it is; the API maps each to one status. */
export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict';

/** A refusal that a person can cause: a stable code and a text for people. Anything else thrown is a bug. */
export class DomainError extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  constructor(kind: RefusalKind, code: string, message: string) {
    super(message);
    this.name = code;
    this.kind = kind;
    this.code = code;
  }
}

/** The same commandId came with another input. */
export class IdempotencyKeyReused extends Error {
  constructor() {
    super(refusals.idempotencyKeyReused);
    this.name = 'IdempotencyKeyReused';
  }
}

/** The command was first sent so long ago that its stream no longer knows whether it was done. */
export class CommandForgotten extends DomainError {
  constructor() {
    super('conflict', 'CommandForgotten', refusals.commandForgotten);
  }
}

/** The stream has gone on since the revision that a command was made from; who sent it looks again. */
export class StreamMovedOn extends DomainError {
  constructor() {
    super('conflict', 'StreamMovedOn', refusals.ledgerUnavailable);
  }
}

/**
 * The event store gave no certain answer in time. Whether the command took effect is unknown; sending it again
 * with the same commandId is safe and gives the truth.
 */
export class LedgerUnavailable extends Error {
  constructor(cause?: unknown) {
    super(refusals.ledgerUnavailable, { cause });
    this.name = 'LedgerUnavailable';
  }
}

/** The event store has no room for what was to be appended: nothing of it stands in the ledger, or will. */
export class LedgerFull extends LedgerUnavailable {
  constructor(cause?: unknown) {
    super(cause);
    this.name = 'LedgerFull';
    this.message = outageTexts.ledgerFull;
  }
}

/** The ledger holds something that this program cannot have written: better to stop than to go on. */
export class LedgerCorrupt extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LedgerCorrupt';
  }
}

/**
 * The ledger holds what this release does not know, as a newer one beside it may have written: nothing is built on it
 * here, and a replica of that release can read it.
 */
export class LedgerAhead extends LedgerCorrupt {}
