import pg from 'pg';
import { LedgerCorrupt } from '../ledger/domain-error.ts';

/** An assertion of the projector failed: better to stop than to show what may be wrong. */
export class ProjectionFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProjectionFault';
  }
}

/** Another projector has taken over; this one must write no more. */
export class Fenced extends Error {
  constructor() {
    super('another projector has taken over');
    this.name = 'Fenced';
  }
}

/**
 * Whether trying again cannot help: the ledger or a read model is not as it must be. Everything that may pass
 * (a lost connection, a restart, a deadlock, a full disk) is tried again.
 */
export function isFinal(error: unknown): boolean {
  if (error instanceof LedgerCorrupt || error instanceof ProjectionFault) return true;
  return error instanceof pg.DatabaseError && FINAL_CLASSES.has(error.code?.slice(0, 2) ?? '');
}

/**
 * Data exception, integrity constraint violation, syntax error or missing object or right.
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const FINAL_CLASSES = new Set(['22', '23', '42']);
