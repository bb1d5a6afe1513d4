import { expect, test } from 'vitest';
import { displayEvo, parseSum } from '../../../contracts/money.ts';
import { centDecimals } from './cent-decimals.ts';

test.each([
  ['0', '0.00'],
  ['0.01', '0.01'],
  ['12.345', '12.34'],
  ['100.004', '100.00'],
  ['0.009', '0.009'],
  ['-0.009', '-0.009'],
  ['0.000000000000000001', '0.000000000000000001'],
  [`1${'0'.repeat(30)}`, `1${',000'.repeat(10)}.00`],
])('%s is shown as %s: two decimals, and whole where they would be of nothing', (amount, shown) => {
  expect(displayEvo(parseSum(amount), centDecimals(amount))).toBe(shown);
});
