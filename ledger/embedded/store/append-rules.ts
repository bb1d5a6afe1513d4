import { ANY, NO_STREAM, STREAM_EXISTS } from '../wire/append-request.ts';

/** A stream as an append finds it. `last` is -1 when it has no event. */
export type StreamView = {
  readonly last: number;
  readonly tombstoned: boolean;
  readonly softDeleted: boolean;
  readonly hasMetadata: boolean;
};

/** What the store remembers of the stream's earlier events. */
export type StreamHistory = {
  /** The id of the event at a revision. */
  idAt(revision: number): string | undefined;
  /** The revision of a recently written event of this stream. */
  revisionOf(id: string): number | undefined;
};

export type AppendDecision =
  | { readonly kind: 'append'; readonly revive: boolean }
  | { readonly kind: 'already-appended'; readonly lastRevision: number }
  | { readonly kind: 'wrong-version' }
  | { readonly kind: 'deleted' };

const APPEND: AppendDecision = { kind: 'append', revive: false };
const REVIVE: AppendDecision = { kind: 'append', revive: true };
const WRONG_VERSION: AppendDecision = { kind: 'wrong-version' };
const DELETED: AppendDecision = { kind: 'deleted' };

/**
 * EventStoreDB's rules for an append, its idempotency included:
 * an exact revision behind the end succeeds only if exactly these events are already there, from that
 * revision on; ANY and STREAM_EXISTS succeed without writing if all ids were written recently; a part of
 * them is a wrong expected version. An exact revision at the end always writes, whatever the ids are.
 */
export function decideAppend(
  stream: StreamView,
  expected: number,
  ids: readonly string[],
  history: StreamHistory,
): AppendDecision {
  if (stream.tombstoned) return DELETED;
  const append = stream.softDeleted ? REVIVE : APPEND;
  if (expected === STREAM_EXISTS) {
    if (stream.softDeleted) return DELETED;
    if (stream.last < 0 && !stream.hasMetadata) return WRONG_VERSION;
  }
  if (expected === ANY || expected === STREAM_EXISTS) return byRecentIds(ids, history, append);
  if (expected < stream.last) return byRevision(stream, expected, ids, history);
  return expected === stream.last ? append : WRONG_VERSION;
}

function byRecentIds(ids: readonly string[], history: StreamHistory, append: AppendDecision): AppendDecision {
  let lastRevision = -1;
  for (const [index, id] of ids.entries()) {
    const revision = history.revisionOf(id);
    if (revision === undefined) return index === 0 ? append : WRONG_VERSION;
    lastRevision = revision;
  }
  return ids.length === 0 ? append : { kind: 'already-appended', lastRevision };
}

function byRevision(
  stream: StreamView,
  expected: number,
  ids: readonly string[],
  history: StreamHistory,
): AppendDecision {
  if (ids.length === 0) return WRONG_VERSION;
  for (const [index, id] of ids.entries()) {
    if (history.idAt(expected + 1 + index) === id) continue;
    const first = index === 0;
    return first && expected === NO_STREAM && stream.softDeleted ? REVIVE : WRONG_VERSION;
  }
  return { kind: 'already-appended', lastRevision: expected + ids.length };
}
