import { parentPort, workerData } from 'node:worker_threads';
import { verify } from './commands/verify.ts';

if (!parentPort) throw new Error('This file runs as a worker of worker.ts.');

try {
  // The file is the only thing that this worker is started with.
  await verify(workerData as string);
} catch (error) {
  parentPort.postMessage(error instanceof Error ? error.message : String(error));
}
