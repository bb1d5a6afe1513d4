import { readMapEntry, readStreamIdentifier } from './frame.ts';
import { FieldReader } from './protobuf.ts';
import { readUuid } from './uuid.ts';

/** EventStoreDB's numbers for an expectation that is no exact revision. */
export const ANY = -2;
export const NO_STREAM = -1;
export const STREAM_EXISTS = -4;

export type ProposedEvent = {
  readonly id: string;
  readonly type: string | undefined;
  readonly contentType: string | undefined;
  readonly metadata: Buffer;
  readonly data: Buffer;
};

export type AppendOptions = {
  readonly stream: string | undefined;
  /** An exact revision, or ANY, NO_STREAM or STREAM_EXISTS; undefined when the client sent none. */
  readonly expected: number | undefined;
  /** When the client stops waiting, in ms since 1970. */
  readonly deadline: number | undefined;
};

export type BatchAppendRequest = {
  /** The UUID message as it came: replies must carry it unchanged. */
  readonly correlation: Buffer;
  readonly options: AppendOptions | undefined;
  readonly events: Buffer[];
  readonly isFinal: boolean;
};

export type AppendRequest = {
  readonly options: AppendOptions | undefined;
  readonly event: Buffer | undefined;
};

const EMPTY = Buffer.alloc(0);

/** `event_store.client.streams.BatchAppendReq` */
export function readBatchAppendRequest(message: Buffer): BatchAppendRequest {
  const reader = new FieldReader(message);
  let correlation: Buffer = EMPTY;
  let options: AppendOptions | undefined;
  const events: Buffer[] = [];
  let isFinal = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) correlation = reader.view();
    else if (tag === 0x12) options = readOptions(reader.view());
    else if (tag === 0x1a) events.push(reader.view());
    else if (tag === 0x20) isFinal = reader.varint() !== 0;
    else reader.skip(tag);
  }
  return { correlation, options, events, isFinal };
}

/** `event_store.client.streams.AppendReq` */
export function readAppendRequest(message: Buffer): AppendRequest {
  const reader = new FieldReader(message);
  let options: AppendOptions | undefined;
  let event: Buffer | undefined;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) options = readOptions(reader.view());
    else if (tag === 0x12) event = reader.view();
    else reader.skip(tag);
  }
  return { options, event };
}

/** Options of both append calls; the first five fields of the two messages have the same numbers. */
function readOptions(message: Buffer): AppendOptions {
  const reader = new FieldReader(message);
  let stream: string | undefined;
  let expected: number | undefined;
  let deadline: number | undefined;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) stream = readStreamIdentifier(reader.view());
    else if (tag === 0x10) expected = Math.min(reader.varint(), Number.MAX_SAFE_INTEGER);
    else if (tag === 0x32) deadline = readTimestamp(reader.view());
    else if (tag === 0x3a) deadline = Date.now() + readTimestamp(reader.view());
    else {
      if (tag === 0x1a) expected = NO_STREAM;
      else if (tag === 0x22) expected = ANY;
      else if (tag === 0x2a) expected = STREAM_EXISTS;
      reader.skip(tag);
    }
  }
  return { stream, expected, deadline };
}

/** A `google.protobuf.Timestamp` or `Duration` in milliseconds. */
function readTimestamp(message: Buffer): number {
  const reader = new FieldReader(message);
  let milliseconds = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) milliseconds += Number(BigInt.asIntN(64, reader.bigVarint())) * 1000;
    else if (tag === 0x10) milliseconds += Number(BigInt.asIntN(64, reader.bigVarint())) / 1e6;
    else reader.skip(tag);
  }
  return milliseconds;
}

/** The `ProposedMessage` of both append calls. Throws InvalidUuid. */
export function readProposedEvent(message: Buffer): ProposedEvent {
  const reader = new FieldReader(message);
  let id: Buffer = EMPTY;
  let type: string | undefined;
  let contentType: string | undefined;
  let metadata: Buffer = EMPTY;
  let data: Buffer = EMPTY;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) id = reader.view();
    else if (tag === 0x12) {
      const [key, value] = readMapEntry(reader.view());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    } else if (tag === 0x1a) metadata = reader.view();
    else if (tag === 0x22) data = reader.view();
    else reader.skip(tag);
  }
  return { id: readUuid(id), type, contentType, metadata, data };
}
