import { expect, test } from 'vitest';
import { CAROUSEL_STEPS_PX } from '../../../../../contracts/constants.ts';
import { endsOf, stepFrom } from './carousel.ts';

const tracks = { viewport: 700, content: 1264 };

test('the steps are 320 and 500 px', () => {
  expect(CAROUSEL_STEPS_PX).toEqual([320, 500]);
});

test.each([
  [0, { start: true, end: false }],
  [0.6, { start: true, end: false }],
  [320, { start: false, end: false }],
  [563.4, { start: false, end: true }],
  [564, { start: false, end: true }],
])('at %d px it is at %o', (position, ends) => {
  expect(endsOf({ ...tracks, position })).toEqual(ends);
});

test('what is seen whole is at both ends', () => {
  expect(endsOf({ position: 0, viewport: 984, content: 984 })).toEqual({ start: true, end: true });
});

test('a step leads on or back, and never beyond an end', () => {
  expect(stepFrom({ ...tracks, position: 0 }, 320, 1)).toBe(320);
  expect(stepFrom({ ...tracks, position: 320 }, 320, 1)).toBe(564);
  expect(stepFrom({ ...tracks, position: 564 }, 320, -1)).toBe(244);
  expect(stepFrom({ ...tracks, position: 244 }, 320, -1)).toBe(0);
  expect(stepFrom({ position: 0, viewport: 984, content: 900 }, 500, 1)).toBe(0);
});
