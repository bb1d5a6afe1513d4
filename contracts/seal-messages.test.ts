import { expect, test } from 'vitest';
import { sealTexts } from './seal-messages.ts';

test.each([
  [1, 'about once a second'],
  [15, 'about every 15 seconds'],
  [60, 'about once a minute'],
  [90, 'about every 90 seconds'],
  [1_800, 'about every 30 minutes'],
  [3_600, 'about once an hour'],
  [undefined, 'after a while'],
])('seals %s s apart come %s', (seconds, when) => {
  expect(sealTexts.nextSeal(seconds)).toBe(`The notary seals new events ${when}.`);
});
