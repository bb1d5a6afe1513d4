export type StartFailure =
  | 'locked'
  | 'several-names'
  | 'damaged'
  | 'not-a-ledger'
  | 'newer-format'
  | 'older-format'
  | 'folder-not-writable'
  | 'disk-full'
  | 'port-in-use'
  | 'no-credential'
  | 'crashed';

/** Why the node did not start, or stopped by itself. The message is for the person who runs it. */
export class EmbeddedEventStoreError extends Error {
  readonly code: StartFailure;

  constructor(code: StartFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedEventStoreError';
    this.code = code;
  }
}

/** An event of the file is not what was written there: it is given to nobody. */
export class DamagedEvent extends Error {
  /** @param where undefined parts are those that cannot be told any more */
  constructor(problem: string, { position, stream }: { position?: number; stream?: string | undefined }) {
    const at = position === undefined ? 'An event' : `The event at position ${position}`;
    const of = stream === undefined ? 'of a stream whose name is lost' : `of the stream '${stream}'`;
    super(`${at} ${of} is damaged: ${problem}.`);
    this.name = 'DamagedEvent';
  }
}

/** SQLite's primary result code of an error thrown by `node:sqlite`, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/**
 * SQLITE_IOERR_SHMSIZE: the index of a file's log, which makes what stands there count, had no room on the disk.
 * https://sqlite.org/rescode.html#ioerr_shmsize
 */
export function hasNoRoomForIndex(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 4874;
}

/** https://sqlite.org/rescode.html */
export const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;
