import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
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
});

test('a seed that does not open fails no raffle, and opens once the key is there', async () => {
  const { db } = seedTable();
  const key = randomBytes(32);
  const hash = await sealedSeeds(db, [key]).createSeed(1);
  const closed = sealedSeeds(db, [randomBytes(32)]).revealSeed(hash);
  await expect(closed).rejects.toBeInstanceOf(LedgerUnavailable);
  await expect(closed).rejects.toThrow('does not open with VAULT_KEY');
  const opened = sealedSeeds(db, [randomBytes(32), key]).revealSeed(hash);
  expect(await opened).toBe(await sealedSeeds(db, [key]).revealSeed(hash));
});
