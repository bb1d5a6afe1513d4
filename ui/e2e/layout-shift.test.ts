import { expect, test } from 'vitest';
import { worstWindow } from './layout-shift.ts';

const shift = (at: number, value: number, document = 'a') => ({ document, at, value });

test('shifts that follow each other add up, and those of another moment or document do not', () => {
  expect(worstWindow([])).toBe(0);
  expect(worstWindow([shift(0, 0.01), shift(900, 0.02), shift(1_800, 0.01)])).toBeCloseTo(0.04);
  expect(worstWindow([shift(0, 0.01), shift(1_100, 0.02)])).toBe(0.02);
  expect(worstWindow([shift(0, 0.01), shift(10, 0.02, 'b')])).toBe(0.02);
});

test('a window ends five seconds after its first shift', () => {
  const everySecond = Array.from({ length: 8 }, (_, second) => shift(second * 1_000, 0.01));
  expect(worstWindow(everySecond)).toBeCloseTo(0.06);
});
