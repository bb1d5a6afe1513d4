import { FieldReader, varintLength, writeVarint } from './protobuf.ts';

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A request held an event or correlation id that is no UUID. */
export class InvalidUuid extends Error {
  constructor(text: string) {
    super(`'${text}' is not a UUID.`);
  }
}

/** Reads an `event_store.client.UUID` in either of its two forms into lower-case text. */
export function readUuid(message: Buffer): string {
  const reader = new FieldReader(message);
  let text = '';
  let most = 0n;
  let least = 0n;
  let structured = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) text = reader.text();
    else if (tag === 0x0a) {
      structured = true;
      const halves = new FieldReader(reader.view());
      for (let half = halves.tag(); half !== 0; half = halves.tag()) {
        if (half === 0x08) most = halves.bigVarint();
        else if (half === 0x10) least = halves.bigVarint();
        else halves.skip(half);
      }
    } else reader.skip(tag);
  }
  if (structured) return uuidFromHalves(most, least);
  const lower = text.toLowerCase();
  if (!PATTERN.test(lower)) throw new InvalidUuid(text);
  return lower;
}

function uuidFromHalves(most: bigint, least: bigint): string {
  const hex = most.toString(16).padStart(16, '0') + least.toString(16).padStart(16, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The `structured` form of a UUID message, which clients other than JavaScript's ask for. */
export function structuredUuid(text: string): Buffer {
  const hex = text.replaceAll('-', '');
  const most = bigVarint(0x08, BigInt(`0x${hex.slice(0, 16)}`));
  const least = bigVarint(0x10, BigInt(`0x${hex.slice(16)}`));
  const length = most.length + least.length;
  const target = Buffer.allocUnsafe(1 + varintLength(length) + length);
  target[0] = 0x0a;
  const at = writeVarint(target, 1, length);
  most.copy(target, at);
  least.copy(target, at + most.length);
  return target;
}

function bigVarint(tag: number, value: bigint): Buffer {
  const bytes = [tag];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
