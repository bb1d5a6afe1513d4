import { expect, test } from 'vitest';
import { Unsound } from '../../proof/audit/fault.ts';
import { ExportReader } from './export-reader.ts';
import { CannotRead } from './source.ts';

const HEAD = '{"format":"evo-rewards-ledger/1","from":0,"to":null}\n';

/** What reading comes to where the file ends so behind its first line. */
async function readingOf(error: Error, begun = HEAD): Promise<unknown> {
  async function* text() {
    yield Buffer.from(begun);
    throw error;
  }
  return Array.fromAsync(new ExportReader().pagesOf(text())).catch((thrown: unknown) => thrown);
}

test('what a disk does not give says nothing of the ledger; what cannot be unpacked is no whole export', async () => {
  const ofDisk = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  const ofGzip = Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR', errno: -5 });
  const unread = await readingOf(ofDisk);
  expect(unread).toBeInstanceOf(CannotRead);
  expect(String(unread)).toContain('EIO: i/o error, read');
  expect(await readingOf(ofGzip)).toBeInstanceOf(Unsound);
  // What was read before shows first.
  expect(await readingOf(ofDisk, HEAD.repeat(5_000))).toBeInstanceOf(Unsound);
});
