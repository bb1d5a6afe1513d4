import { expect, test } from 'vitest';
import { watchAttendance } from './attendance.ts';

test.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('a person shows by %s', (sign) => {
  let now = 1_000;
  const page = new EventTarget();
  const isAttended = watchAttendance(page, () => now);
  expect(isAttended()).toBe(true);
  now += 5 * 60_000 - 1;
  expect(isAttended()).toBe(true);
  now += 1;
  expect(isAttended()).toBe(false);
  page.dispatchEvent(new Event('focus'));
  expect(isAttended()).toBe(false);
  page.dispatchEvent(new Event(sign));
  expect(isAttended()).toBe(true);
});
