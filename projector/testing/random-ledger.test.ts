import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountEvents } from '../../contracts/events/account.ts';
import { adminEvents } from '../../contracts/events/admins.ts';
import { programEvents } from '../../contracts/events/program.ts';
import { randomLedger } from './random-ledger.ts';

test('random ledgers hold every event of accounts, admins and the program', () => {
  const types = fc
    .sample(randomLedger, { numRuns: 40, seed: 7 })
    .flatMap(({ events }) => events.map(({ type }) => type));
  expect(new Set(types)).toEqual(
    new Set([
      'Reserved',
      'RaffleCommitted',
      'RaffleFailed',
      ...Object.keys(accountEvents),
      ...Object.keys(adminEvents),
      ...Object.keys(programEvents),
    ]),
  );
});
