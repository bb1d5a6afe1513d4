import { exportLines } from './export-lines.ts';
import { openReadWorker } from './open-read-worker.ts';
import type { VerifyReply, VerifyRequest } from './protocol.ts';
import { readIn } from './read-export.ts';
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
  const isFile = 'file' in source;
  const totalBytes = isFile ? source.file.size : undefined;
  const read = readIn(openReadWorker(), source);
  let told = 0;
  const tellEvents = (events: number) => {
    const now = performance.now();
    if (now - told < TELL_MS) return;
    told = now;
    tell({ kind: 'progress', progress: { events, bytes: read.come(), totalBytes } });
  };
  const verdict = verifyLines(exportLines(read.bytes), tellEvents, read.sha256, {
    ...known,
    mayBeOlder: isFile,
  });
  return verdict.finally(read.end);
}

function tell(reply: VerifyReply): void {
  self.postMessage(reply);
}
