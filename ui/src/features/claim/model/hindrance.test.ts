import { expect, test } from 'vitest';
import { hindranceOf } from './hindrance.ts';

const free = { needs: 'nothing', hasProvenIdentity: false, isHeld: false, welcomeWaits: false } as const;

test('a claim is barred by a hold first, then by a missing identity', () => {
  expect(hindranceOf(free)).toBeUndefined();
  expect(hindranceOf({ ...free, needs: 'identity' })).toBe('identity');
  expect(hindranceOf({ ...free, needs: 'identity', hasProvenIdentity: true })).toBeUndefined();
  expect(hindranceOf({ ...free, isHeld: true })).toBe('held');
  expect(hindranceOf({ ...free, needs: 'identity', isHeld: true })).toBe('held');
});
