import { exportLines } from './export-lines.ts';
import { openDigestWorker } from './open-digest-worker.ts';
import type { VerifyReply, VerifyRequest } from './protocol.ts';
import { digestIn } from './text-digest.ts';
import { verifyLines } from './verify-lines.ts';

/** Runs beside the page: takes one request, tells how far it is, answers once. The page ends it to cancel. */

/** Milliseconds between two words about how far it is. */
const TELL_MS = 100;

self.onmessage = ({ data }: MessageEvent<VerifyRequest>) => {
  answer(data).then(tell, (error: unknown) => {
    tell({ kind: 'unreadable', why: error instanceof Error ? error.message : String(error) });
  });
};

async function answer({ source, ...known }: VerifyRequest): Promise<VerifyReply> {
  const { stream, totalBytes } = 'file' in source ? ofFile(source.file) : await ofProgram(source.path);
  let bytes = 0;
  let told = 0;
  const digest = digestIn(openDigestWorker());
  const count = (so: number) => {
    bytes = so;
  };
  const verdict = verifyLines(
    exportLines(stream, count, digest.take),
    (events) => {
      const now = performance.now();
      if (now - told < TELL_MS) return;
      told = now;
      tell({ kind: 'progress', progress: { events, bytes, totalBytes } });
    },
    digest.hex,
    { ...known, mayBeOlder: 'file' in source },
  );
  return verdict.finally(digest.end);
}

type Source = {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly totalBytes: number | undefined;
};

const ofFile = (file: File): Source => ({ stream: file.stream(), totalBytes: file.size });

async function ofProgram(path: string): Promise<Source> {
  const answer = await fetch(path, { credentials: 'omit' }).catch((cause: unknown) => {
    throw new Error('The server could not be reached.', { cause });
  });
  if (!answer.ok || !answer.body) throw new Error(`The server gave no export: ${await reasonOf(answer)}`);
  // What is counted are the bytes after the browser has unpacked them; of how many there are, only events tell.
  return { stream: answer.body, totalBytes: undefined };
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

function tell(reply: VerifyReply): void {
  self.postMessage(reply);
}
