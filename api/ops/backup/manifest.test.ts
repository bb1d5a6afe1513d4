import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-manifest-'));
  await writeFile(join(folder, 'ledger.ndjson.gz'), 'the ledger');
  await writeFile(join(folder, 'rows.ndjson.gz'), 'the rows');
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const good: Manifest = {
  format: 'evo-rewards-backup/1',
  ...{ begun: '2026-03-01T12:00:00.000Z', ended: '2026-03-01T12:01:00.000Z' },
  ledger: {
    ...{ file: 'ledger.ndjson.gz', sha256: sha256('the ledger'), events: 2, size: 2 },
    root: 'a'.repeat(64),
  },
  tables: [
    { schema: 's', table: 't', columns: ['a'], rows: 1, file: 'rows.ndjson.gz', sha256: sha256('the rows') },
  ],
  fingerprints: { vault: ['0011'], notary: [] },
  sealed: { accounts: 1, erased: 0 },
};
const read = async (manifest: unknown) => {
  await writeFile(join(folder, MANIFEST), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return readManifest(folder);
};

test('a backup is what its manifest says of every file', async () => {
  expect(await read(good)).toEqual(good);
});

test.each(['ledger.ndjson.gz', 'rows.ndjson.gz'])(
  '%s that was altered, or is not there, is told',
  async (file) => {
    await writeFile(join(folder, file), 'something else');
    await expect(read(good)).rejects.toThrow(new RegExp(`${file} was altered`));
    await rm(join(folder, file));
    await expect(read(good)).rejects.toThrow(new RegExp(`${file} is missing`));
  },
);

test('what is no manifest of this format is not restored from', async () => {
  await expect(readManifest(folder)).rejects.toThrow('this is no backup, or one that was not finished');
  await expect(read('{')).rejects.toThrow('is not JSON');
  await expect(read({ ...good, format: 'evo-rewards-backup/2' })).rejects.toThrow('is no manifest');
  await expect(read({ ...good, fingerprints: { vault: [], notary: [] } })).rejects.toThrow('is no manifest');
});

test.each(['../rows.ndjson.gz', '/etc/passwd', 'tables/../../rows', 'other/rows', '.'])(
  'a manifest names no file outside of its folder: %s',
  async (file) => {
    const [table] = good.tables;
    await expect(read({ ...good, tables: [{ ...table, file }] })).rejects.toThrow('is no manifest');
    await expect(read({ ...good, ledger: { ...good.ledger, file } })).rejects.toThrow('is no manifest');
  },
);
