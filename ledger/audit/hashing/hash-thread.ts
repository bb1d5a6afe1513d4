import { Worker } from 'node:worker_threads';
import type { HashedBatch, LineHashing } from './line-hashing.ts';

/** Lines of one of the exports that are read, or that it is over. */
export type HashRequest = { readonly source: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined };
/** To the lines of an export in the order in which they were told. */
export type HashAnswer = HashedBatch & { readonly source: number };

/** The thread that hashes ended before it was done. */
export class HashThreadDied extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The thread that hashes the ledger ended: ${reason}`, { cause });
    this.name = 'HashThreadDied';
  }
}

type Waiting = {
  readonly resolve: (batch: HashedBatch) => void;
  readonly reject: (error: unknown) => void;
};

/** One thread for all exports that are read at a time; it stays, and does not hold the program up. */
let thread: ReturnType<typeof startThread> | undefined;
let sources = 0;

/** Beside this thread, which has the rules to ask meanwhile. @param file of the worker */
export function hashBeside(file?: URL): LineHashing {
  const own = file ? startThread(file) : (thread ?? startThread(WORKER));
  if (!file) thread = own;
  const source = sources++;
  return {
    ahead: 6,
    hash: (bytes) => own.hash(source, bytes),
    close: () => own.forget(source),
  };
}

const WORKER = new URL('./hash-worker.ts', import.meta.url);

function startThread(file: URL) {
  const waiting = new Map<number, Waiting[]>();
  // Only what the worker needs: a test runner's own flags would break it.
  const worker = new Worker(file, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  worker.unref();
  let count = 0;
  const settle = (by: number) => {
    count += by;
    if (count > 0) worker.ref();
    else worker.unref();
  };
  const fail = (error: HashThreadDied) => {
    if (thread === own) thread = undefined;
    for (const queue of waiting.values()) for (const { reject } of queue) reject(error);
    waiting.clear();
    settle(-count);
  };
  worker.on('message', ({ source, ...batch }: HashAnswer) => {
    settle(-1);
    waiting.get(source)?.shift()?.resolve(batch);
  });
  worker.on('error', (error) => fail(new HashThreadDied(String(error), error)));
  worker.on('exit', (code) => fail(new HashThreadDied(`with ${code}`)));
  // The bytes themselves go there and come back, so that no thread copies them.
  const tell = (request: HashRequest) =>
    worker.postMessage(request, request.bytes ? [request.bytes.buffer] : []);
  const own = {
    hash: (source: number, bytes: Uint8Array<ArrayBuffer>) =>
      new Promise<HashedBatch>((resolve, reject) => {
        const queue = waiting.get(source) ?? [];
        waiting.set(source, queue);
        queue.push({ resolve, reject });
        settle(1);
        tell({ source, bytes });
      }),
    forget(source: number) {
      waiting.delete(source);
      tell({ source, bytes: undefined });
    },
  };
  return own;
}
