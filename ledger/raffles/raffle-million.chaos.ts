import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { bytesOfHex, utf8ToBytes } from '../proof/bytes.ts';
import { inclusionProof, merkleTree, verifyInclusion } from '../proof/merkle.ts';
import { drawIndices } from '../proof/raffle-draw.ts';
import { sortedEntries } from '../proof/raffle-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';

const USERS = 1_000_000;

test('a thousand winners of a million entries: freezing, drawing and proving', { timeout: 60_000 }, () => {
  const raffleId = raffleIdOf(1);
  const ids = Array.from(
    { length: USERS },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  );
  const entries = sortedEntries(raffleId, ids);
  const leaves = entries.map(({ entry }) => bytesOfHex(entry, 32) ?? new Uint8Array());
  const tree = merkleTree(leaves);
  const context = {
    raffleId,
    root: '',
    count: USERS,
    rulesHash: '',
    eligibleAt: '1',
    publicRandomness: null,
  };
  const winners = drawIndices(sha256(utf8ToBytes('seed')), context, 1_000);
  expect(new Set(winners).size).toBe(1_000);
  for (const index of winners.slice(0, 20)) {
    const path = inclusionProof(tree, index);
    expect(path.length).toBeLessThanOrEqual(20);
    expect(verifyInclusion(leaves[index] ?? new Uint8Array(), index, USERS, path, tree.root)).toBe(true);
  }
});
