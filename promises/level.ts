import type { ProductPromise } from './promise.ts';

/** What a test runs on; the project of `vitest.config.ts` that holds its file. Quick ones first. */
export const LEVELS = ['unit', 'int', 'drills', 'e2e', 'screens'] as const;

export type Level = (typeof LEVELS)[number];

/** @returns the level of a test file, by its name */
export function levelOf(file: string): Level {
  if (file.endsWith('.screens.e2e.ts')) return 'screens';
  if (file.endsWith('.e2e.ts')) return 'e2e';
  if (file.endsWith('.drill.test.ts')) return 'drills';
  return file.endsWith('.int.test.ts') ? 'int' : 'unit';
}

/** @returns at which level each test of a promise is run */
export function levelsOf({ red, on }: Pick<ProductPromise, 'red' | 'on'>): Level[] {
  return red.map(([file]) => (on === 'embedded node' ? 'drills' : levelOf(file)));
}

/** @returns the slowest level among the tests of a promise */
export function slowestLevel(promise: ProductPromise): Level {
  const indexes = levelsOf(promise).map((level) => LEVELS.indexOf(level));
  return LEVELS[Math.max(0, ...indexes)] ?? 'unit';
}
