/** Bytes of one batch at the least, so that handing it to another thread costs little. */
const BATCH_BYTES = 192 * 1024;
const LINE_FEED = 0x0a;

/** A line is longer than any can be. */
export class LineTooLong extends Error {}

/**
 * The bytes of a text in batches that each end with a line feed; what stands behind the last one comes by itself at the
 * end. Each is an array of its own.
 * @throws LineTooLong
 */
export async function* lineBatches(
  text: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of text) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes < BATCH_BYTES) continue;
      const { lines, rest } = cut(waiting);
      if (lines.length > 0) yield joined(lines);
      waiting = [...rest];
      bytes = lengthOf(rest);
      if (bytes > longest) throw new LineTooLong();
    }
  } catch (error) {
    // Of a text that cannot be read to its end, the lines that have come.
    const { lines } = cut(waiting);
    if (lines.length > 0) yield joined(lines);
    throw error;
  }
  const { lines, rest } = cut(waiting);
  if (lines.length > 0) yield joined(lines);
  if (lengthOf(rest) > 0) yield joined(rest);
}

type Chunks = readonly Uint8Array[];

/** Behind the last line feed of all. Nothing is copied. */
function cut(chunks: Chunks): { readonly lines: Chunks; readonly rest: Chunks } {
  for (let last = chunks.length - 1; last >= 0; last--) {
    const chunk = chunks[last] ?? new Uint8Array();
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) continue;
    const rest = chunks.slice(last + 1);
    return {
      lines: [...chunks.slice(0, last), chunk.subarray(0, end)],
      rest: end < chunk.length ? [chunk.subarray(end), ...rest] : rest,
    };
  }
  return { lines: [], rest: chunks };
}

const lengthOf = (chunks: Chunks) => chunks.reduce((length, chunk) => length + chunk.length, 0);

function joined(chunks: Chunks): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
