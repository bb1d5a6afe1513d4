import { UnreadableExport } from './export-bytes.ts';

/** As Node has it: an event is a megabyte at the most, and JSON may write each byte of it as six. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of an export, a bunch at a time and without their line feeds.
 * @param texts in pieces that end anywhere
 * @throws UnreadableExport, and what `texts` throw behind the lines that were whole by then
 */
export async function* exportLines(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const text of texts) {
    // Split as it came: with what was left in front of it the engine would copy the whole text first.
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
    if (rest.length > LONGEST_LINE) throw new UnreadableExport('A line is longer than any event can be.');
  }
  if (rest !== '') yield [rest];
}
