import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { CannotRead, type LedgerSource } from '../sources/source.ts';
import { downloadExport, writeExport } from './write-export.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-export-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that answers every question so. @returns its address */
async function program(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

test('an export that breaks off in the middle leaves no file, and says where', async () => {
  const url = await program((_, response) => {
    response.write('one line\n', () => response.destroy());
  });
  const error = await downloadExport(url, join(folder, 'ledger.ndjson')).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotRead);
  expect(String(error)).toMatch(/broke off after \d+ bytes/);
  expect(await readdir(folder)).toEqual([]);
});

test('two downloads into one file at once: each is whole, and the file is one of them', async () => {
  const both = Promise.withResolvers<void>();
  let asked = 0;
  const url = await program(async (_, response) => {
    asked += 1;
    const text = `${asked}`.repeat(asked * 100_000);
    response.write(text.slice(0, 50_000));
    if (asked === 2) both.resolve();
    await both.promise;
    response.end(text.slice(50_000));
  });
  const file = join(folder, 'ledger.ndjson');
  await Promise.all([downloadExport(url, file), downloadExport(url, file)]);
  expect(['1'.repeat(100_000), '2'.repeat(200_000)]).toContain(await readFile(file, 'utf8'));
  expect(await readdir(folder)).toEqual(['ledger.ndjson']);
});

const BEFORE = '{"format":"evo-rewards-ledger/1","from":0,"to":null}\n';

const empty: LedgerSource = {
  name: 'a ledger of nothing',
  size: async () => 0,
  done: () => 0,
  async *pages() {
    yield [];
  },
  end: () => undefined,
  close: async () => undefined,
};

test.each<[string, Buffer, 'may go'?]>([
  ['a ledger', Buffer.from('SQLite format 3\0 and all that people were granted')],
  ['a key', Buffer.from('c2VlZCBvZiBhIG5vdGFyeSwgMzIgYnl0ZXMgb2YgaXQ=\n')],
  ['something else that is packed', gzipSync('a dump of another program')],
  ['what is not packed to its end', Buffer.from([0x1f, 0x8b, 8])],
  ['an export of before', Buffer.from(BEFORE), 'may go'],
  ['one that is packed', gzipSync(BEFORE + randomBytes(20_000).toString('hex')), 'may go'],
  ['a file that was made for it', Buffer.alloc(0), 'may go'],
])(
  'an export that is given the name of %s takes the place of nothing but exports',
  async (_, there, mayGo) => {
    const file = join(folder, 'named');
    await writeFile(file, there);
    let asked = 0;
    const url = await program((_request, response) => {
      asked += 1;
      response.end('an answer');
    });
    for (const write of [() => writeExport(empty, file), () => downloadExport(url, file)]) {
      if (mayGo) await write();
      else await expect(write()).rejects.toThrow(`${file} is there and is no export of a ledger`);
    }
    expect(await readFile(file)).toEqual(mayGo ? Buffer.from('an answer') : there);
    expect(asked).toBe(mayGo ? 1 : 0);
    expect(await readdir(folder)).toEqual(['named']);
  },
);

test('an export has no place where a folder is', async () => {
  await expect(writeExport(empty, folder)).rejects.toThrow(CannotRead);
});

test('an export that cannot be written says which file it was, and the disk’s or the folder’s own word for why', async () => {
  const file = join(folder, 'not', 'there', 'ledger.ndjson.gz');
  const told = writeExport(empty, file);
  await expect(told).rejects.toThrow(CannotRead);
  await expect(told).rejects.toThrow(`${file} cannot be written (ENOENT): nothing of it was kept.`);
});

test('a page that a server gives in the place of an export is no export, and the one of before stays', async () => {
  const file = join(folder, 'ledger.ndjson');
  await writeFile(file, BEFORE);
  const url = await program((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Back soon</h1>'),
  );
  await expect(downloadExport(url, file)).rejects.toThrow(`${url} answered with a page`);
  expect(await readFile(file, 'utf8')).toBe(BEFORE);
  expect(await readdir(folder)).toEqual(['ledger.ndjson']);
});
