import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node';

/** Runs of tests until a thread is made anew, so that what they leave behind cannot grow. */
const RUNS = 200;

type Kept = { readonly thread: Worker; runs: number };

/** Threads that nobody uses at the moment. */
const idle: Kept[] = [];

/**
 * Vitest's own threads, kept from one run of tests to the next: they have loaded every package already, which is most of
 * what a run of some milliseconds costs.
 */
export function keptThread({ distPath, env, execArgv }: PoolOptions): PoolWorker {
  let kept: Kept | undefined;
  let isAskedToStop = false;
  const listeners: { event: string; listener: (arg: unknown) => void }[] = [];
  const current = () => {
    if (!kept) throw new Error('the thread was not started');
    return kept;
  };
  return {
    name: 'kept-threads',
    async start() {
      kept = idle.pop() ?? {
        runs: 0,
        thread: new Worker(resolve(distPath, 'workers/threads.js'), { env, execArgv }),
      };
      kept.thread.ref();
    },
    on(event, listener) {
      listeners.push({ event, listener });
      current().thread.on(event, listener);
    },
    off(event, listener) {
      current().thread.off(event, listener);
    },
    send(message: WorkerRequest) {
      if (message.type !== 'stop') return current().thread.postMessage(message);
      isAskedToStop = true;
      queueMicrotask(() =>
        current().thread.emit('message', { __vitest_worker_response__: true, type: 'stopped' }),
      );
    },
    deserialize: (data) => data,
    async stop() {
      const { thread } = current();
      for (const { event, listener } of listeners) thread.off(event, listener);
      const runs = current().runs + 1;
      kept = undefined;
      // Who is not asked is to be ended: it does not answer any more.
      if (!isAskedToStop || runs >= RUNS) {
        await thread.terminate();
        return;
      }
      thread.unref();
      idle.push({ thread, runs });
    },
  };
}
