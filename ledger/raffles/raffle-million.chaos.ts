import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { bytesOfHex, bytesToHex, utf8ToBytes } from '../proof/bytes.ts';
import { entryAt, numberOf, packIds } from '../proof/frozen-entries.ts';
import { merkleTree, verifyInclusion } from '../proof/merkle.ts';
import { drawIndices } from '../proof/raffle-draw.ts';
import { sortedEntries } from '../proof/raffle-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { createFreezer } from './freezer.ts';

const USERS = 1_000_000;

test('a thousand winners of a million entries: freezing, drawing and proving', {
  timeout: 120_000,
}, async () => {
  const raffleId = raffleIdOf(1);
  const ids = Array.from(
    { length: USERS },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  );
  const frozen = await createFreezer().freeze(raffleId, packIds(ids));
  const { root } = frozen.tree;
  const context = {
    raffleId,
    root: bytesToHex(root),
    count: USERS,
    rulesHash: '',
    eligibleAt: '1',
    publicRandomness: null,
  };
  const winners = drawIndices(sha256(utf8ToBytes('seed')), context, 1_000);
  expect(new Set(winners).size).toBe(1_000);
  for (const index of winners.slice(0, 20)) {
    const { entry, userId, path } = entryAt(frozen, index);
    expect(path.length).toBeLessThanOrEqual(20);
    expect(verifyInclusion(bytes(entry), index, USERS, path.map(bytes), root)).toBe(true);
    expect(numberOf(frozen, userId)).toBe(index);
  }

  // As an auditor does it, from the definition.
  const entries = sortedEntries(raffleId, ids);
  expect(bytesToHex(merkleTree(entries.map(({ entry }) => bytes(entry))).root)).toBe(bytesToHex(root));
});

function bytes(hex: string): Uint8Array {
  return bytesOfHex(hex, 32) ?? new Uint8Array();
}
