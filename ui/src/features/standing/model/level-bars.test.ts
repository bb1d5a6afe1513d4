import { expect, test } from 'vitest';
import { levelOf, parseSum } from '../../../../../contracts/money.ts';
import { levelBars } from './level-bars.ts';

const bars = (total: string) => levelBars(levelOf(parseSum(total)), parseSum(total));

test('the bars are the level modulo ten, and the next one fills with every EVO', () => {
  expect(bars('0')).toEqual({ full: 1, next: 0, toNext: parseSum('100') });
  expect(bars('100')).toEqual({ full: 2, next: 0, toNext: parseSum('100') });
  expect(bars('150.5')).toEqual({ full: 2, next: 0.5, toNext: parseSum('49.5') });
  expect(bars('899.99')).toEqual({ full: 9, next: 0.99, toNext: parseSum('0.01') });
});

test('after nine full bars they begin anew', () => {
  expect(bars('900').full).toBe(0);
  expect(bars('1000').full).toBe(1);
});

test('an amount beyond what a number holds is no trouble', () => {
  expect(bars(`${'9'.repeat(40)}.5`)).toMatchObject({ next: 0.99, toNext: parseSum('0.5') });
});
