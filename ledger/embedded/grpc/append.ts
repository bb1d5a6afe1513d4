import { Metadata, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import type { EventLog } from '../store/event-log.ts';
import {
  type AppendOptions,
  type AppendRequest,
  type ProposedEvent,
  readProposedEvent,
} from '../wire/append-request.ts';
import { appendSuccess, appendWrongVersion } from '../wire/append-response.ts';
import { eventSize, MAX_APPEND_SIZE, missingProperty, newEvent, streamNameProblem } from './append-check.ts';
import type { OpenCalls } from './open-calls.ts';
import {
  accessDenied,
  dataLoss,
  handlerFailed,
  invalidArgument,
  maxAppendSizeExceeded,
  RpcError,
  requiredMetadataMissing,
  storageFailed,
  streamDeleted,
  timedOut,
} from './rpc-errors.ts';

type Call = ServerReadableStream<AppendRequest, Buffer>;

/** Streams.Append: one append a call. Clients use it when a call has its own credentials. */
export function append(
  log: EventLog,
  calls: OpenCalls,
): (call: Call, callback: sendUnaryData<Buffer>) => void {
  return (call, callback) => {
    calls.add(call);
    const events: ProposedEvent[] = [];
    let options: AppendOptions | undefined;
    let size = 0;
    let answered = false;
    const answer = (error: RpcError | null, response?: Buffer) => {
      if (answered) return;
      answered = true;
      callback(error, response);
    };

    call.on('data', (request: AppendRequest) => {
      try {
        options ??= request.options;
        if (!request.event || answered) return;
        const event = readProposedEvent(request.event);
        size += eventSize(event);
        if (size > MAX_APPEND_SIZE) throw maxAppendSizeExceeded(MAX_APPEND_SIZE);
        const missing = missingProperty(event);
        if (missing) throw requiredMetadataMissing(missing);
        events.push(event);
      } catch (error) {
        answer(asRpcError(error));
      }
    });
    call.on('error', (error) => answer(asRpcError(error)));
    const write = () => {
      if (answered || call.cancelled) return;
      const problem = optionsProblem(options);
      if (problem) return answer(problem);
      const stream = options?.stream ?? '';
      const expected = options?.expected ?? 0;
      log.append(stream, expected, events.map(newEvent), (outcome) => {
        if (!outcome.ok) return answer(storageFailed(outcome.error));
        const result = outcome.value;
        if (result.kind === 'deleted') return answer(streamDeleted(stream));
        if (result.kind === 'overlapping') return answer(timedOut());
        if (result.kind === 'damaged') return answer(dataLoss(result.damage));
        if (result.kind === 'wrong-version')
          return answer(null, appendWrongVersion(result.current, expected));
        answer(null, appendSuccess(result.revision, result.position));
      });
    };
    // A call that was given up half-way ends like one that is complete: written then, the first of its events would
    // stand without the others. To send the headers makes grpc-js look whether the client is still there; if it is
    // not, `cancelled` is set in the next tick.
    call.on('end', () => {
      call.sendMetadata(new Metadata());
      process.nextTick(write);
    });
  };
}

function optionsProblem(options: AppendOptions | undefined): RpcError | undefined {
  if (!options || options.expected === undefined) return invalidArgument('The append has no options.');
  if (options.stream === '$all') return accessDenied();
  return streamNameProblem(options.stream) ? handlerFailed() : undefined;
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(status.INVALID_ARGUMENT, error instanceof Error ? error.message : String(error));
}
