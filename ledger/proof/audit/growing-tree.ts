import type { Primitives } from './primitives.ts';

const HASH_BYTES = 32;

/** The Merkle tree of RFC 6962 §2.1 while it grows: of its inner nodes only the roots of whole subtrees are kept. */
export type GrowingTree = {
  readonly size: () => number;
  /** @param entry 32 bytes */
  readonly append: (entry: Uint8Array) => void;
  /** Of all entries up to now; SHA-256 of nothing while there are none. */
  readonly root: () => Uint8Array;
};

export function growingTree({ sha256OfBytes }: Primitives): GrowingTree {
  /** By height, the root of the subtree of 2^height leaves that is not yet part of a greater one. */
  const whole: Uint8Array[] = [];
  let size = 0;
  const leaf = new Uint8Array(1 + HASH_BYTES);
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 1;
  const parentOf = (left: Uint8Array, right: Uint8Array) => {
    node.set(left, 1);
    node.set(right, 1 + HASH_BYTES);
    return sha256OfBytes(node);
  };
  return {
    size: () => size,
    append(entry) {
      leaf.set(entry, 1);
      let hash = sha256OfBytes(leaf);
      let height = 0;
      // As a carry goes up when one is added to a number.
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        hash = parentOf(at(whole, height), hash);
        height += 1;
      }
      whole[height] = hash;
      size += 1;
    },
    root() {
      let hash: Uint8Array | undefined;
      for (let rest = size, height = 0; rest > 0; rest = Math.floor(rest / 2), height += 1) {
        if (rest % 2 === 0) continue;
        const left = at(whole, height);
        hash = hash ? parentOf(left, hash) : left;
      }
      return hash ?? sha256OfBytes(new Uint8Array());
    },
  };
}

function at(whole: readonly Uint8Array[], height: number): Uint8Array {
  const hash = whole[height];
  if (!hash) throw new RangeError(`the tree has no subtree of height ${height}`);
  return hash;
}
