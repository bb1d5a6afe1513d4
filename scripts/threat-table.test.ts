import { expect, test } from 'vitest';
import { faultOfName } from './named-test.ts';
import { isNamed, readThreats } from './threat-table.ts';

test('every threat is there once, in its order, with tests that exist', () => {
  const threats = readThreats();
  const all = Array.from({ length: 39 }, (_, index) => index + 1);
  expect(threats.map(({ number }) => number)).toEqual(all);
  const faults = threats.flatMap(({ number, tests }) =>
    tests.flatMap((one) => {
      const fault = faultOfName(one);
      return fault ? [`${number}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('the blanks of a name stand for anything, and nothing else does', () => {
  expect(isNamed('the amount "1.5" is refused', 'the amount %j is refused')).toBe(true);
  expect(isNamed('GET /api/session', '$method $path')).toBe(true);
  expect(isNamed('the amount "1.5" is taken', 'the amount %j is refused')).toBe(false);
  expect(isNamed('a (b)', 'a (b)')).toBe(true);
});
