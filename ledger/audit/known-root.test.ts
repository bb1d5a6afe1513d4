import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortLedger } from '../proof/audit/testing/short-ledger.ts';
import { SealsSeen } from './export/seals-seen.ts';
import { readKnownRoot } from './known-root.ts';
import { notaryOf, sealed } from './testing/seal-ledger.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-known-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a checkpoint is read as it was kept, also with the mark that some editors put before a text', async () => {
  const seals = new SealsSeen();
  for (const event of sealed(shortLedger(6), notaryOf('short'), 3)) seals.add(event);
  const file = join(folder, 'checkpoint.txt');
  const roots = [];
  for (const mark of ['', '\ufeff']) {
    await writeFile(file, `${mark}${seals.checkpoint}`);
    roots.push(await readKnownRoot(file));
  }
  expect(roots[1]).toEqual(roots[0]);
  await writeFile(file, `\ufeff\ufeff${seals.checkpoint}`);
  await expect(readKnownRoot(file)).rejects.toThrow('holds no checkpoint and no receipt');
});
