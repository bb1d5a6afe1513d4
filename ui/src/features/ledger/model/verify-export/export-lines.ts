import { UnreadableExport } from './export-bytes.ts';

/** Longer than any event that an event store takes (1 MiB), with room for what is written around it. */
const LONGEST_LINE = 4 * 1024 * 1024;

/**
 * The lines of an export, a bunch at a time and without their line feeds.
 * @param bytes in pieces that end anywhere
 * @throws UnreadableExport
 */
export async function* exportLines(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const piece of bytes) {
    // Split as it was decoded: with what was left in front of it the engine would copy the whole text first.
    const lines = decoded(decoder, piece).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new UnreadableExport('A line is longer than any event can be.');
    if (lines.length > 0) yield lines;
  }
  rest += decoded(decoder);
  if (rest !== '') yield [rest];
}

/** At the end of the bytes the decoder is asked for what is left in it. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array<ArrayBuffer>): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new UnreadableExport('The file is not text in UTF-8.', { cause });
  }
}
