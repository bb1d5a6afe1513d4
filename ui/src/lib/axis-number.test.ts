import { expect, test } from 'vitest';
import { axisNumber } from './axis-number.ts';

test.each([
  [0, '0'],
  [0.45, '0.45'],
  [0.004, '0.004'],
  [2e-18, '2E-18'],
  [1.5, '1.5'],
  [1_500, '1.5K'],
  [2e14, '200T'],
  [1e15, '1E15'],
  [3.5e23, '3.5E23'],
])('%d stands at an axis as %s', (value, text) => {
  expect(axisNumber(value)).toBe(text);
});
