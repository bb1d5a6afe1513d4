import { ProjectionFault } from '../../faults.ts';

/**
 * A total as 38 decimal digits of base units is a path of 19 pairs. The trie counts, for each pair on each path,
 * the totals that go through it; see schema.sql. A total with more digits counts as 38 nines.
 */
export type RankNode = { readonly parent: string; readonly digit: number };

const DIGITS = 38;
/** Base units. */
const TOP = 10n ** BigInt(DIGITS) - 1n;

/** What replacing totals changes in the trie: only levels at which old and new paths differ. */
export class TrieChanges {
  readonly #changes = new Map<string, { node: RankNode; change: number }>();

  /** `before` undefined: a new user; `after` undefined: one who is removed. Base units. */
  replace(before: bigint | undefined, after: bigint | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.#add(before, -1);
    if (after !== undefined) this.#add(after, 1);
  }

  /** The nodes whose count changes, each with its change. */
  get entries(): { node: RankNode; change: number }[] {
    return [...this.#changes.values()].filter(({ change }) => change !== 0);
  }

  #add(total: bigint, change: number): void {
    for (const node of pathOf(total)) {
      const key = `${node.parent}/${node.digit}`;
      const known = this.#changes.get(key);
      if (known) known.change += change;
      else this.#changes.set(key, { node, change });
    }
  }
}

/** The stored nodes of a total: the pair 00 is never greater than another, so nothing asks for it. */
export function pathOf(total: bigint): RankNode[] {
  if (total < 0n) throw new ProjectionFault(`the total ${total} has no rank`);
  const digits = (total > TOP ? TOP : total).toString().padStart(DIGITS, '0');
  const path: RankNode[] = [];
  for (let at = 0; at < DIGITS; at += 2) {
    const digit = Number(digits.slice(at, at + 2));
    if (digit > 0) path.push({ parent: digits.slice(0, at), digit });
  }
  return path;
}
