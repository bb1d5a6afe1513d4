import { UnreadableExport } from './export-bytes.ts';

/**
 * Bytes of one text at the most: the engine gives a greater one memory of its own, which costs more than decoding it.
 */
const MOST_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * An export as text, in pieces that end anywhere.
 * @param bytes in pieces that end anywhere
 * @throws UnreadableExport behind the last whole line that is text
 */
export async function* exportTexts(bytes: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let tail: readonly number[] = [];
  for await (const come of bytes) {
    for (let from = 0; from < come.length; from += MOST_BYTES) {
      const piece = come.subarray(from, from + MOST_BYTES);
      const text = decoded(decoder, piece);
      if (text === undefined) {
        yield textBefore(Uint8Array.from([...letterBegun(tail), ...piece]));
        throw new UnreadableExport(NO_TEXT);
      }
      if (text !== '') yield text;
      tail = [...tail, ...piece.subarray(-MOST_BEGUN)].slice(-MOST_BEGUN);
    }
  }
  if (decoded(decoder) === undefined) throw new UnreadableExport(NO_TEXT);
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
