import { randomUUID } from 'node:crypto';

/** The rules of an event store in a few lines, to compare the node with. It shares no code with it. */
export type Expected = bigint | 'any' | 'no_stream' | 'stream_exists';

export type Operation =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly expected: Expected;
      readonly ids: readonly string[];
    }
  | { readonly kind: 'delete' | 'tombstone'; readonly stream: string; readonly expected: Expected };

export type Verdict =
  | { readonly kind: 'ok'; readonly revision: bigint; readonly writes: boolean }
  | { readonly kind: 'wrong-version'; readonly actual: bigint | 'no_stream' }
  | { readonly kind: 'deleted' };

type ModelStream = { ids: string[]; visibleFrom: number; soft: boolean; tombstone: boolean };

export type Model = ReadonlyMap<string, Readonly<ModelStream>>;

const FRESH: ModelStream = { ids: [], visibleFrom: 0, soft: false, tombstone: false };

/** The ids that a forward read shows, or why it shows none. */
export function visible(model: Model, name: string): readonly string[] | 'not-found' | 'deleted' {
  const stream = model.get(name) ?? FRESH;
  if (stream.tombstone) return 'deleted';
  return stream.ids.length === 0 || stream.soft ? 'not-found' : stream.ids.slice(stream.visibleFrom);
}

export function judge(model: Model, operation: Operation): Verdict {
  const stream = model.get(operation.stream) ?? FRESH;
  const last = BigInt(stream.ids.length - 1);
  const wrong: Verdict = { kind: 'wrong-version', actual: last < 0n ? 'no_stream' : last };
  if (stream.tombstone) return { kind: 'deleted' };
  const ids = operation.kind === 'append' ? operation.ids : [randomUUID()];
  const { expected } = operation;
  const ok: Verdict = {
    kind: 'ok',
    revision: last + BigInt(operation.kind === 'append' ? ids.length : 0),
    writes: true,
  };
  if (operation.kind === 'delete' && last < 0n) return wrong;
  if (expected === 'stream_exists' && stream.soft) return { kind: 'deleted' };
  // A stream that was soft-deleted has metadata, and counts as existing for STREAM_EXISTS.
  if (expected === 'stream_exists' && last < 0n) return wrong;
  if (expected === 'any' || expected === 'stream_exists') {
    const known = ids.filter((id) => stream.ids.includes(id));
    if (known.length === 0 || !stream.ids.includes(ids[0] ?? '')) return ok;
    if (known.length < ids.length) return wrong;
    return { kind: 'ok', revision: BigInt(stream.ids.indexOf(ids.at(-1) ?? '')), writes: false };
  }
  return judgeRevision(stream, expected === 'no_stream' ? -1n : expected, ids, { ok, wrong });
}

function judgeRevision(
  stream: Readonly<ModelStream>,
  after: bigint,
  ids: readonly string[],
  { ok, wrong }: { ok: Verdict; wrong: Verdict },
): Verdict {
  const last = BigInt(stream.ids.length - 1);
  if (after === last) return ok;
  if (after > last) return wrong;
  const there = stream.ids.slice(Number(after) + 1, Number(after) + 1 + ids.length);
  if (there.length === ids.length && there.every((id, index) => id === ids[index])) {
    return { kind: 'ok', revision: after + BigInt(ids.length), writes: false };
  }
  const firstIsNew = there[0] !== ids[0];
  return after === -1n && stream.soft && firstIsNew ? ok : wrong;
}

/** The model after an operation that was judged ok. */
export function apply(model: Model, operation: Operation): Model {
  const stream = model.get(operation.stream) ?? FRESH;
  const next = { ...stream };
  if (operation.kind === 'tombstone') next.tombstone = true;
  if (operation.kind === 'delete') next.soft = true;
  if (operation.kind === 'append') {
    if (stream.soft) next.visibleFrom = stream.ids.length;
    next.ids = [...stream.ids, ...operation.ids];
    next.soft = false;
  }
  return new Map(model).set(operation.stream, next);
}
