import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import type { EventLog } from '../store/event-log.ts';
import type { AppendOptions, AppendRequest } from '../wire/append-request.ts';
import { deleteResponse } from '../wire/append-response.ts';
import type { OpenCalls } from './open-calls.ts';
import {
  dataLoss,
  handlerFailed,
  invalidArgument,
  storageFailed,
  streamDeleted,
  timedOut,
  wrongExpectedVersion,
} from './rpc-errors.ts';

type Handler = (call: ServerUnaryCall<AppendRequest, Buffer>, callback: sendUnaryData<Buffer>) => void;

/** Streams.Delete: the stream seems gone, and an append revives it at the next revision. */
export function softDelete(log: EventLog, calls: OpenCalls): Handler {
  return (call, callback) => {
    calls.add(call);
    remove(log, call.request.options, false, callback);
  };
}

/** Streams.Tombstone: the stream's name can never be used again. */
export function tombstone(log: EventLog, calls: OpenCalls): Handler {
  return (call, callback) => {
    calls.add(call);
    remove(log, call.request.options, true, callback);
  };
}

function remove(
  log: EventLog,
  options: AppendOptions | undefined,
  hard: boolean,
  callback: sendUnaryData<Buffer>,
): void {
  const { stream, expected } = options ?? {};
  if (stream === '$$') {
    callback(handlerFailed());
    return;
  }
  if (!stream || expected === undefined) {
    callback(invalidArgument('The delete has no options.'));
    return;
  }
  log.delete(stream, expected, hard, (outcome) => {
    if (!outcome.ok) return callback(storageFailed(outcome.error));
    const result = outcome.value;
    if (result.kind === 'deleted') return callback(streamDeleted(stream));
    if (result.kind === 'damaged') return callback(dataLoss(result.damage));
    // Deletes carry no ids of the client's.
    if (result.kind === 'overlapping') return callback(timedOut());
    if (result.kind === 'wrong-version') {
      return callback(wrongExpectedVersion('Delete', stream, expected, result.current));
    }
    callback(null, deleteResponse(result.position ?? 0));
  });
}
