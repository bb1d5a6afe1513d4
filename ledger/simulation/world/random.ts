/** Chance that hangs on a seed and a name alone: whatever else is drawn, the same name gives the same. */
export type Chance = {
  /** From 0 up to 1. */
  readonly of: (name: string) => number;
  /** A whole number from 0 up to `below`. */
  readonly below: (below: number, name: string) => number;
  readonly pick: <Item>(items: readonly [Item, ...Item[]], name: string) => Item;
  /** A UUID of version 4. */
  readonly uuid: (name: string) => string;
  /** 64 hex digits. */
  readonly hash: (name: string) => string;
};

export function chanceOf(seed: number): Chance {
  const of = (name: string) => hash53(name, seed) / 2 ** 53;
  const below = (limit: number, name: string) => Math.floor(of(name) * limit);
  const hash = (name: string) =>
    [0, 1, 2, 3, 4]
      .map((part) => hash53(`${part}/${name}`, seed).toString(16).padStart(14, '0'))
      .join('')
      .slice(0, 64);
  return {
    of,
    below,
    // There is an item at every index below the length.
    pick: <Item>(items: readonly [Item, ...Item[]], name: string) => items[below(items.length, name)] as Item,
    uuid(name) {
      const hex = hash(name);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    hash,
  };
}

/** 53 bits of a text and a seed: bryc's cyrb53, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js */
function hash53(text: string, seed: number): number {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}
