import { expect, test } from 'vitest';
import { LedgerCorrupt } from './domain-error.ts';
import { testContext } from './testing/start-ledger.ts';
import { upcast } from './upcast.ts';

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

test.each([
  ['of a version that is not known yet', 'EntriesFrozen', frozen, metadata(3)],
  ['of no known type', 'EntriesThawed', frozen, metadata(1)],
  ['whose data do not fit', 'EntriesFrozen', { ...frozen, count: -1 }, metadata(1)],
  ['whose metadata do not fit', 'EntriesFrozen', frozen, {}],
])('an event %s is none of ours', (_, type, data, given) => {
  expect(() => upcast(type, data, given)).toThrow(LedgerCorrupt);
});
