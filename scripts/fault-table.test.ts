import { expect, test } from 'vitest';
import { readFaults } from './fault-table.ts';
import { faultOfName } from './named-test.ts';

/** What fails outside of the program: stand-ins on this machine take the place of a platform, a chain, a mail server. */
const OUTSIDE = [16, 17, 18, 19, 20];

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

test('each is in npm test, and on processes of their own unless it is outside of them', () => {
  for (const { number, chaos, suite } of readFaults()) {
    expect([number, suite.length > 0]).toEqual([number, true]);
    expect([number, chaos.length > 0]).toEqual([number, !OUTSIDE.includes(number)]);
    for (const [file] of chaos) expect(file).toMatch(/\.chaos\.ts$/);
  }
});
