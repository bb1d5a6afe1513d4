import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Unsound } from '../../proof/audit/fault.ts';
import { shortLedger } from '../../proof/audit/testing/short-ledger.ts';
import { exportText } from '../testing/audit-text.ts';
import { openFile } from './file-source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function eventsIn(bytes: Uint8Array): Promise<number> {
  const file = join(folder, 'ledger.ndjson.gz');
  await writeFile(file, bytes);
  const source = await openFile(file);
  const pages = await Array.fromAsync(source.pages());
  return pages.flat().length;
}

test('a packed export is one text with nothing behind it, as a browser unpacks it', async () => {
  const text = await exportText(shortLedger(5));
  expect(await eventsIn(gzipSync(text))).toBe(5);
  const half = text.indexOf('\n') + 1;
  for (const packed of [
    [gzipSync(text), Buffer.alloc(8)],
    [gzipSync(text.slice(0, half)), gzipSync(text.slice(half))],
  ])
    await expect(eventsIn(Buffer.concat(packed))).rejects.toThrow(Unsound);
});
