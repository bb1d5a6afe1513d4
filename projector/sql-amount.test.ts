import { expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { amountFromSql } from './sql-amount.ts';

test.each([
  ['0', 0n],
  ['25.000000000000000000', 25n * ONE_EVO],
  ['-3', -3n * ONE_EVO],
  ['-0.000000000000000001', -1n],
  ['0.5', ONE_EVO / 2n],
  ['300000000000000000000.000000000000000001', 3n * 10n ** 38n + 1n],
])('%s', (text, amount) => {
  expect(amountFromSql(text)).toBe(amount);
});
