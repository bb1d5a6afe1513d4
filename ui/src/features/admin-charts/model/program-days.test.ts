import { expect, test } from 'vitest';
import { grantedOn, height, type ProgramDay, sourcesIn } from './program-days.ts';

const day = (granted: ProgramDay['granted']): ProgramDay => ({
  day: '2026-01-01',
  newUsers: 0,
  claimed: '0',
  granted,
});

test('sources are those that granted anything, the largest first', () => {
  expect(sourcesIn([day({ welcome: '100', admin: '0' }), day({ raffle: '250.5', welcome: '100' })])).toEqual([
    'raffle',
    'welcome',
  ]);
});

test('what a day granted is exact; its height is for pixels', () => {
  expect(grantedOn(day({ welcome: '0.1', raffle: '0.2' }))).toBe('0.3');
  expect(height('1234.5678')).toBe(1234.567);
  expect(height(undefined)).toBe(0);
});
