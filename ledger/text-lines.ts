const LINE_FEED = 0x0a;

/**
 * The lines of a text in UTF-8, without the line feeds at which alone it is cut. Node's `readline` cuts at U+2028 and U+2029
 * as well, which JSON leaves in its texts as they are: a line of JSON in which somebody typed one would come in two halves.
 */
export async function* textLines(text: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const chunk of text) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield joined([...begun, chunk.subarray(from, end)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield joined(begun);
}

/** A character may begin in one piece and end in the next. */
const joined = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('utf8');
