import { ONE_EVO } from '../../../../../contracts/money.ts';

/** Base units that a level is worth, and so a bar of its progress. Ten bars begin anew. */
export const LEVEL_SIZE = 100n * ONE_EVO;
export const BARS = 10;

export type LevelBars = {
  /** Of the ten. */
  readonly full: number;
  /** How far the one after them is filled, 0 to 1. */
  readonly next: number;
  /** Base units to the next level. */
  readonly toNext: bigint;
};

/**
 * @param level as the program gives it: its remainder by ten says how many bars are full
 * @param total base units earned in all
 */
export function levelBars(level: number, total: bigint): LevelBars {
  const into = total % LEVEL_SIZE;
  return {
    full: level % BARS,
    // Hundredths are more than a bar can show.
    next: Number((into * 100n) / LEVEL_SIZE) / 100,
    toNext: LEVEL_SIZE - into,
  };
}
