/** What a column of many rows may be of, and the object id of the type: src/include/catalog/pg_type.dat of PostgreSQL. */
const OIDS = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  text: 25,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
} as const;

export type ElementType = keyof typeof OIDS;
export type Element = string | number | bigint | boolean | Buffer | null;

/** Writes a value behind its length; false for one whose binary form it does not know. */
type Encode = (to: Bytes, value: Exclude<Element, null>) => boolean;

/**
 * An array that a statement is asked with, in the binary form of Postgres (`array_recv`): written and read faster
 * than its text, most of all for times, identifiers and hashes. Where a value is not in the one form that is known here,
 * the whole array goes as text, and Postgres itself says what it makes of it.
 */
export class ArrayParameter {
  readonly type: ElementType;
  readonly values: readonly Element[];

  constructor(type: ElementType, values: readonly Element[]) {
    this.type = type;
    this.values = values;
  }

  /** What `pg` asks an object for that it is given as a value: a Buffer goes as binary, an array as text. */
  toPostgres(): Buffer | readonly Element[] {
    return binaryArray(this.type, this.values) ?? this.values;
  }
}

/** https://www.postgresql.org/docs/18/arrays.html, as `array_send` writes it; undefined where a value has no binary form here. */
function binaryArray(type: ElementType, values: readonly Element[]): Buffer | undefined {
  const bytes = new Bytes(20 + 24 * values.length);
  const encode = ENCODE[type];
  const dimensions = values.length === 0 ? 0 : 1;
  bytes
    .int32(dimensions)
    .int32(values.includes(null) ? 1 : 0)
    .int32(OIDS[type]);
  // How many, and the index of the first.
  if (dimensions > 0) bytes.int32(values.length).int32(1);
  for (const value of values) {
    if (value === null) bytes.int32(-1);
    else if (!encode(bytes, value)) return undefined;
  }
  return bytes.written();
}

