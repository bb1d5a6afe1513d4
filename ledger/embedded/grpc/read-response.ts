import { streamIdentifier } from '../wire/append-response.ts';
import { bytesField, varintField, varintField64 } from '../wire/protobuf.ts';
import { checkpointOf, type Place } from './all-position.ts';

/** The messages of `event_store.client.streams.ReadResp` beside events. */
const EMPTY = Buffer.alloc(0);

export const CAUGHT_UP = bytesField(0x42, EMPTY);

export function confirmation(subscriptionId: string): Buffer {
  return bytesField(0x12, bytesField(0x0a, Buffer.from(subscriptionId)));
}

/** @param step how far the positions of two events are apart on the wire */
export function checkpoint(place: Place, step: number): Buffer {
  const [commit, prepare] = checkpointOf(place, step);
  return bytesField(0x1a, Buffer.concat([varintField64(0x08, commit), varintField64(0x10, prepare)]));
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
