import { setTimeout as delay } from 'node:timers/promises';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Outcome } from '../store/commit-queue.ts';
import type { EventLog, WriteResult } from '../store/event-log.ts';
import { type BatchAppendRequest, type ProposedEvent, readProposedEvent } from '../wire/append-request.ts';
import {
  type BatchOutcome,
  batchBadRequest,
  batchDamaged,
  batchFailure,
  batchResponse,
  batchStreamDeleted,
  batchSuccess,
  batchTimeout,
  batchTooLarge,
  batchWrongVersion,
} from '../wire/append-response.ts';
import { eventSize, MAX_APPEND_SIZE, missingProperty, newEvent, streamNameProblem } from './append-check.ts';
import type { OpenCalls } from './open-calls.ts';
import { shuttingDown, storageProblem } from './rpc-errors.ts';

type Call = ServerDuplexStream<BatchAppendRequest, Buffer>;

/** An append whose messages have begun to arrive. */
type Pending = {
  readonly correlation: Buffer;
  readonly stream: string;
  readonly expected: number;
  readonly deadline: number;
  readonly events: ProposedEvent[];
  size: number;
};

/** How often an append that waits for its last message is compared with its deadline. */
const DEADLINE_CHECK_MS = 250;

/** On shutdown, how long the appends that a client had sent before it could know are waited for. */
const LATE_APPENDS_MS = 250;
/** On shutdown, how long nothing more must have come from a client for it to have said all. */
const QUIET_MS = 10;

/**
 * Streams.BatchAppend: many appends share one call, told apart by correlation id. Each gets exactly one
 * reply: the JavaScript client fails on a second one.
 */
export function batchAppend(log: EventLog, calls: OpenCalls): (call: Call) => void {
  return (call) => {
    calls.add(call, () => void stop());
    const pending = new Map<string, Pending>();
    let inFlight = 0;
    let messages = 0;
    let ended = false;
    let stopping = false;
    let timer: NodeJS.Timeout | undefined;

    const reply = (correlation: Buffer, stream: string, outcome: BatchOutcome) => {
      if (!call.cancelled && !call.writableEnded) call.write(batchResponse(correlation, stream, outcome));
    };
    const endWhenDone = () => {
      if (inFlight > 0) return;
      if (ended) call.end();
      else if (stopping && pending.size === 0) call.emit('error', shuttingDown());
    };
    const stop = async () => {
      const latest = Date.now() + LATE_APPENDS_MS;
      for (let seen = -1; seen < messages && Date.now() < latest; ) {
        seen = messages;
        await delay(QUIET_MS);
      }
      stopping = true;
      endWhenDone();
    };
    const expire = () => {
      for (const [key, append] of pending) {
        if (append.deadline > Date.now()) continue;
        pending.delete(key);
        reply(append.correlation, append.stream, batchTimeout());
      }
      if (pending.size === 0) stopTimer();
      endWhenDone();
    };
    const stopTimer = () => {
      clearInterval(timer);
      timer = undefined;
    };
    const submit = (append: Pending) => {
      inFlight++;
      log.append(append.stream, append.expected, append.events.map(newEvent), (outcome) => {
        inFlight--;
        reply(append.correlation, append.stream, batchOutcome(outcome, append));
        endWhenDone();
      });
    };
    const receive = (request: BatchAppendRequest) => {
      messages++;
      const key = request.correlation.toString('latin1');
      const append = pending.get(key) ?? (stopping ? refuse(request) : begin(request));
      if (!append) return;
      if ('refused' in append) return reply(request.correlation, append.stream, append.refused);
      const refused = addEvents(append, request.events);
      if (refused) {
        pending.delete(key);
        reply(append.correlation, append.stream, refused);
        return endWhenDone();
      }
      if (request.isFinal) {
        pending.delete(key);
        return submit(append);
      }
      pending.set(key, append);
      timer ??= setInterval(expire, DEADLINE_CHECK_MS);
    };

    call.on('data', receive);
    call.on('end', () => {
      ended = true;
      endWhenDone();
    });
    // What the client has not finished when the call ends is never written.
    const abandon = () => {
      stopping = true;
      stopTimer();
      pending.clear();
    };
    call.on('error', abandon);
    call.on('cancelled', abandon);
  };
}

type Refusal = { readonly stream: string; readonly refused: BatchOutcome };

/** The answer to an append that comes while the node shuts down; it may be sent again elsewhere. */
function refuse({ options }: BatchAppendRequest): Refusal | undefined {
  return options && { stream: options.stream ?? '', refused: batchFailure(NOTHING_STORED) };
}

const NOTHING_STORED = 'The node is shutting down: nothing was appended.';

function begin(request: BatchAppendRequest): Pending | Refusal | undefined {
  const options = request.options;
  // A message of an append that was already refused: the client has its reply.
  if (!options) return undefined;
  const stream = options.stream ?? '';
  const problem = streamNameProblem(stream) ?? (options.expected === undefined ? NO_EXPECTATION : undefined);
  if (problem) return { stream, refused: batchBadRequest(problem) };
  const deadline = options.deadline ?? Number.POSITIVE_INFINITY;
  if (deadline <= Date.now()) return { stream, refused: batchTimeout() };
  const { correlation } = request;
  return { correlation, stream, expected: options.expected ?? 0, deadline, events: [], size: 0 };
}

const NO_EXPECTATION = 'The expected stream position is missing.';

/** Takes in the events of one message, or says why the whole append is refused. */
function addEvents(append: Pending, messages: readonly Buffer[]): BatchOutcome | undefined {
  try {
    for (const message of messages) {
      const event = readProposedEvent(message);
      const missing = missingProperty(event);
      if (missing) return batchBadRequest(`Required Metadata Property '${missing}' is missing`);
      append.events.push(event);
      append.size += eventSize(event);
    }
  } catch (error) {
    return batchBadRequest(error instanceof Error ? error.message : String(error));
  }
  return append.size > MAX_APPEND_SIZE ? batchTooLarge(MAX_APPEND_SIZE) : undefined;
}

function batchOutcome(outcome: Outcome<WriteResult>, append: Pending): BatchOutcome {
  if (!outcome.ok) return batchFailure(storageProblem(outcome.error));
  const result = outcome.value;
  if (result.kind === 'deleted') return batchStreamDeleted(append.stream);
  if (result.kind === 'overlapping') return batchTimeout();
  if (result.kind === 'damaged') return batchDamaged(result.damage.message);
  if (result.kind === 'wrong-version') return batchWrongVersion(result.current, append.expected);
  return batchSuccess(result.revision, result.position);
}
