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

/** Anything that is no JSON object counts as no metadata, as in EventStoreDB. */
export function parseStreamMetadata(data: Uint8Array): StreamMetadata {
  const json = parseObject(data);
  if (!json) return NO_METADATA;
  const truncateBefore = wholeNumber(json.$tb) ?? 0;
  const maxAge = wholeNumber(json.$maxAge);
  return {
    maxCount: wholeNumber(json.$maxCount),
    maxAge: maxAge === undefined ? undefined : maxAge * 1000,
    truncateBefore,
    softDeleted: truncateBefore > Number.MAX_SAFE_INTEGER,
  };
}

/** The same metadata with `$tb` moved: how an append revives a soft-deleted stream. */
export function withTruncateBefore(data: Uint8Array, revision: number): Buffer | undefined {
  const json = parseObject(data);
  return json && Buffer.from(JSON.stringify({ ...json, $tb: revision }));
}

function parseObject(data: Uint8Array): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    // A JSON object that is no array has string keys and unknown values.
    return json && typeof json === 'object' && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
