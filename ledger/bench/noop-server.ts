import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type NoopServer = { readonly connectionString: string; stop(): Promise<void> };

/**
 * A server with the node's protocol and none of its work, in a worker thread as the node is: what a client
 * reaches against it is the ceiling of what it can reach against any store.
 */
export async function startNoopServer(catchUpEvents: number): Promise<NoopServer> {
  const worker = new Worker(new URL('./noop-worker.ts', import.meta.url), {
    workerData: { catchUpEvents },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [port]: number[] = await once(worker, 'message');
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    stop: async () => {
      await worker.terminate();
    },
  };
}
