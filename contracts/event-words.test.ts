import { expect, test } from 'vitest';
import { eventWords } from './event-words.ts';
import { eventSchemas } from './events/ledger-event.ts';
import { parseEvo } from './money.ts';

test.each([
  ['RewardGranted', '12.5 EVO granted to an account'],
  ['RewardsClaimed', '12.5 EVO claimed'],
  ['BalanceCleared', '12.5 EVO of unclaimed rewards cleared'],
  ['RewardsReset', 'The rewards of an account were reset: 12.5 EVO'],
  ['RewardRevoked', '12.5 EVO taken back from an account'],
  ['RewardsRestored', 'A reset of an account was undone: 12.5 EVO given back'],
  ['AccountOpened', 'An account was opened'],
  ['LedgerSealed', 'The ledger up to here was sealed with a signature'],
])('%s: %s', (type, words) => expect(eventWords(type, parseEvo('12.5'))).toBe(words));

test('whole amounts have no decimals, and are grouped', () =>
  expect(eventWords('RewardsClaimed', parseEvo('1234567'))).toBe('1,234,567 EVO claimed'));

test('every type of event has words of its own, in one sentence that begins with a capital or an amount', () => {
  const words = Object.keys(eventSchemas).map((type) => eventWords(type, parseEvo('1')));
  for (const one of words) expect(one).toMatch(/^[A-Z1][^.]{5,}$/);
  expect(new Set(words).size).toBe(words.length);
});

test('what nobody knows is called by its type', () => {
  expect(eventWords('SomethingNew', 0n)).toBe('SomethingNew');
  expect(eventWords('toString', 0n)).toBe('toString');
});
