import { expect, test } from 'vitest';
import { hasMovedOn } from './moved-on.ts';

const receipt = { claimedAfter: '100.5' };

test.each([
  ['nothing has come since', '100.5', '0', false],
  ['the read models are still behind the claim', '0', '100.5', false],
  ['something has come since', '100.5', '0.000000000000000001', true],
  ['it was claimed elsewhere since', '105.5', '0', true],
  ['it was claimed elsewhere, and more has come', '105.5', '1', true],
  ['all was reset since', '0', '0', true],
])('%s: claimed %s in all, %s pending', (_, claimedRewards, pendingRewards, isOver) => {
  expect(hasMovedOn(receipt, { claimedRewards, pendingRewards })).toBe(isOver);
});
