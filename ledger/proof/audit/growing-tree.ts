import type { Primitives } from './primitives.ts';

const HASH_BYTES = 32;
/** Whole subtrees that a tree of any size can have. */
const MOST_HEIGHTS = 53;

/** The Merkle tree of RFC 6962 §2.1 while it grows: of its inner nodes only the roots of whole subtrees are kept. */
export type GrowingTree = {
  readonly size: () => number;
  /** With one more leaf. @param leaf its hash (`leafOf`), 32 bytes */
  readonly grow: (leaf: Bytes) => void;
  /** Of all entries up to now; SHA-256 of nothing while there are none. */
  readonly root: () => Uint8Array;
};

/** 32 bytes in an array, from a place on. */
export type Bytes = { readonly bytes: Uint8Array; readonly at: number };

const leaf = new Uint8Array(1 + HASH_BYTES);

/** The hash of the leaf of an entry of 32 bytes, put into `into`. */
export function leafOf({ sha256Into }: Primitives, entry: Bytes, into: Bytes): void {
  put(entry.bytes, entry.at, leaf, 1);
  sha256Into(leaf, into.bytes, into.at);
}

export function growingTree({ sha256Into }: Primitives): GrowingTree {
  /** By height, the root of the subtree of 2^height leaves that is not yet part of a greater one. */
  const whole = new Uint8Array(MOST_HEIGHTS * HASH_BYTES);
  let size = 0;
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 1;
  return {
    size: () => size,
    grow({ bytes, at }) {
      const height = heightOf(size);
      // Where the subtree ends that the leaf completes, as large as can be.
      const to = height * HASH_BYTES;
      put(bytes, at, height === 0 ? whole : node, height === 0 ? 0 : 1 + HASH_BYTES);
      for (let below = 0; below < height; below++) {
        put(whole, below * HASH_BYTES, node, 1);
        const isTop = below === height - 1;
        sha256Into(node, isTop ? whole : node, isTop ? to : 1 + HASH_BYTES);
      }
      size += 1;
    },
    root() {
      const root = new Uint8Array(HASH_BYTES);
      let isEmpty = true;
      for (let rest = size, height = 0; rest > 0; rest = Math.floor(rest / 2), height += 1) {
        if (rest % 2 === 0) continue;
        if (isEmpty) put(whole, height * HASH_BYTES, root, 0);
        else {
          put(whole, height * HASH_BYTES, node, 1);
          put(root, 0, node, 1 + HASH_BYTES);
          sha256Into(node, root, 0);
        }
        isEmpty = false;
      }
      if (isEmpty) sha256Into('', root, 0);
      return root;
    },
  };
}

function put(from: Uint8Array, at: number, to: Uint8Array, place: number): void {
  for (let n = 0; n < HASH_BYTES; n++) to[place + n] = from[at + n] ?? 0;
}

/** How many whole subtrees the next entry joins, as a carry goes up when one is added to a number. */
function heightOf(size: number): number {
  let height = 0;
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) height += 1;
  return height;
}
