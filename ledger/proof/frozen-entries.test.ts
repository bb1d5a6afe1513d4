import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfHex, bytesToHex } from './bytes.ts';
import { entryAt, freezeEntries, numberOf, packIds } from './frozen-entries.ts';
import { inclusionProof, merkleTree } from './merkle.ts';
import { sortedEntries } from './raffle-entries.ts';
import { raffleIdOf } from './raffle-id.ts';

const raffleId = raffleIdOf(1);

test('the packed entries are the sorted ones: each with its user, its number and its path', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 60 }), (ids) => {
      const entries = sortedEntries(raffleId, ids);
      const tree = merkleTree(entries.map(({ entry }) => bytesOfHex(entry, 32) ?? new Uint8Array()));
      const frozen = freezeEntries(raffleId, packIds(ids));
      expect(frozen.count).toBe(ids.length);
      expect(bytesToHex(frozen.tree.root)).toBe(bytesToHex(tree.root));
      for (const [index, expected] of entries.entries()) {
        const path = inclusionProof(tree, index).map(bytesToHex);
        expect(entryAt(frozen, index)).toEqual({ ...expected, path });
        expect(numberOf(frozen, expected.userId)).toBe(index);
      }
    }),
  );
});

test('of many, some begin alike: they are in the order of all their bytes', () => {
  const ids = Array.from(
    { length: 3_000 },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  );
  const entries = sortedEntries(raffleId, ids);
  expect(new Set(entries.map(({ entry }) => entry.slice(0, 4))).size).toBeLessThan(ids.length);
  const { userIds, entries: packed } = freezeEntries(raffleId, packIds(ids));
  expect(bytesToHex(packed)).toBe(entries.map(({ entry }) => entry).join(''));
  expect(bytesToHex(userIds)).toBe(entries.map(({ userId }) => userId.replaceAll('-', '')).join(''));
});

test('who has not entered has no number, and there is no entry beyond the last', () => {
  const frozen = freezeEntries(raffleId, packIds([crypto.randomUUID(), crypto.randomUUID()]));
  expect(numberOf(frozen, crypto.randomUUID())).toBeUndefined();
  expect(numberOf(freezeEntries(raffleId, packIds([])), crypto.randomUUID())).toBeUndefined();
  expect(() => entryAt(frozen, 2)).toThrow(RangeError);
  expect(() => freezeEntries(raffleId, new Uint8Array(17))).toThrow(RangeError);
});
