import { expect, test } from 'vitest';
import { drawnSources, grantedOn, height, type ProgramDay, sourcesIn } from './program-days.ts';

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

test('at most six sources are drawn by name, the rest as one, and nothing is lost', () => {
  const granted = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`source_${n}`, String(90 - n)]));
  const { bars, heightsOn } = drawnSources([day(granted)]);
  expect(bars).toEqual([...Object.keys(granted).slice(0, 6), 'other']);
  const total = Object.values(heightsOn(day(granted))).reduce((sum, one) => sum + one, 0);
  expect(total).toBe(Number(grantedOn(day(granted))));
});

test('a seventh source alone keeps its name, and what granted nothing on a day has no height', () => {
  const granted = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`source_${n}`, String(90 - n)]));
  const { bars, heightsOn } = drawnSources([day(granted)]);
  expect(bars).toEqual(Object.keys(granted));
  expect(heightsOn(day({ source_6: '84' }))).toEqual({
    ...Object.fromEntries(bars.map((source) => [source, 0])),
    source_6: 84,
  });
});
