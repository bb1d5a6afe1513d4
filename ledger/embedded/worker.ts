import { parentPort, workerData } from 'node:worker_threads';
import type { Credential } from './credential.ts';
import { EmbeddedEventStoreError, type StartFailure } from './errors.ts';
import { openNode } from './node.ts';

export type WorkerInput = {
  readonly file: string;
  readonly port: number;
  readonly credential?: Credential;
  readonly maxPages?: number;
};

export type WorkerMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'refused'; readonly code: StartFailure; readonly message: string }
  | { readonly kind: 'closed' };

if (!parentPort) throw new Error('This file runs as a worker of start.ts.');
const parent = parentPort;
const post = (message: WorkerMessage) => parent.postMessage(message);

try {
  // Start.ts is the only one that starts this worker, with a WorkerInput.
  const node = await openNode(workerData as WorkerInput);
  post({ kind: 'ready', port: node.port });
  parent.once('message', async () => {
    await node.close();
    post({ kind: 'closed' });
    parent.close();
  });
} catch (error) {
  if (!(error instanceof EmbeddedEventStoreError)) throw error;
  post({ kind: 'refused', code: error.code, message: error.message });
}
