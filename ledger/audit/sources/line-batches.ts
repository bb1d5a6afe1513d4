/** Bytes of one batch at the least, so that handing it to another thread costs little. */
const BATCH_BYTES = 192 * 1024;
const LINE_FEED = 0x0a;

/** A line is longer than any can be. */
export class LineTooLong extends Error {}

/**
 * The bytes of a text in batches that each end with a line feed; what stands behind the last one comes by itself at the
 * end.
 * @throws LineTooLong
 */
export async function* lineBatches(
  text: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of text) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < BATCH_BYTES) continue;
    const whole = joined(waiting, bytes);
    const end = whole.lastIndexOf(LINE_FEED) + 1;
    if (whole.length - end > longest) throw new LineTooLong();
    if (end > 0) yield whole.slice(0, end);
    waiting = end < whole.length ? [whole.slice(end)] : [];
    bytes = whole.length - end;
  }
  const whole = joined(waiting, bytes);
  const end = whole.lastIndexOf(LINE_FEED) + 1;
  if (end > 0) yield whole.slice(0, end);
  if (end < whole.length) yield whole.slice(end);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
