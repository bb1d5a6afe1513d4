import { streamIdentifier } from '../wire/append-response.ts';
import { bytesField, varintField } from '../wire/protobuf.ts';

/** The messages of `event_store.client.streams.ReadResp` beside events. */
const EMPTY = Buffer.alloc(0);

export const CAUGHT_UP = bytesField(0x42, EMPTY);
export const FELL_BEHIND = bytesField(0x4a, EMPTY);

export function confirmation(subscriptionId: string): Buffer {
  return bytesField(0x12, bytesField(0x0a, Buffer.from(subscriptionId)));
}

export function checkpoint(position: number): Buffer {
  return bytesField(0x1a, allPosition(position));
}

export function streamNotFound(stream: string): Buffer {
  return bytesField(0x22, bytesField(0x0a, streamIdentifier(stream)));
}

export function lastStreamPosition(revision: number): Buffer {
  return varintField(0x30, revision);
}

export function lastAllStreamPosition(position: number): Buffer {
  return bytesField(0x3a, allPosition(position));
}

function allPosition(position: number): Buffer {
  return Buffer.concat([varintField(0x08, position), varintField(0x10, position)]);
}
