import { expect, test } from 'vitest';
import { LedgerCorrupt } from './domain-error.ts';
import { testContext } from './testing/start-ledger.ts';
import { isReadAsWritten, upcast } from './upcast.ts';

const metadata = (schemaVersion: number) => {
  const { commandId, actor, occurredAt, correlationId } = testContext();
  return {
    ...{ commandId, actor, occurredAt, correlationId, schemaVersion },
    inputHash: '0'.repeat(64),
    prevHash: null,
  };
};
const frozen = { root: 'a'.repeat(64), count: 3, position: 'C:1/P:1' };

test('entries that were frozen before a block was named are read as they were written', () => {
  expect(upcast('EntriesFrozen', frozen, metadata(1)).event.data).toEqual(frozen);
  const named = { ...frozen, block: '9' };
  expect(upcast('EntriesFrozen', named, metadata(2)).event.data).toEqual(named);
});

test('raffles of before a beacon was named are read as they were written', () => {
  const hash = 'a'.repeat(64);
  const begun = { number: 1, mode: 'flat', amounts: ['5'], seedHash: hash };
  expect(upcast('RaffleCommitted', begun, metadata(1)).event.data).toEqual(begun);
  const beacon = { chainHash: hash, round: 9, seed: hash };
  expect(upcast('EntriesFrozen', { ...frozen, beacon }, metadata(3)).event.data).toEqual({
    ...frozen,
    beacon,
  });
  const drawn = { seed: hash, algorithm: 'v1', publicRandomness: null, winners: [] };
  expect(upcast('RaffleDrawn', drawn, metadata(1)).event.data).toEqual(drawn);
  const signed = { ...drawn, beacon: { round: 9, signature: 'b'.repeat(96) } };
  expect(upcast('RaffleDrawn', signed, metadata(2)).event.data).toEqual(signed);
});

const id = '00000000-0000-4000-8000-000000000001';
const most = '99999999999999999999.999999999999999999';
const more = '100000000000000000000';

test.each([
  ['RewardGranted', { grantId: id, source: 'admin', reason: 'x' }, ['amount']],
  ['RewardsClaimed', { claimId: id }, ['amount']],
  ['BalanceCleared', { reason: 'x' }, ['amount']],
  ['RewardRevoked', { grantId: id, reason: 'x' }, ['amount']],
  ['RewardsReset', { resetId: id }, ['total', 'claimed']],
  ['RewardsRestored', { resetId: id }, ['total', 'claimed']],
  ['MassClearCompleted', { requestId: id, count: 2 }, ['total']],
  ['MassResetCompleted', { requestId: id, count: 2 }, ['total']],
  ['MassRestoreCompleted', { requestId: id, count: 2 }, ['total']],
  ['RaffleCompleted', {}, ['totalDistributed']],
])('%s of version 1 is read as it was written, and version 2 holds more', (type, data, figures) => {
  const of = (amount: string) => ({ ...data, ...Object.fromEntries(figures.map((name) => [name, amount])) });
  expect(upcast(type, of(most), metadata(1)).event.data).toEqual(of(most));
  expect(upcast(type, of(more), metadata(2)).event.data).toEqual(of(more));
  expect(() => upcast(type, of(more), metadata(3))).toThrow(LedgerCorrupt);
  expect(() => upcast(type, of('1'.repeat(61)), metadata(2))).toThrow(LedgerCorrupt);
});

test.each([
  [
    ...['of a version that is not known yet', 'EntriesFrozen', frozen, metadata(4)],
    'EntriesFrozen has version 4, this program knows 3',
  ],
  ['of no known type', 'EntriesThawed', frozen, metadata(1), 'unknown event type EntriesThawed'],
  [
    ...['whose data do not fit', 'EntriesFrozen', { ...frozen, count: -1 }, metadata(1)],
    'data of EntriesFrozen do not fit',
  ],
  ['whose metadata do not fit', 'EntriesFrozen', frozen, {}, 'metadata of EntriesFrozen do not fit'],
] as [string, string, object, object, string][])(
  'an event %s is none of ours',
  (_, type, data, given, words) => {
    expect(() => upcast(type, data, given)).toThrow(LedgerCorrupt);
    expect(() => upcast(type, data, given)).toThrow(words);
  },
);

test('whether it was written in the newest version is said', () => {
  expect(upcast('EntriesFrozen', frozen, metadata(3)).isNewest).toBe(true);
  expect(upcast('EntriesFrozen', frozen, metadata(2)).isNewest).toBe(false);
});

test.each([
  ['of the newest version', 'RewardGranted', 2, true],
  ['of an older one whose schema only accepts more now', 'RewardGranted', 1, true],
  ['of the first of three such versions', 'EntriesFrozen', 1, true],
  ['of a type that never had another version', 'CheckedIn', 1, true],
  ['of a version from the future', 'RewardGranted', 3, false],
  ['of a type that nobody knows', 'Unheard', 1, false],
] as const)('data %s: read as they were written, or not', (_, type, version, isAsWritten) => {
  expect(isReadAsWritten(type, version)).toBe(isAsWritten);
});
