import { parseExactly, parseIntegers } from '../wire/exact-json.ts';

/** What EventStoreDB's stream metadata says about which events a read of the stream still shows. */
export type StreamMetadata = {
  readonly maxCount: number | undefined;
  /** Milliseconds. */
  readonly maxAge: number | undefined;
  readonly truncateBefore: number;
  /** `$tb` is `long.MaxValue`: the stream is soft-deleted. */
  readonly softDeleted: boolean;
};

export const NO_METADATA: StreamMetadata = {
  maxCount: undefined,
  maxAge: undefined,
  truncateBefore: 0,
  softDeleted: false,
};

/** A metadata stream itself shows its newest event only. */
export const METASTREAM_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1 };

export const METADATA_TYPE = '$metadata';
export const SOFT_DELETED = Buffer.from('{"$tb":9223372036854775807}');

export function isMetastream(name: string): boolean {
  return name.startsWith('$$');
}

export function metastreamOf(name: string): string {
  return `$$${name}`;
}

export function originalOf(metastream: string): string {
  return metastream.slice(2);
}

/**
 * Reads the data of a metadata event as EventStoreDB does: where one field is of a wrong kind, all of it counts for
 * nothing; a number that is not positive is left out and the others stand.
 * https://github.com/EventStore/EventStore/blob/release/v24.10/src/EventStore.Core/Data/StreamMetadata.cs
 */
export function parseStreamMetadata(data: Uint8Array): StreamMetadata {
  const fields = parseObject(data, parseIntegers);
  if (!fields || !isWellFormed(fields)) return NO_METADATA;
  const truncateBefore = whole(fields.$tb) ?? 0n;
  const maxAge = positive(fields.$maxAge);
  return {
    maxCount: positive(fields.$maxCount),
    maxAge: maxAge === undefined ? undefined : maxAge * 1000,
    // No revision is beyond 2^53.
    truncateBefore: Math.max(0, Math.min(Number(truncateBefore), Number.MAX_SAFE_INTEGER)),
    softDeleted: truncateBefore === LONG_MAX,
  };
}

/** The lowest revision that a reader still sees of a stream whose newest is `last`; ages are left out of account. */
export function lowestShown(
  { maxCount, truncateBefore }: Pick<StreamMetadata, 'maxCount' | 'truncateBefore'>,
  last: number,
): number {
  const byCount = maxCount === undefined ? 0 : last - maxCount + 1;
  return Math.max(0, byCount, truncateBefore);
}

/** When an event must have been created to be seen, in ms since 1970; undefined when it may be of any age. */
export function oldestShown({ maxAge }: StreamMetadata): number | undefined {
  return maxAge === undefined ? undefined : Date.now() - maxAge;
}

/** The same metadata with `$tb` moved: how an append revives a soft-deleted stream. */
export function withTruncateBefore(data: Uint8Array, revision: number): Buffer | undefined {
  const fields = parseObject(data, parseExactly);
  return fields && Buffer.from(JSON.stringify({ ...fields, $tb: revision }));
}

type Fields = Readonly<Record<string, unknown>>;

const LONG_MAX = 2n ** 63n - 1n;
/** .NET's longest `TimeSpan`, in whole seconds. */
const LONGEST_SECONDS = LONG_MAX / 10_000_000n;
const RIGHTS = new Set(['$r', '$w', '$d', '$mr', '$mw']);

function isWellFormed(fields: Fields): boolean {
  return (
    isAbsentOr(fields.$maxCount, isLong) &&
    isAbsentOr(fields.$tb, isLong) &&
    isAbsentOr(fields.$maxAge, isSeconds) &&
    isAbsentOr(fields.$cacheControl, isSeconds) &&
    isAbsentOr(fields.$tmp, (value) => typeof value === 'boolean') &&
    isAbsentOr(fields.$acl, isAccessList)
  );
}

function isAbsentOr(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value);
}

function isLong(value: unknown): boolean {
  return typeof value === 'bigint' && value <= LONG_MAX && value >= -LONG_MAX - 1n;
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'bigint' && value <= LONGEST_SECONDS && value >= -LONGEST_SECONDS;
}

function isAccessList(value: unknown): boolean {
  return (
    isObject(value) && Object.entries(value).every(([right, roles]) => RIGHTS.has(right) && isRoles(roles))
  );
}

function isRoles(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((role) => typeof role === 'string');
}

function whole(value: unknown): bigint | undefined {
  return typeof value === 'bigint' ? value : undefined;
}

function positive(value: unknown): number | undefined {
  const number = Number(whole(value) ?? 0n);
  return number > 0 ? number : undefined;
}

function parseObject(data: Uint8Array, parse: (text: string) => unknown): Fields | undefined {
  try {
    const json = parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'));
    return isObject(json) ? json : undefined;
  } catch (error) {
    // Anyone may append anything to a metadata stream: also what is nested too deep to be read at all (a RangeError).
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
