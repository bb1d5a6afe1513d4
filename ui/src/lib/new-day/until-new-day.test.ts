import { expect, test } from 'vitest';
import { untilNewDay } from './until-new-day.ts';

const at = (time: string, isDone: boolean): number => untilNewDay(Date.parse(`2026-03-01T${time}Z`), isDone);

test('a page that stays open asks a moment after midnight UTC', () => {
  for (const isDone of [false, true]) {
    expect(at('23:59:58.500', isDone)).toBe(3_500);
    expect(at('00:10:00.000', isDone)).toBe(86_400_000 - 600_000 + 2_000);
    expect(at('00:00:00.500', isDone)).toBe(1_500);
  }
});

test('where it was told too early, by a clock that is ahead, that the day is done, it asks again', () => {
  expect(at('00:00:02.000', true)).toBe(58_000);
  expect(at('00:01:00.300', true)).toBe(539_700);
  // There is nothing to wait for but the next day.
  expect(at('00:00:02.000', false)).toBe(86_400_000);
});
