import { parentPort, workerData } from 'node:worker_threads';
import { verify } from './commands/verify.ts';
import { EmbeddedEventStoreError } from './errors.ts';

if (!parentPort) throw new Error('This file runs as a worker of background-check.ts.');

try {
  // The file is the only thing that this worker is started with.
  await verify(workerData as string);
} catch (error) {
  const isDamage = error instanceof EmbeddedEventStoreError && error.code === 'damaged';
  if (!isDamage) throw error;
  parentPort.postMessage(error.message);
}