/** A buffer that grows; numbers are big-endian. Byte by byte: methods of a Buffer check each time what is known here. */
class Bytes {
  #buffer: Buffer;
  #length = 0;

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  written(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  int32(value: number): this {
    this.#room(4);
    const at = this.#length;
    this.#buffer[at] = value >> 24;
    this.#buffer[at + 1] = value >> 16;
    this.#buffer[at + 2] = value >> 8;
    this.#buffer[at + 3] = value;
    this.#length = at + 4;
    return this;
  }

  int16(value: number): this {
    this.#room(2);
    const at = this.#length;
    this.#buffer[at] = value >> 8;
    this.#buffer[at + 1] = value;
    this.#length = at + 2;
    return this;
  }

  byte(value: number): this {
    this.#room(1);
    this.#buffer[this.#length++] = value;
    return this;
  }

  /** @param value a whole number that a double holds exactly */
  int64(value: number): this {
    const high = Math.floor(value / 2 ** 32);
    return this.int32(high).int32(value - high * 2 ** 32);
  }

  /** UTF-8 behind its length. */
  text(value: string): this {
    this.#room(4 + 3 * value.length);
    const length = this.#buffer.write(value, this.#length + 4);
    this.int32(length);
    this.#length += length;
    return this;
  }

  /** Sixteen bytes; false for what is no UUID in its usual form. */
  uuid(text: string): boolean {
    if (text.length !== 36) return false;
    this.#room(16);
    let place = this.#length;
    for (let at = 0; at < 36; at += 2) {
      if (at === 8 || at === 13 || at === 18 || at === 23) {
        if (text.charCodeAt(at) !== DASH) return false;
        at += 1;
      }
      const byte = (nibble(text.charCodeAt(at)) << 4) | nibble(text.charCodeAt(at + 1));
      if (byte > 0xff) return false;
      this.#buffer[place++] = byte;
    }
    this.#length = place;
    return true;
  }

  bytes(value: Buffer): this {
    this.#room(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  #room(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

const DASH = 0x2d;
/** What each hexadecimal digit stands for, by its code; so much for every other code that a byte is none any more. */
const NIBBLES = new Uint16Array(128).fill(0x1_00);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  for (const form of [digit, digit.toUpperCase()]) NIBBLES[form.charCodeAt(0)] = value;
}
const nibble = (code: number): number => NIBBLES[code] ?? 0x1_00;

const DAY_MS = 86_400_000;
/** Postgres counts days and microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

const ENCODE: Readonly<Record<ElementType, Encode>> = {
  boolean(to, value) {
    if (typeof value !== 'boolean') return false;
    to.int32(1).byte(value ? 1 : 0);
    return true;
  },
  bytea(to, value) {
    if (!Buffer.isBuffer(value)) return false;
    to.int32(value.length).bytes(value);
    return true;
  },
  bigint(to, value) {
    if (Number.isSafeInteger(value)) to.int32(8).int64(Number(value));
    else if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) return false;
    else
      to.int32(8)
        .int32(Number(value >> 32n))
        .int32(Number(value & 0xffff_ffffn));
    return true;
  },
  smallint(to, value) {
    if (!Number.isInteger(value) || Math.abs(Number(value)) > 0x7f_ff) return false;
    to.int32(2).int16(Number(value));
    return true;
  },
  text(to, value) {
    if (typeof value !== 'string') return false;
    to.text(value);
    return true;
  },
  date(to, value) {
    const ms = typeof value === 'string' && DATE.test(value) ? timeOf(value) : undefined;
    if (ms === undefined) return false;
    to.int32(4).int32((ms - EPOCH_MS) / DAY_MS);
    return true;
  },
  timestamptz(to, value) {
    const ms = typeof value === 'string' && TIME.test(value) ? timeOf(value) : undefined;
    if (ms === undefined) return false;
    to.int32(8).int64((ms - EPOCH_MS) * 1_000);
    return true;
  },
  numeric(to, value) {
    const text = typeof value === 'string' ? value : String(value);
    return NUMERIC.test(text) && writeNumeric(to, text);
  },
  uuid: (to, value) => typeof value === 'string' && to.int32(16).uuid(value),
};

/** Of the years in which neither calendar nor precision leaves room for doubt. */
const DATE = /^(?:1\d|2[01])\d\d-\d\d-\d\d$/;
const TIME = /^(?:1\d|2[01])\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;

/** Milliseconds of a text as `DATE` or `TIME` has it; undefined for a day that its month has not. */
function timeOf(text: string): number | undefined {
  const [year, month, day] = [number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)];
  const midnight = Date.UTC(year, month - 1, day);
  // The last days of a month, and months that there are not, are looked at by whoever knows the calendar.
  if (month < 1 || month > 12 || day < 1 || (day > 28 && new Date(midnight).getUTCDate() !== day))
    return undefined;
  if (text.length === 10) return midnight;
  const seconds = number(text, 11, 13) * 3_600 + number(text, 14, 16) * 60 + number(text, 17, 19);
  const shown = Math.max(0, text.length - 1 - 20);
  return midnight + seconds * 1_000 + number(text, 20, 20 + shown) * 10 ** (3 - shown);
}

const NUMERIC = /^-?\d{1,200}(?:\.\d{1,200})?$/;
/** Decimal digits in one of Postgres's. */
const GROUP = 4;
const NEGATIVE = 0x40_00;

/** `numeric_recv`: digits to the base 10,000, the weight of the first, the sign, and how many decimals are shown. */
function writeNumeric(to: Bytes, text: string): boolean {
  const isNegative = text.startsWith('-');
  const start = isNegative ? 1 : 0;
  const point = text.indexOf('.');
  const end = point === -1 ? text.length : point;
  const decimals = point === -1 ? 0 : text.length - point - 1;
  const whole = Math.ceil((end - start) / GROUP);
  const count = whole + Math.ceil(decimals / GROUP);
  // Where the digits of a group stand: whole ones end at the point, the others begin behind it.
  const groupOf = (index: number): number =>
    index < whole
      ? number(text, Math.max(start, end - (whole - index) * GROUP), end - (whole - index - 1) * GROUP)
      : decimal(text, point + 1 + (index - whole) * GROUP);
  let first = 0;
  while (first < count && groupOf(first) === 0) first += 1;
  let last = count;
  while (last > first && groupOf(last - 1) === 0) last -= 1;
  const kept = last - first;
  to.int32(8 + 2 * kept).int16(kept);
  to.int16(kept === 0 ? 0 : whole - 1 - first);
  to.int16(isNegative && kept > 0 ? NEGATIVE : 0).int16(decimals);
  for (let index = first; index < last; index++) to.int16(groupOf(index));
  return true;
}

function number(digits: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + digits.charCodeAt(at) - ZERO;
  return value;
}

/** Of four decimals, and noughts behind the last. */
function decimal(digits: string, from: number): number {
  const to = Math.min(from + GROUP, digits.length);
  return number(digits, from, to) * 10 ** (from + GROUP - to);
}

const ZERO = 0x30;
