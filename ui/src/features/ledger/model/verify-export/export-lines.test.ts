import { expect, test } from 'vitest';
import { UnreadableExport } from './export-bytes.ts';
import { exportLines } from './export-lines.ts';

/** All lines that come of bytes in pieces of a length, and why there are no more. */
async function linesOf(bytes: Uint8Array<ArrayBuffer>, piece: number) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.slice(at, at + piece);
  }
  const lines: string[] = [];
  try {
    for await (const bunch of exportLines(pieces())) lines.push(...bunch);
    return { lines, why: undefined };
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
    return { lines, why: error.message };
  }
}

const PIECES = [1, 2, 3, 5, 64, 1_000_000];

test('the lines before one that is no text come first, wherever its pieces end', async () => {
  const bytes = Uint8Array.from([
    ...new TextEncoder().encode('one\n€ 2 🎲\nthree\nfo'),
    0xff,
    0x0a,
    0x35,
    0x0a,
  ]);
  for (const piece of PIECES) {
    const { lines, why } = await linesOf(bytes, piece);
    expect(lines, `${piece} bytes`).toEqual(['one', '€ 2 🎲', 'three']);
    expect(why).toBe('The file is not text in UTF-8.');
  }
});

test('a letter that is cut off at the end of the file is no text, and the lines before it come', async () => {
  const bytes = new TextEncoder().encode('one\ntwo€').slice(0, -1);
  for (const piece of PIECES)
    expect(await linesOf(bytes, piece)).toEqual({ lines: ['one'], why: 'The file is not text in UTF-8.' });
});

test('the lines before one that is too long come first, and a line of some millions of letters is none', async () => {
  const long = (letters: number) => new TextEncoder().encode(`one\ntwo\n${'x'.repeat(letters)}\nfour\n`);
  for (const piece of [64 * 1024, 2 * 1024 * 1024]) {
    const { lines, why } = await linesOf(long(20 * 1024 * 1024), piece);
    expect(lines.map((line) => line.length)).toEqual([3, 3]);
    expect(why).toBe('A line is longer than any event can be.');
    expect((await linesOf(long(6_000_000), piece)).lines).toHaveLength(4);
  }
});
