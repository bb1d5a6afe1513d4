import { UnreadableExport } from './export-bytes.ts';

/** As Node has it: an event is a megabyte at the most, and JSON may write each byte of it as six. */
const LONGEST_LINE = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

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
  let tail: readonly number[] = [];
  for await (const piece of bytes) {
    const text = decoded(decoder, piece);
    if (text === undefined) {
      const before = rest + textBefore(Uint8Array.from([...letterBegun(tail), ...piece]));
      // What stands before it is judged first.
      yield before.split('\n').slice(0, -1);
      throw new UnreadableExport(NO_TEXT);
    }
    // Split as it was decoded: with what was left in front of it the engine would copy the whole text first.
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
    if (rest.length > LONGEST_LINE) throw new UnreadableExport('A line is longer than any event can be.');
    tail = [...tail, ...piece.subarray(-MOST_BEGUN)].slice(-MOST_BEGUN);
  }
  const last = decoded(decoder);
  if (last === undefined) throw new UnreadableExport(NO_TEXT);
  rest += last;
  if (rest !== '') yield [rest];
}

const NO_TEXT = 'The file is not text in UTF-8.';

/** At the end of the bytes the decoder is asked for what is left in it. @returns undefined for what is no text */
function decoded(decoder: TextDecoder, bytes?: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return undefined;
  }
}

/** Bytes of a letter that may stand in the piece before, of four at the most. */
const MOST_BEGUN = 3;

/** The bytes of a letter that goes on behind these. */
function letterBegun(tail: readonly number[]): readonly number[] {
  const from = tail.findLastIndex((byte) => byte >= 0xc0);
  const first = tail[from] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return from >= 0 && tail.length - from < length ? tail.slice(from) : [];
}

/** The lines before the first that is no text, each with its line feed. */
function textBefore(bytes: Uint8Array<ArrayBuffer>): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let from = 0, to = 0; ; from = to) {
    to = bytes.indexOf(LINE_FEED, from) + 1;
    const line = to === 0 ? undefined : decoded(decoder, bytes.slice(from, to));
    if (line === undefined) return text;
    text += line;
  }
}
