import { ed25519 } from '@noble/curves/ed25519.js';
import { checkpointText } from '../../proof/checkpoint.ts';
import { consistencyProof } from '../../proof/consistency.ts';
import { leafHash, merkleTree, nodeHash } from '../../proof/merkle.ts';
import {
  COSIGNATURE_V1,
  parseVerifierKey,
  type SignedNote,
  signText,
  type VerifierKey,
  verifierKeyOf,
} from '../../proof/signed-note.ts';
import type { NodeAt } from '../../proof/tree-nodes.ts';
import { addCheckpointBody } from '../add-checkpoint.ts';

export const seedOf = (n: number) => new Uint8Array(32).fill(n);

export const ORIGIN = 'rewards.example/ledger';
export const LOG_KEY = verifierKeyOf(ORIGIN, ed25519.getPublicKey(seedOf(1)));
export const LOG = keyOf(LOG_KEY);

/** The witness. */
export const NAME = 'w.example/1';
export const OWN_KEY = verifierKeyOf(NAME, ed25519.getPublicKey(seedOf(2)), COSIGNATURE_V1);
export const OWN = keyOf(OWN_KEY);

/** Two histories of one log that part at the sixth entry. */
export const genuine: readonly Uint8Array[] = Array.from({ length: 20 }, (_, n) => seedOf(n));
export const forged: readonly Uint8Array[] = genuine.with(5, seedOf(99));

export const nodesOf =
  (list: readonly Uint8Array[]): NodeAt =>
  (level, index) => {
    const below = nodesOf(list);
    if (level > 0) return nodeHash(below(level - 1, 2 * index), below(level - 1, 2 * index + 1));
    const entry = list[index];
    if (!entry) throw new Error(`the history has no entry ${index}`);
    return leafHash(entry);
  };

/** The checkpoint of a history's first `size` entries, signed by the log unless another seed is given. */
export function noteOf(
  list: readonly Uint8Array[],
  size: number,
  seed = seedOf(1),
  origin = ORIGIN,
): SignedNote {
  const text = checkpointText({ origin, size, root: merkleTree(list.slice(0, size)).root });
  return { text, signatures: [signText(text, origin, seed)] };
}

/** What a log sends to its witness, with a proof that is taken from the history `proved`. */
export const bodyOf = (list: readonly Uint8Array[], from: number, size: number, proved = list): string =>
  addCheckpointBody({
    oldSize: from,
    proof: consistencyProof(from, size, nodesOf(proved)),
    note: noteOf(list, size),
  });

function keyOf(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (!key) throw new Error(`${text} is no verifier key`);
  return key;
}
