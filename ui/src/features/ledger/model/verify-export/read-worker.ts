import { ExportDigest } from '../../../../../../ledger/proof/audit/export-digest.ts';
import { portable } from '../../../../../../ledger/proof/audit/primitives.ts';
import { exportBytes } from './export-bytes.ts';
import type { VerifyRequest } from './protocol.ts';
import { type ReadReply, type ReadRequest, Room } from './read-export.ts';

/** Reads an export beside the worker that verifies its events: takes one source, and gives its bytes while there is room. */

const room = new Room();

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  if ('taken' in data) return room.give(data.taken);
  read(data.source).then(
    (reply) => tell(reply),
    (error: unknown) => {
      tell({ why: error instanceof Error ? error.message : String(error) });
    },
  );
};

async function read(source: VerifyRequest['source']): Promise<ReadReply> {
  const stream = 'file' in source ? source.file.stream() : await answerOf(source.path);
  const digest = new ExportDigest(portable.running());
  let come = 0;
  const count = (so: number) => {
    come = so;
  };
  for await (const piece of exportBytes(stream, count)) {
    digest.update(piece);
    // Given away for good, and not copied: what else lies in its buffer would go with it.
    const bytes = piece.length === piece.buffer.byteLength ? piece : piece.slice();
    const { length } = bytes;
    tell({ bytes, come }, [bytes.buffer]);
    await room.fill(length);
  }
  return { sha256: digest.hex() };
}

/** What is counted are the bytes after the browser has unpacked them; of how many there are, only events tell. */
async function answerOf(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(path, { credentials: 'omit' }).catch((cause: unknown) => {
    throw new Error('The server could not be reached.', { cause });
  });
  if (!answer.ok || !answer.body) throw new Error(`The server gave no export: ${await reasonOf(answer)}`);
  return answer.body;
}

/** The server's own words where it has some. */
async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { message }: { message?: unknown } = JSON.parse(text);
    if (typeof message === 'string') return message;
  } catch {
    // Not ours: what stands in front of the server answers in its place.
  }
  return `status ${answer.status}`;
}

function tell(reply: ReadReply, given: ArrayBuffer[] = []): void {
  self.postMessage(reply, { transfer: given });
}
