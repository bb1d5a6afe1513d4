import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../../projector/database.ts';
import { sealedSeeds } from './seeds.ts';

/** The table of seeds: what is inserted, and found by its hash. */
function seedTable() {
  const rows: { hash: string; sealed: string }[] = [];
  const query = async (sql: string, values: readonly unknown[]) => {
    const [hash, , sealed] = values.map(String);
    if (sql.startsWith('insert')) rows.push({ hash: hash ?? '', sealed: sealed ?? '' });
    return { rows: rows.filter((row) => row.hash === hash) };
  };
  // Nothing but the rows of an answer is looked at.
  return { rows, db: { query } as unknown as Database };
}

test('each seed is 32 bytes that nobody can guess, kept sealed, and revealed as the one whose hash was committed', async () => {
  const { rows, db } = seedTable();
  const seeds = sealedSeeds(db, [randomBytes(32)]);
  const hashes = [await seeds.createSeed(1), await seeds.createSeed(2), await seeds.createSeed(3)];
  expect(new Set(hashes).size).toBe(3);
  for (const [index, hash] of hashes.entries()) {
    const seed = (await seeds.revealSeed(hash)) ?? '';
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(hash);
    // Of 32 random bytes fewer than 16 different ones come once in 10^14.
    expect(new Set(Buffer.from(seed, 'hex')).size).toBeGreaterThan(15);
    expect(rows[index]?.sealed).not.toContain(seed);
    expect(Buffer.from(rows[index]?.sealed ?? '', 'base64').toString('hex')).not.toContain(seed);
  }
  expect(await seeds.revealSeed('0'.repeat(64))).toBeUndefined();
  expect(await sealedSeeds(db, [randomBytes(32)]).revealSeed(hashes[0] ?? '')).toBeUndefined();
});
