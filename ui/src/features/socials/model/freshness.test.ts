import { expect, test } from 'vitest';
import { freshness } from './freshness.ts';

const asOf = new Date(2026, 10, 22, 14, 5).toISOString();

test('figures of a platform say when it was asked', () => {
  expect(freshness({ source: 'platform', asOf }, 'X')).toMatch(/^As of Nov 22, 2026, 2:05\sPM, from X$/);
});

test('figures that the team has written say so, and on which day', () => {
  expect(freshness({ source: 'content', asOf }, 'X')).toBe('As of Nov 22, 2026, written by the team');
});

test('what nobody has said yet has no date', () => {
  expect(freshness({ source: 'platform', asOf: null }, 'TikTok')).toBe('TikTok has not been heard yet');
  expect(freshness({ source: 'content', asOf: null }, 'TikTok')).toBe('Nothing is written down yet');
});
