import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { bytesField, varintField } from '../wire/protobuf.ts';

// Requests in their bytes, for what no client does: a call that stops half-way, or sends message by message.

/** The first message of an append to a stream that does not exist. */
export function appendOptions(stream: string): Buffer {
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(identifier(stream));
  options.setNoStream(new shared.Empty());
  const request = new streams.AppendReq();
  request.setOptions(options);
  return bytesOf(request);
}

/** A message of an append with one event of so many bytes. */
export function appendEvent(size = 2): Buffer {
  const event = fill(new streams.AppendReq.ProposedMessage());
  event.setData(Buffer.alloc(size, '0'));
  const request = new streams.AppendReq();
  request.setProposedMessage(event);
  return bytesOf(request);
}

type Batch = {
  /** When its client waits no longer, in ms since 1970. */
  readonly deadline?: number;
  /** It is the last message, too. */
  readonly isFinal?: boolean;
};

/** The first message of a batched append to a stream that does not exist, with one small event. */
export function batchBeginning(
  correlation: string,
  stream: string,
  { deadline, isFinal = false }: Batch = {},
): Buffer {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier(stream));
  options.setNoStream(new shared.Empty());
  const request = batchMessage(correlation);
  request.setIsFinal(isFinal);
  const until = deadline === undefined ? [] : [bytesField(DEADLINE, timestamp(deadline))];
  return Buffer.concat([bytesOf(request), bytesField(OPTIONS, Buffer.concat([bytesOf(options), ...until]))]);
}

/** Tags of `BatchAppendReq` and of its options. */
const OPTIONS = 0x12;
const DEADLINE = 0x32;

/** `google.protobuf.Timestamp` */
function timestamp(milliseconds: number): Buffer {
  const seconds = Math.floor(milliseconds / 1_000);
  const nanoseconds = Math.round((milliseconds - seconds * 1_000) * 1e6);
  return Buffer.concat([varintField(0x08, seconds), varintField(0x10, nanoseconds)]);
}

/** The last message of a batched append, with one small event. */
export function batchEnd(correlation: string): Buffer {
  const request = batchMessage(correlation);
  request.setIsFinal(true);
  return bytesOf(request);
}

/** A subscription to `$all` from the end. */
export function subscriptionToAll(): Buffer {
  const all = new streams.ReadReq.Options.AllOptions();
  all.setEnd(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setAll(all);
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  return readRequest(options);
}

/** A subscription to one stream from its start. */
export function subscriptionToStream(stream: string): Buffer {
  const options = optionsOfStream(stream);
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  return readRequest(options);
}

/** A read of a whole stream. */
export function readOfStream(stream: string): Buffer {
  const options = optionsOfStream(stream);
  options.setCount('9007199254740991');
  return readRequest(options);
}

type ReadOptions = InstanceType<typeof streams.ReadReq.Options>;

function optionsOfStream(stream: string): ReadOptions {
  const source = new streams.ReadReq.Options.StreamOptions();
  source.setStreamIdentifier(identifier(stream));
  source.setStart(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setStream(source);
  return options;
}

function readRequest(options: ReadOptions): Buffer {
  const request = new streams.ReadReq();
  request.setOptions(options);
  return bytesOf(request);
}

function batchMessage(correlation: string): InstanceType<typeof streams.BatchAppendReq> {
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuid(correlation));
  request.setProposedMessagesList([fill(new streams.BatchAppendReq.ProposedMessage())]);
  return request;
}

type Proposed =
  | InstanceType<typeof streams.AppendReq.ProposedMessage>
  | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>;

function fill<T extends Proposed>(event: T): T {
  event.setId(uuid(randomUUID()));
  event.getMetadataMap().set('type', 'Happened').set('content-type', 'application/json');
  event.setData(Buffer.from('{}'));
  return event;
}

function identifier(stream: string) {
  const message = new shared.StreamIdentifier();
  message.setStreamName(Buffer.from(stream));
  return message;
}

function uuid(text: string) {
  const message = new shared.UUID();
  message.setString(text);
  return message;
}

function bytesOf(message: { serializeBinary(): Uint8Array }): Buffer {
  return Buffer.from(message.serializeBinary());
}
