import { parentPort, workerData } from 'node:worker_threads';
import { runSeedsHere, type SeedsOrder } from './seeds.ts';

if (!parentPort) throw new Error('This file runs as a worker of seeds.ts.');
// Seeds.ts is the only one that starts this worker, with a SeedsOrder.
parentPort.postMessage(await runSeedsHere(workerData as SeedsOrder));
