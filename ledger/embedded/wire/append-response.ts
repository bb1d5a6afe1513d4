import { ANY, NO_STREAM, STREAM_EXISTS } from './append-request.ts';
import { bytesField, varintField } from './protobuf.ts';

/** Code numbers of `google.rpc.Status`. https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNAVAILABLE = 14;
const DATA_LOSS = 15;

const EMPTY = Buffer.alloc(0);

/** What a batch reply carries beside its correlation id: `google.rpc.Status` or `Success`. */
export type BatchOutcome = Buffer;

/** `revision` -1 says that the stream has no event; `position` undefined that nothing was written. */
export function batchSuccess(revision: number, position: number | undefined): BatchOutcome {
  return bytesField(0x1a, success(revision, position));
}

/** `current` -1: the stream does not exist. */
export function batchWrongVersion(current: number, expected: number): BatchOutcome {
  const actual = current < 0 ? bytesField(0x12, EMPTY) : varintField(0x08, current);
  const details = Buffer.concat([actual, expectation(expected, 3)]);
  return batchError(ALREADY_EXISTS, 'WrongExpectedVersion', 'WrongExpectedVersion', details);
}

export function batchStreamDeleted(stream: string): BatchOutcome {
  const details = bytesField(0x0a, streamIdentifier(stream));
  return batchError(NOT_FOUND, 'StreamDeleted', 'StreamDeleted', details);
}

export function batchAccessDenied(): BatchOutcome {
  return batchError(PERMISSION_DENIED, 'AccessDenied', 'AccessDenied', EMPTY);
}

export function batchTimeout(): BatchOutcome {
  return batchError(DEADLINE_EXCEEDED, 'Timeout', 'Timeout', EMPTY);
}

export function batchTooLarge(maximum: number): BatchOutcome {
  const name = 'MaximumAppendSizeExceeded';
  return batchError(INVALID_ARGUMENT, name, name, varintField(0x08, maximum));
}

export function batchBadRequest(message: string): BatchOutcome {
  const details = bytesField(0x0a, Buffer.from(message, 'utf8'));
  return batchError(INVALID_ARGUMENT, message, 'BadRequest', details);
}

/** The node could not store the events; the client shows `message`. */
export function batchFailure(message: string): BatchOutcome {
  return batchError(UNAVAILABLE, message, 'BadRequest', bytesField(0x0a, Buffer.from(message, 'utf8')));
}

/** What the append has to read is not what was written there. */
export function batchDamaged(message: string): BatchOutcome {
  return batchError(DATA_LOSS, message, 'BadRequest', bytesField(0x0a, Buffer.from(message, 'utf8')));
}

/** `event_store.client.streams.BatchAppendResp` */
export function batchResponse(correlation: Buffer, stream: string, outcome: BatchOutcome): Buffer {
  return Buffer.concat([bytesField(0x0a, correlation), outcome, bytesField(0x22, streamIdentifier(stream))]);
}

/** `event_store.client.streams.AppendResp` with its `Success`. */
export function appendSuccess(revision: number, position: number | undefined): Buffer {
  return bytesField(0x0a, success(revision, position));
}

/** `event_store.client.streams.AppendResp` with its `WrongExpectedVersion`. */
export function appendWrongVersion(current: number, expected: number): Buffer {
  const actual = current < 0 ? bytesField(0x3a, EMPTY) : varintField(0x30, current);
  return bytesField(0x12, Buffer.concat([actual, expectation(expected, 8)]));
}

/** `DeleteResp` and `TombstoneResp` have the same fields. */
export function deleteResponse(position: number): Buffer {
  return bytesField(0x0a, Buffer.concat([varintField(0x08, position), varintField(0x10, position)]));
}

export function streamIdentifier(stream: string): Buffer {
  return bytesField(0x1a, Buffer.from(stream, 'utf8'));
}

function success(revision: number, position: number | undefined): Buffer {
  const current = revision < 0 ? bytesField(0x12, EMPTY) : varintField(0x08, revision);
  if (position === undefined) return Buffer.concat([current, bytesField(0x22, EMPTY)]);
  const at = Buffer.concat([varintField(0x08, position), varintField(0x10, position)]);
  return Buffer.concat([current, bytesField(0x1a, at)]);
}

/** Four fields in a row from `field`: the revision, any, stream exists, no stream. */
function expectation(expected: number, field: number): Buffer {
  if (expected === ANY) return bytesField(((field + 1) << 3) | 2, EMPTY);
  if (expected === STREAM_EXISTS) return bytesField(((field + 2) << 3) | 2, EMPTY);
  if (expected === NO_STREAM) return bytesField(((field + 3) << 3) | 2, EMPTY);
  return varintField(field << 3, expected);
}

function batchError(code: number, message: string, type: string, details: Buffer): Buffer {
  const any = Buffer.concat([
    bytesField(0x0a, Buffer.from(`type.googleapis.com/event_store.client.${type}`)),
    bytesField(0x12, details),
  ]);
  const status = [
    varintField(0x08, code),
    bytesField(0x12, Buffer.from(message, 'utf8')),
    bytesField(0x1a, any),
  ];
  return bytesField(0x12, Buffer.concat(status));
}
