import { expect, test } from 'vitest';
import { SHOWN_LIMIT } from '../../../../../contracts/api/sent-as-shown.ts';
import { HEADERS } from '../../../../../contracts/constants.ts';
import { askedBeside } from './as-shown.ts';

test('a reward is confirmed with what its question told: of an equal one, and that a second admin is asked', () => {
  expect(askedBeside(undefined)).toEqual({});
  expect(askedBeside({ above: null })).toEqual({ [HEADERS.equalReward]: 'none' });
  expect(askedBeside({ equalTo: 'a', above: 'day' })).toEqual({
    [HEADERS.equalReward]: 'a',
    [SHOWN_LIMIT]: 'day',
  });
});
