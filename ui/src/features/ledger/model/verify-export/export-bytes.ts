/** An export is cut off, is no text, or has a line without an end. */
export class UnreadableExport extends Error {}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * The bytes of an export; gzip is unpacked by its first two bytes, whatever the file is called.
 * @param onBytes how many bytes of `stream` have come so far
 * @throws UnreadableExport
 */
export async function* exportBytes(
  stream: Bytes,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = (await unpacked(counted(stream, onBytes))).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new UnreadableExport('The file ends too early, or is damaged.', { cause });
    });
    if (done) return;
    yield value;
  }
}

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
