import { expect, test } from 'vitest';
import { placeLabel } from './place.ts';

test('places are 1st, 2nd, 3rd, then Nth', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 50, 111].map(placeLabel)).toEqual([
    ...['1st', '2nd', '3rd', '4th', '10th', '11th', '12th', '13th', '21st', '50th', '111th'],
  ]);
});
