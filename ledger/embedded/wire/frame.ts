import { FieldReader, fieldLength, varintLength, writeBytes, writeVarint } from './protobuf.ts';
import { readUuid, structuredUuid } from './uuid.ts';

/**
 * An event as it travels and as it is stored: the bytes of `event_store.client.streams.ReadResp` holding one
 * `ReadEvent`. Encoding happens once, at the append; every later read sends the stored bytes as they are.
 */
export type Frame = Uint8Array;

export type RecordedEvent = {
  /** Lower-case UUID. */
  readonly id: string;
  readonly stream: string;
  /** A decimal text where it exceeds 2^53: the revision of a tombstone. */
  readonly revision: number | typeof TOMBSTONE_REVISION;
  /** Both commit and prepare position. */
  readonly position: number;
  readonly type: string;
  readonly isJson: boolean;
  /** 100 ns ticks since 1970, as EventStoreDB counts them. */
  readonly created: number;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
};

/** `long.MaxValue`, the revision that EventStoreDB gives to a stream's tombstone. */
export const TOMBSTONE_REVISION = 'tombstone';

const TOMBSTONE_VARINT = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
const JSON_CONTENT = mapEntry('content-type', 'application/json');
const BINARY_CONTENT = mapEntry('content-type', 'application/octet-stream');
const types = new Map<string, Buffer>();

export function encodeFrame(event: RecordedEvent): Buffer {
  const recorded = encodeRecorded(event, stringUuid(event.id));
  return encodeReadEvent(recorded, undefined, event.position);
}

/** How an event is to be told where that is not as it is stored. */
export type WireForm = {
  readonly structuredIds: boolean;
  /** How far the positions of two events are apart; 1 as they are stored. */
  readonly positionStep: number;
};

/** The same event in another form. */
export function inForm(frame: Frame, form: WireForm): Buffer {
  const event = told(frame, form);
  return encodeReadEvent(encodeTold(event, form), undefined, event.position);
}

/** A link event together with what it points at; `target` is undefined when that is gone. */
export function resolvedLink(target: Frame | undefined, link: Frame, form: WireForm): Buffer {
  const shown = told(link, form);
  return encodeReadEvent(
    target && encodeTold(told(target, form), form),
    encodeTold(shown, form),
    shown.position,
  );
}

function told(frame: Frame, { positionStep }: WireForm): RecordedEvent {
  const event = decodeFrame(frame);
  return { ...event, position: event.position * positionStep };
}

function encodeTold(event: RecordedEvent, { structuredIds }: WireForm): Buffer {
  return encodeRecorded(event, structuredIds ? structuredUuid(event.id) : stringUuid(event.id));
}

/** `ReadResp { event: ReadEvent { event?, link?, commit_position } }` */
function encodeReadEvent(event: Buffer | undefined, link: Buffer | undefined, position: number): Buffer {
  const length =
    (event ? fieldLength(event.length) : 0) +
    (link ? fieldLength(link.length) : 0) +
    1 +
    varintLength(position);
  const frame = Buffer.allocUnsafeSlow(fieldLength(length));
  frame[0] = 0x0a;
  let at = writeVarint(frame, 1, length);
  if (event) at = writeBytes(frame, at, 0x0a, event);
  if (link) at = writeBytes(frame, at, 0x12, link);
  frame[at] = 0x18;
  writeVarint(frame, at + 1, position);
  return frame;
}

function encodeRecorded(event: RecordedEvent, uuid: Buffer): Buffer {
  const stream = Buffer.from(event.stream, 'utf8');
  const type = typeEntry(event.type);
  const content = event.isJson ? JSON_CONTENT : BINARY_CONTENT;
  const created = mapEntry('created', String(event.created));
  const tombstone = event.revision === TOMBSTONE_REVISION;
  const revision = event.revision === TOMBSTONE_REVISION ? 0 : event.revision;
  const identifier = fieldLength(stream.length);
  const length =
    fieldLength(uuid.length) +
    fieldLength(identifier) +
    1 +
    (tombstone ? TOMBSTONE_VARINT.length : varintLength(revision)) +
    2 * (1 + varintLength(event.position)) +
    type.length +
    content.length +
    created.length +
    fieldLength(event.metadata.length) +
    fieldLength(event.data.length);
  const target = Buffer.allocUnsafe(length);
  let at = writeBytes(target, 0, 0x0a, uuid);
  target[at] = 0x12;
  at = writeVarint(target, at + 1, identifier);
  at = writeBytes(target, at, 0x1a, stream);
  target[at++] = 0x18;
  if (tombstone) at += TOMBSTONE_VARINT.copy(target, at);
  else at = writeVarint(target, at, revision);
  target[at] = 0x20;
  at = writeVarint(target, at + 1, event.position);
  target[at] = 0x28;
  at = writeVarint(target, at + 1, event.position);
  at += type.copy(target, at);
  at += content.copy(target, at);
  at += created.copy(target, at);
  at = writeBytes(target, at, 0x3a, event.metadata);
  writeBytes(target, at, 0x42, event.data);
  return target;
}

