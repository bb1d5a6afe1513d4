import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

async function linesOf(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Array.fromAsync(textLines(pieces()));
}

test('a text is cut at line feeds and at nothing else that ends a line somewhere, wherever its pieces end', async () => {
  const lines = ['first', '', 'a\u2028b\u2029c\u0085d\u000be\u000cf', '\u{1f984} é 雪\r', 'last'];
  for (const size of [1, 2, 3, 7, 1_000]) {
    expect(await linesOf(lines.join('\n'), size)).toEqual(lines);
    expect(await linesOf(`${lines.join('\n')}\n`, size)).toEqual(lines);
  }
  expect(await linesOf('', 1)).toEqual([]);
  expect(await linesOf('\n', 1)).toEqual(['']);
});
