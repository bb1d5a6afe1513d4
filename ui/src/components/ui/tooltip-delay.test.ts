import { expect, test } from 'vitest';
import { openDelay, tooltipClosed } from './tooltip-delay.ts';

test('the first tooltip waits 700 ms, a neighbour within 300 ms not at all', () => {
  expect(openDelay(0)).toBe(700);
  tooltipClosed(1_000);
  expect(openDelay(1_300)).toBe(0);
  expect(openDelay(1_301)).toBe(700);
});
