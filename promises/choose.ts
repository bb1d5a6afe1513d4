import { BadOption } from '../ledger/typed-options.ts';
import { LEVELS, slowestLevel } from './level.ts';
import type { ProductPromise } from './promise.ts';

export type Choice = {
  /** Ids; all where there is none. */
  readonly only: readonly string[];
  readonly area: string | undefined;
  /** The slowest tests that may run; undefined means any. */
  readonly level: (typeof LEVELS)[number] | undefined;
  /** How many of the chosen ones are drawn. */
  readonly sample: number | undefined;
  /** 32 bits; the same seed draws the same promises of the same table. */
  readonly seed: number;
};

/**
 * @returns the chosen promises: those with quick tests first, and those of one test file after each other
 * @throws BadOption when an id or the area is unknown
 */
export function choose(
  areas: Readonly<Record<string, readonly ProductPromise[]>>,
  choice: Choice,
): ProductPromise[] {
  const { area, only, level, sample, seed } = choice;
  if (area !== undefined && !Object.hasOwn(areas, area)) {
    throw new BadOption(`There is no area '${area}'; there are ${Object.keys(areas).join(', ')}`);
  }
  const listed = area === undefined ? Object.values(areas).flat() : (areas[area] ?? []);
  for (const id of only) {
    if (!listed.some((one) => one.id === id)) throw new BadOption(`There is no promise '${id}'`);
  }
  const named = only.length === 0 ? listed : listed.filter(({ id }) => only.includes(id));
  const quick = level === undefined ? named : named.filter((one) => isWithin(one, level));
  return (sample === undefined ? quick : draw(quick, sample, seed)).toSorted(byCost);
}

function isWithin(one: ProductPromise, level: (typeof LEVELS)[number]): boolean {
  return LEVELS.indexOf(slowestLevel(one)) <= LEVELS.indexOf(level);
}

function byCost(one: ProductPromise, other: ProductPromise): number {
  const order = LEVELS.indexOf(slowestLevel(one)) - LEVELS.indexOf(slowestLevel(other));
  if (order !== 0) return order;
  return (one.red[0]?.[0] ?? '').localeCompare(other.red[0]?.[0] ?? '');
}

function draw<T>(from: readonly T[], count: number, seed: number): T[] {
  const random = mulberry32(seed);
  const left = [...from];
  const drawn: T[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/** Numbers from 0 to below 1 that follow from a seed: https://github.com/cprosche/mulberry32 (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
