import { expect, test } from 'vitest';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { COUNT_UP_MS, countedUp } from './count-up.ts';

const amount = parseSum('1234567.890123456789012345');

test('an amount counts up from nothing to itself, to the last digit, and never beyond', () => {
  expect(countedUp(amount, 0)).toBe(0n);
  expect(countedUp(amount, -5)).toBe(0n);
  expect(countedUp(amount, COUNT_UP_MS)).toBe(amount);
  expect(countedUp(amount, COUNT_UP_MS * 10)).toBe(amount);
  let before = 0n;
  for (let elapsed = 0; elapsed < COUNT_UP_MS; elapsed += 16) {
    const now = countedUp(amount, elapsed);
    expect(now >= before && now < amount).toBe(true);
    before = now;
  }
});

test('most of it is there after a third of the time', () => {
  expect(countedUp(parseSum('1000'), COUNT_UP_MS / 3)).toBeGreaterThan(parseSum('650'));
});

test.each(['0.000000000000000001', '0.004', '0.5', '1.234567890123456789'])(
  'while %s counts up there are never more digits than cents have',
  (claimed) => {
    for (let elapsed = 0; elapsed < COUNT_UP_MS; elapsed += 1) {
      expect(displayEvo(countedUp(parseSum(claimed), elapsed), 2)).toMatch(/^[01]\.\d\d$/);
    }
  },
);
