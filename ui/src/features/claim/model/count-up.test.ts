import { expect, test } from 'vitest';
import { parseSum } from '../../../../../contracts/money.ts';
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
  expect(countedUp(1_000n, COUNT_UP_MS / 3)).toBeGreaterThan(650n);
});
