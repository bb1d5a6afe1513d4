import { parentPort, workerData } from 'node:worker_threads';
import { freezeEntries } from '../proof/frozen-entries.ts';

export type FreezeInput = { readonly raffleId: string; readonly userIds: Uint8Array };

if (!parentPort) throw new Error('This file runs as a worker of freezer.ts.');
// Freezer.ts is the only one that starts this worker, with a FreezeInput.
const { raffleId, userIds } = workerData as FreezeInput;
const frozen = freezeEntries(raffleId, userIds);
parentPort.postMessage(
  frozen,
  [frozen.userIds, frozen.entries, frozen.tree.nodes].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  ),
);
