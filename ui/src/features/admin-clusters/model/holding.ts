import { v4 as uuid } from 'uuid';

/** Accounts in one call: few enough to see how far it has got, and that a slow store does them before the call's time is over. */
const CHUNK = 100;

export type HoldKind = 'hold' | 'release';

/** Those of a cluster that the act is about, some at a time: the others are as it would leave them. */
export function chunksFor(
  kind: HoldKind,
  members: readonly { readonly id: string; readonly holdReason: string | null }[],
): readonly (readonly string[])[] {
  const ids = members
    .filter(({ holdReason }) => (holdReason === null) === (kind === 'hold'))
    .map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, n) =>
    ids.slice(n * CHUNK, (n + 1) * CHUNK),
  );
}

/** Some of the accounts, under a key of their own: sent again, each is held or released once. */
export type Chunk = { readonly userIds: readonly string[]; readonly key: string };

/** The act as it begins. Whoever begins it anew, with another reason, does something else: under other keys. */
export const begin = (
  chunks: readonly (readonly string[])[],
  newKey: () => string = uuid,
): readonly Chunk[] => chunks.map((userIds) => ({ userIds, key: newKey() }));
