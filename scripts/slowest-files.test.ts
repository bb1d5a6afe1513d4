import { expect, test } from 'vitest';
import { slowestIn } from './slowest-files.ts';

test('the ten slowest files are named, the slowest first, with what they are of the whole', () => {
  const files = Array.from({ length: 20 }, (_, n) => ({
    name: `file-${n}.test.ts`,
    tests: n,
    ms: n * 1_000,
  }));
  const [heading, first, ...more] = slowestIn(files);
  // 10 + … + 19 of 0 + … + 19 seconds.
  expect(heading).toBe('The 10 slowest of 20 files, 76 % of the time of all:');
  expect(first).toBe('   19.0 s  file-19.test.ts (19 tests)');
  expect(more).toHaveLength(9);
  expect(more.at(-1)).toBe('   10.0 s  file-10.test.ts (10 tests)');
});

test('files that took no time are no part of anything', () => {
  expect(slowestIn([{ name: 'a.test.ts', tests: 0, ms: 0 }])[0]).toBe(
    'The 1 slowest of 1 files, 0 % of the time of all:',
  );
});
