import { Metadata, status } from '@grpc/grpc-js';
import { DISK_FULL, DISK_FULL_BEHIND } from '../../disk-full.ts';
import { DamagedEvent, hasNoRoomForIndex, SQLITE, sqliteCode } from '../errors.ts';

/** What a gRPC call fails with; grpc-js sends these three on. */
export class RpcError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, trailers: Record<string, string> = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, headerSafe(value));
  }
}

/** The trailers by which every EventStoreDB client tells errors apart. */
export function streamDeleted(stream: string): RpcError {
  return new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongExpectedVersion(operation: string, stream: string, expected: number, actual: number) {
  const details = `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`;
  return new RpcError(status.FAILED_PRECONDITION, details, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected),
    'actual-version': String(actual),
  });
}

export function maxAppendSizeExceeded(maximum: number): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maximum} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maximum),
  });
}

export function requiredMetadataMissing(property: string): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

export function accessDenied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

export function unauthenticated(): RpcError {
  return new RpcError(
    status.UNAUTHENTICATED,
    'The credential of this ledger is missing or wrong: it stands in the connection string, esdb://user:password@…',
  );
}

/** What becomes of an exception that EventStoreDB's own code did not expect. */
export function handlerFailed(): RpcError {
  return new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
}

/** An append of which EventStoreDB never heard the end; it says nothing about what was stored. */
export function timedOut(): RpcError {
  return new RpcError(status.ABORTED, 'Operation timed out: Commit phase timeout.');
}

/** A stream was to be read with arguments that EventStoreDB's storage refuses: from END forwards, or no event at all. */
export function unreadable(): RpcError {
  return new RpcError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error');
}

export function invalidArgument(message: string): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, message);
}

export function shuttingDown(): RpcError {
  return new RpcError(status.UNAVAILABLE, 'The node is shutting down.');
}

/** What was asked for stands in the file, but not as it was written: it is given to nobody. */
export function dataLoss(damage: DamagedEvent): RpcError {
  return new RpcError(status.DATA_LOSS, headerSafe(damage.message));
}

/** What a read fails with. What a page that is none any more keeps from it is lost as well, and not away for a while. */
export function readFailed(error: Error): Error {
  if (error instanceof DamagedEvent) return dataLoss(error);
  const code = sqliteCode(error);
  if (code !== SQLITE.CORRUPT && code !== SQLITE.NOTADB) return error;
  return new RpcError(status.DATA_LOSS, `The ledger file is damaged: ${error.message}.`);
}

/** A write that the file refused. Nothing of it was stored. */
export function storageFailed(error: unknown): RpcError {
  return new RpcError(status.UNAVAILABLE, storageProblem(error));
}

export function storageProblem(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  // The commit stands in the log.
  if (hasNoRoomForIndex(error)) return DISK_FULL_BEHIND;
  switch (sqliteCode(error)) {
    case SQLITE.FULL:
      return DISK_FULL;
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
    case SQLITE.IOERR:
      return `The ledger file is damaged or its disk fails (${reason}): nothing was appended.`;
    default:
      return `The append failed and nothing was stored: ${reason}`;
  }
}

/** gRPC trailers are printable ASCII; a stream name may be anything. */
function headerSafe(value: string): string {
  return value.replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
}
