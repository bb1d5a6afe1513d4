import { v4 as uuid } from 'uuid';

/** Accounts in one call: few enough to see how far it has got. */
const CHUNK = 250;

export type HoldKind = 'hold' | 'release';

/** Some of the accounts, under a key of their own: sent again, each is held or released once. */
export type Chunk = { readonly userIds: readonly string[]; readonly key: string };

/** Those of a cluster that the act is about: the others are as it would leave them. */
export function chunksFor(
  kind: HoldKind,
  members: readonly { readonly id: string; readonly holdReason: string | null }[],
  newKey: () => string = uuid,
): readonly Chunk[] {
  const ids = members
    .filter(({ holdReason }) => (holdReason === null) === (kind === 'hold'))
    .map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, n) => ({
    userIds: ids.slice(n * CHUNK, (n + 1) * CHUNK),
    key: newKey(),
  }));
}
