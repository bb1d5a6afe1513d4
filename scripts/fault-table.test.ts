import { expect, test } from 'vitest';
import { readFaults } from './fault-table.ts';
import { faultOfName } from './named-test.ts';

test('every fault is there once, in its order, with tests that exist', () => {
  const rows = readFaults();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
  const faults = rows.flatMap(({ number, chaos, suite }) =>
    [...chaos, ...suite].flatMap((one) => {
      const fault = faultOfName(one);
      return fault ? [`F${number}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('each is in npm test, and on processes of their own', () => {
  for (const { number, chaos, suite } of readFaults()) {
    expect([number, suite.length > 0]).toEqual([number, true]);
    expect([number, chaos.length > 0]).toEqual([number, true]);
    for (const [file] of chaos) expect(file).toMatch(/\.chaos\.ts$/);
  }
});
