/**
 * The few pieces of the protocol buffer wire format that the hot paths need. The generated google-protobuf
 * code costs several times more per event than SQLite does, so appends are decoded and events encoded here.
 * https://protobuf.dev/programming-guides/encoding/
 */

/** Bytes that `value` (a whole number from 0 to 2^53) takes as a varint. */
export function varintLength(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  if (value < 0x10000000) return 4;
  let length = 5;
  for (let rest = Math.floor(value / 0x800000000); rest > 0; rest = Math.floor(rest / 0x80)) length++;
  return length;
}

/** Writes `value` at `offset` and returns the offset after it. */
export function writeVarint(target: Buffer, offset: number, value: number): number {
  let at = offset;
  let rest = value;
  while (rest >= 0x80) {
    target[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  target[at++] = rest;
  return at;
}

/** A length-delimited field: its tag byte, the length, the bytes. */
export function writeBytes(target: Buffer, offset: number, tag: number, bytes: Uint8Array): number {
  target[offset] = tag;
  const at = writeVarint(target, offset + 1, bytes.length);
  target.set(bytes, at);
  return at + bytes.length;
}

/** Bytes of a length-delimited field with a one-byte tag. */
export function fieldLength(length: number): number {
  return 1 + varintLength(length) + length;
}

/** A length-delimited field on its own. */
export function bytesField(tag: number, bytes: Uint8Array): Buffer {
  const target = Buffer.allocUnsafe(fieldLength(bytes.length));
  writeBytes(target, 0, tag, bytes);
  return target;
}

/** A varint field on its own. */
export function varintField(tag: number, value: number): Buffer {
  const target = Buffer.allocUnsafe(1 + varintLength(value));
  target[0] = tag;
  writeVarint(target, 1, value);
  return target;
}

/** A varint field on its own, with all of its 64 bits. */
export function varintField64(tag: number, value: bigint): Buffer {
  const bytes = [tag];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** Walks over the fields of one message. */
export class FieldReader {
  private readonly bytes: Buffer;
  private at: number;
  private readonly end: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** The next field's tag (number << 3 | wire type), 0 at the end. */
  tag(): number {
    return this.at >= this.end ? 0 : this.varint();
  }

  /** Exact up to 2^53; beyond that a number at least as large as 2^53. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 10; count++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || this.at > this.end) throw new RangeError('truncated varint');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new RangeError('varint longer than ten bytes');
  }

  /** A 64-bit varint with its sign, exact. */
  bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || this.at > this.end) throw new RangeError('truncated varint');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('varint longer than ten bytes');
  }

  /** A view on a length-delimited field. */
  view(): Buffer {
    const length = this.varint();
    const start = this.at;
    this.at += length;
    if (this.at > this.end) throw new RangeError('truncated field');
    return this.bytes.subarray(start, this.at);
  }

  text(): string {
    const length = this.varint();
    const start = this.at;
    this.at += length;
    if (this.at > this.end) throw new RangeError('truncated field');
    return this.bytes.toString('utf8', start, this.at);
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.varint();
        return;
      case 1:
        this.at += 8;
        return;
      case 2:
        this.view();
        return;
      case 5:
        this.at += 4;
        return;
      default:
        throw new RangeError(`unknown wire type ${tag & 7}`);
    }
  }
}
