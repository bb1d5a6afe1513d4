import { v4 as uuid } from 'uuid';

/** Accounts in one call: few enough to see how far it has got, and that a slow store does them before the call's time is over. */
const CHUNK = 100;

/** Some of the accounts to remove, under a key of their own: sent again, they are removed once. */
export type Chunk = { readonly userIds: readonly string[]; readonly key: string };

export type Removal = {
  /** Chunks that were answered. */
  readonly chunks: number;
  readonly removed: number;
  /** Why each of the others was not removed. */
  readonly refusals: readonly string[];
};

export const NOTHING_REMOVED: Removal = { chunks: 0, removed: 0, refusals: [] };

export function chunksOf(userIds: readonly string[], newKey: () => string = uuid): readonly Chunk[] {
  return Array.from({ length: Math.ceil(userIds.length / CHUNK) }, (_, index) => ({
    userIds: userIds.slice(index * CHUNK, (index + 1) * CHUNK),
    key: newKey(),
  }));
}

type Answer = { readonly removed: number; readonly failed: readonly { readonly message: string }[] };

type RemovalSteps = {
  /** How far an earlier attempt has got. */
  readonly from: Removal;
  readonly send: (chunk: Chunk) => Promise<Answer>;
  readonly onProgress: (soFar: Removal) => void;
  readonly isStopped: () => boolean;
};

/**
 * Sends chunk after chunk until all are done or somebody stops it.
 * @throws what `send` throws; `onProgress` has heard how far it got, and from there it can go on
 */
export async function removeAll(
  chunks: readonly Chunk[],
  { from, send, onProgress, isStopped }: RemovalSteps,
): Promise<Removal> {
  let soFar = from;
  for (const chunk of chunks.slice(from.chunks)) {
    if (isStopped()) break;
    const { removed, failed } = await send(chunk);
    soFar = {
      chunks: soFar.chunks + 1,
      removed: soFar.removed + removed,
      refusals: [...soFar.refusals, ...failed.map(({ message }) => message)],
    };
    onProgress(soFar);
  }
  return soFar;
}

/** Accounts that were answered for, whether removed or not. */
export const answered = ({ removed, refusals }: Removal): number => removed + refusals.length;
