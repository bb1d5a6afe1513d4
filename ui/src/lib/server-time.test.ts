import { expect, test } from 'vitest';
import { createServerTime } from './server-time.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 3_600_000;

/** A page whose device is off by so many milliseconds, at noon by the server's clock. */
function page(off: number) {
  let serverNow = NOON;
  const deviceNow = () => serverNow + off;
  const time = createServerTime(deviceNow);
  return {
    time,
    pass: (ms: number) => {
      serverNow += ms;
    },
    /** An answer that takes so many milliseconds there, and so many back. */
    answer(there: number, back: number, date?: string | null): void {
      const askedAt = deviceNow();
      serverNow += there;
      const written = new Date(serverNow).toUTCString();
      serverNow += back;
      time.heard(date === undefined ? written : date, askedAt);
    },
    wrongBy: () => time.now() - serverNow,
  };
}

test('before the server has said anything the time is that of the device', () => {
  expect(page(60_000).wrongBy()).toBe(60_000);
});

test.each([-DAY_MS, -180_000, 180_000, DAY_MS])(
  'a device that is off by %d ms has the time of the server once it has answered, to the second',
  (off) => {
    const one = page(off);
    one.pass(700);
    one.answer(20, 30);
    expect(Math.abs(one.wrongBy())).toBeLessThan(1_050);
    one.pass(3 * 3_600_000);
    expect(Math.abs(one.wrongBy())).toBeLessThan(1_050);
  },
);

test('a device whose clock is right is believed to the millisecond, however slow the answers are', () => {
  const one = page(0);
  for (const at of [0, 999, 1]) {
    one.pass(at);
    one.answer(4_000, 9_000);
    one.answer(0, 0);
    expect(one.wrongBy()).toBe(0);
  }
});

test('a slow answer takes nothing back of what quick ones said', () => {
  const one = page(DAY_MS);
  for (let at = 0; at < 10; at += 1) {
    one.pass(130);
    one.answer(5, 5);
  }
  const before = one.wrongBy();
  expect(Math.abs(before)).toBeLessThan(200);
  one.answer(8_000, 6_000);
  expect(one.wrongBy()).toBe(before);
});

test('an answer without a date, or with one that is none, says nothing of the time', () => {
  const one = page(60_000);
  for (const date of [null, '', 'yesterday']) one.answer(1, 1, date);
  expect(one.wrongBy()).toBe(60_000);
});
