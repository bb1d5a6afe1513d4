import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountEvents } from '../../contracts/events/account.ts';
import { randomLedger } from './random-ledger.ts';

test('random ledgers hold every event that an account can have', () => {
  const types = fc.sample(randomLedger, 30).flatMap(({ events }) => events.map(({ type }) => type));
  expect(new Set(types)).toEqual(new Set(['Reserved', ...Object.keys(accountEvents)]));
});
