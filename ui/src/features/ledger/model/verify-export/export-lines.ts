/** Longer than any event that an event store takes (1 MiB), with room for what is written around it. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** A line has no end, or the bytes are no text. */
export class UnreadableExport extends Error {}

/**
 * The lines of an export, a bunch at a time and without their line feeds; gzip is unpacked by its first two bytes,
 * whatever the file is called.
 * @param onBytes how many bytes of `stream` have come so far
 * @param onText told of the bytes of the lines; the next come when it has settled
 * @throws UnreadableExport
 */
export async function* exportLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
  onText: (bytes: Uint8Array) => Promise<void> = async () => {},
): AsyncGenerator<readonly string[]> {
  const reader = (await unpacked(counted(stream, onBytes))).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new UnreadableExport('The file ends too early, or is damaged.', { cause });
    });
    if (value) await onText(value);
    const lines = (rest + decoded(decoder, value)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new UnreadableExport('A line is longer than any event can be.');
    if (lines.length > 0) yield lines;
    if (done) break;
  }
  if (rest !== '') yield [rest];
}

/** At the end of the stream the decoder is asked for what is left in it. */
function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new UnreadableExport('The file is not text in UTF-8.', { cause });
  }
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

function counted(stream: Bytes, onBytes: (bytes: number) => void): Bytes {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.length;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
}

/** https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1 */
async function unpacked(stream: Bytes): Promise<Bytes> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let head: readonly number[] = [];
  while (head.length < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    head = [...head, ...value.subarray(0, 2)];
  }
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const first = chunks.shift();
      if (first) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  return isPacked ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
}
