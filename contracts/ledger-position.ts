/**
 * A place in the event store's transaction log, in EventStoreDB's own text form `C:<commit>/P:<prepare>`.
 * Clients hand it back unread in `X-Ledger-Position` to read their own writes.
 */
export type LedgerPosition = { readonly commit: bigint; readonly prepare: bigint };

const TEXT = /^C:(\d{1,20})\/P:(\d{1,20})$/;

export function formatPosition(position: LedgerPosition): string {
  return `C:${position.commit}/P:${position.prepare}`;
}

/** The greatest place that a log can have: EventStoreDB counts bytes in a signed 64-bit number, and Postgres as well. */
const LAST = 2n ** 63n - 1n;

/** Undefined when the text is not a position, or one that no log can have. */
export function parsePosition(text: string): LedgerPosition | undefined {
  const match = TEXT.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const position = { commit: BigInt(match[1]), prepare: BigInt(match[2]) };
  return position.commit > LAST || position.prepare > LAST ? undefined : position;
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function comparePositions(a: LedgerPosition, b: LedgerPosition): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}