/** Reads a frame back, for exports, link resolution and the age of an event. */
export function decodeFrame(frame: Frame): RecordedEvent {
  const recorded = recordedPart(frame);
  const reader = new FieldReader(recorded);
  const event = {
    id: '',
    stream: '',
    revision: 0 as RecordedEvent['revision'],
    position: 0,
    type: '',
    isJson: false,
    created: 0,
    metadata: EMPTY as Uint8Array,
    data: EMPTY as Uint8Array,
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) event.id = readUuid(reader.view());
    else if (tag === 0x12) event.stream = readStreamIdentifier(reader.view());
    else if (tag === 0x18) event.revision = asRevision(reader.varint());
    else if (tag === 0x28) event.position = reader.varint();
    else if (tag === 0x32) {
      const [key, value] = readMapEntry(reader.view());
      if (key === 'type') event.type = value;
      else if (key === 'content-type') event.isJson = value === 'application/json';
      else if (key === 'created') event.created = Number(value);
    } else if (tag === 0x3a) event.metadata = reader.view();
    else if (tag === 0x42) event.data = reader.view();
    else reader.skip(tag);
  }
  return event;
}

/** Only the stream and the type, which is all that a filter looks at. */
export function frameHeader(frame: Frame): { stream: string; type: string } {
  const reader = new FieldReader(recordedPart(frame));
  let stream = '';
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) stream = readStreamIdentifier(reader.view());
    else if (tag === 0x32) {
      const [key, value] = readMapEntry(reader.view());
      if (key === 'type') return { stream, type: value };
    } else reader.skip(tag);
  }
  return { stream, type: '' };
}

/**
 * Only where the event stands in its stream.
 * @throws RangeError when it is no event
 */
export function framePlace(frame: Frame): Pick<RecordedEvent, 'stream' | 'revision'> {
  const reader = new FieldReader(recordedPart(frame));
  let stream = '';
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) stream = readStreamIdentifier(reader.view());
    else if (tag === 0x18) return { stream, revision: asRevision(reader.varint()) };
    else reader.skip(tag);
  }
  throw new RangeError('an event without a revision');
}

/** Reads an `event_store.client.StreamIdentifier`. */
export function readStreamIdentifier(message: Buffer): string {
  const reader = new FieldReader(message);
  let name = '';
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x1a) name = reader.text();
    else reader.skip(tag);
  }
  return name;
}

export function readMapEntry(entry: Buffer): [key: string, value: string] {
  const reader = new FieldReader(entry);
  let key = '';
  let value = '';
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) key = reader.text();
    else if (tag === 0x12) value = reader.text();
    else reader.skip(tag);
  }
  return [key, value];
}

const EMPTY = Buffer.alloc(0);

function recordedPart(frame: Frame): Buffer {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const response = new FieldReader(bytes);
  if (response.tag() !== 0x0a) throw new RangeError('not an event frame');
  const readEvent = new FieldReader(response.view());
  if (readEvent.tag() !== 0x0a) throw new RangeError('not an event frame');
  return readEvent.view();
}

function asRevision(value: number): RecordedEvent['revision'] {
  return value > Number.MAX_SAFE_INTEGER ? TOMBSTONE_REVISION : value;
}

function stringUuid(id: string): Buffer {
  const message = Buffer.allocUnsafe(2 + id.length);
  message[0] = 0x12;
  message[1] = id.length;
  message.write(id, 2, 'latin1');
  return message;
}

/** Event types are few and repeat for ever; their entries are kept, up to a bound. */
function typeEntry(type: string): Buffer {
  const known = types.get(type);
  if (known) return known;
  const entry = mapEntry('type', type);
  if (types.size < 4096) types.set(type, entry);
  return entry;
}

function mapEntry(key: string, value: string): Buffer {
  const keyBytes = Buffer.from(key, 'utf8');
  const valueBytes = Buffer.from(value, 'utf8');
  const length = fieldLength(keyBytes.length) + fieldLength(valueBytes.length);
  const target = Buffer.allocUnsafe(fieldLength(length));
  target[0] = 0x32;
  const at = writeVarint(target, 1, length);
  writeBytes(target, writeBytes(target, at, 0x0a, keyBytes), 0x12, valueBytes);
  return target;
}
