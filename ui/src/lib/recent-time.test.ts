import { afterEach, expect, test, vi } from 'vitest';
import { recentTime } from './recent-time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** As it is said in this zone, when it is one in the morning of 22 November in Berlin. */
function said(zone: string, at: string): string {
  vi.stubEnv('TZ', zone);
  vi.useFakeTimers({ now: Date.parse('2026-11-22T01:00:00+01:00'), toFake: ['Date'] });
  return recentTime(Date.parse(at), 'en').replaceAll(/\s/g, ' ');
}

test.each([
  ['Europe/Berlin', '2026-11-22T00:30:00+01:00', '12:30 AM'],
  ['Europe/Berlin', '2026-11-21T23:30:00+01:00', 'Nov 21, 2026, 11:30 PM'],
  ['America/New_York', '2026-11-21T23:30:00+01:00', '5:30 PM'],
  ['Europe/Berlin', '2026-11-20T01:00:00+01:00', 'Nov 20, 2026, 1:00 AM'],
])(
  'a page that stands open since before midnight says of which day its figures are (%s, %s)',
  (zone, at, text) => {
    expect(said(zone, at)).toBe(text);
  },
);
