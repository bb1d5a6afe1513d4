import { UnreadableExport } from './export-bytes.ts';
import type { VerifyRequest } from './protocol.ts';

/** An export that another worker reads, unpacks and hashes meanwhile. */
export type ReadExport = {
  /** What is unpacked, in pieces that end anywhere. @throws UnreadableExport */
  readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** How many of the file or the answer have come for what was taken, packed or not. */
  readonly come: () => number;
  /** SHA-256 of all bytes before the last line, lower-case hex; once all were taken. */
  readonly sha256: () => string;
  readonly end: () => void;
};

/** What is to be read, and then how many bytes of it were taken. */
export type ReadRequest = { readonly source: VerifyRequest['source'] } | { readonly taken: number };
export type ReadReply =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly come: number }
  | { readonly sha256: string }
  /** It is damaged, or it did not come. */
  | { readonly why: string };

/** The part of a `Worker` that is used. */
export type ReadWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<ReadReply>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

/** Reads in a worker of its own, so that it takes no time from who verifies the events. */
export function readIn(worker: ReadWorker, source: VerifyRequest['source']): ReadExport {
  const waiting: ReadReply[] = [];
  let wake = () => {};
  let come = 0;
  let digest = '';
  const hear = (reply: ReadReply) => {
    waiting.push(reply);
    wake();
  };
  const ask = (request: ReadRequest) => worker.postMessage(request);
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ why: event.message || 'The file could not be read.' });
  ask({ source });

  async function* bytes(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const reply = waiting.shift();
      if (!reply) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ('why' in reply) {
        throw new UnreadableExport(reply.why);
      } else if ('sha256' in reply) {
        digest = reply.sha256;
        return;
      } else {
        come = reply.come;
        ask({ taken: reply.bytes.length });
        yield reply.bytes;
      }
    }
  }
  return { bytes: bytes(), come: () => come, sha256: () => digest, end: () => worker.terminate() };
}

/** Bytes that may wait to be verified: what is read faster waits, too. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Holds up who reads while more waits than that. */
export class Room {
  #waiting = 0;
  #wake = () => {};

  /** Settles when there is room for more. */
  async fill(bytes: number): Promise<void> {
    this.#waiting += bytes;
    while (this.#waiting > MOST_WAITING) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  give(bytes: number): void {
    this.#waiting -= bytes;
    this.#wake();
  }
}
