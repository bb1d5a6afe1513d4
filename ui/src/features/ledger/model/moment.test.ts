import { afterEach, expect, test, vi } from 'vitest';
import {
  dayBefore,
  fieldOf,
  isTurnedRound,
  momentAt,
  momentOfField,
  readMoment,
  SLIDER_STEPS,
  shownAt,
  stepOf,
  stretchOf,
  timeOf,
} from './moment.ts';

afterEach(() => void vi.unstubAllEnvs());

const year = { from: Date.parse('2025-01-01T00:00:00Z'), to: Date.parse('2026-01-01T00:00:00Z') };

test('each step of the slider is a moment, and leads back to itself', () => {
  expect(momentAt(year, 0)).toBe(year.from);
  expect(momentAt(year, SLIDER_STEPS)).toBe(year.to);
  for (let step = 0; step <= SLIDER_STEPS; step += 1) expect(stepOf(year, momentAt(year, step))).toBe(step);
  expect([stepOf(year, 0), stepOf(year, year.to + 1)]).toEqual([0, SLIDER_STEPS]);
});

test('there is nothing to slide over in a ledger of nothing, or of one moment', () => {
  const at = '2025-01-01T00:00:00Z';
  expect([stretchOf(null), stretchOf({ from: at, to: at })]).toEqual([undefined, undefined]);
  expect(stretchOf({ from: at, to: '2026-01-01T00:00:00Z' })).toEqual(year);
});

test('an address names a position or a time, and nothing else', () => {
  expect(readMoment('C:12/P:11')).toBe('C:12/P:11');
  expect(readMoment('2025-06-01T12:00:00+02:00')).toBe('2025-06-01T10:00:00.000Z');
  expect([null, '', '5', 'C:1', '2025', '2025-13-01T00:00:00Z'].map(readMoment)).toEqual(
    Array.from({ length: 6 }),
  );
  expect([timeOf('C:12/P:11'), timeOf(undefined), timeOf('2025-01-01T00:00:00Z')]).toEqual([
    undefined,
    undefined,
    year.from,
  ]);
});

test('two moments are in order, or known not to be', () => {
  const [early, late] = ['2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z'];
  expect([isTurnedRound(early, late), isTurnedRound(late, early), isTurnedRound(late, late)]).toEqual([
    false,
    true,
    false,
  ]);
  // Of a position only the server knows when it was.
  expect([isTurnedRound(late, undefined), isTurnedRound('C:1/P:1', early)]).toEqual([false, false]);
  expect([isTurnedRound(late, 'C:1/P:1'), isTurnedRound(late, 'C:1/P:1', early)]).toEqual([false, true]);
  expect(isTurnedRound(early, 'C:1/P:1', late)).toBe(false);
  // Now is behind the last event.
  expect(isTurnedRound(late, undefined, early)).toBe(false);
});

test('what is compared with a moment before the first event lies before that, and nothing later is earlier', () => {
  const day = 24 * 3_600_000;
  expect(dayBefore(year)).toBe(year.to - day);
  expect(dayBefore(year, year.from + 5)).toBe(year.from);
  const range = { from: new Date(year.from).toISOString() };
  const before = { place: { occurredAt: null }, range };
  for (const [asked, hand] of [
    ['C:0/P:0', year.from],
    ['1999-01-01T00:00:00.000Z', Date.parse('1999-01-01T00:00:00.000Z')],
  ] as const) {
    const since = new Date(dayBefore(year, hand, true)).toISOString();
    expect(Date.parse(since)).toBeLessThan(year.from);
    expect(isTurnedRound(since, asked, shownAt(before))).toBe(false);
    expect(isTurnedRound(range.from, asked, shownAt(before))).toBe(true);
  }
  expect(shownAt({ place: { occurredAt: range.from }, range })).toBe(range.from);
  expect(shownAt({ place: { occurredAt: null }, range: null })).toBeUndefined();
});

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'in %s a field of local time stays as it was filled in, digit by digit of its year',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const typed of ['0002', '0020', '0202', '2026', '1880', '9999'].map(
      (date) => `${date}-11-26T10:00:07`,
    )) {
      expect(fieldOf(momentOfField(typed) ?? Number.NaN)).toBe(typed);
    }
  },
);

test('a field of local time gives back the moment that it was given', () => {
  expect(momentOfField(fieldOf(year.from))).toBe(year.from);
  expect(momentOfField('')).toBeUndefined();
});
