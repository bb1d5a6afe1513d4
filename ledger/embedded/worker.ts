import { parentPort, workerData } from 'node:worker_threads';
import { type BackgroundCheck, checkInBackground } from './background-check.ts';
import type { Credential } from './credential.ts';
import { EmbeddedEventStoreError, type StartFailure } from './errors.ts';
import { openNode } from './node.ts';
import type { Upgrade } from './store/upgrade.ts';
import type { TestSettings } from './test-settings.ts';

export type WorkerInput = {
  readonly file: string;
  readonly port: number;
  readonly credentialFile?: string;
  readonly maxPages?: number;
  readonly testing?: TestSettings;
};

export type WorkerMessage =
  | { readonly kind: 'ready'; readonly port: number; readonly credential: Credential | undefined }
  | { readonly kind: 'upgraded'; readonly upgrade: Upgrade }
  | { readonly kind: 'refused'; readonly code: StartFailure; readonly message: string }
  | { readonly kind: 'closed' };

if (!parentPort) throw new Error('This file runs as a worker of start.ts.');
const parent = parentPort;
const post = (message: WorkerMessage) => parent.postMessage(message);

try {
  // Start.ts is the only one that starts this worker, with a WorkerInput.
  const input = workerData as WorkerInput;
  const onUpgrade = (upgrade: Upgrade) => post({ kind: 'upgraded', upgrade });
  const node = await openNode({ ...input, onUpgrade });
  post({ kind: 'ready', port: node.port, credential: node.credential });
  const check = node.isPartlyChecked ? checkWhole(input.file) : undefined;
  parent.once('message', async () => {
    await check?.end();
    await node.close();
    post({ kind: 'closed' });
    parent.close();
  });
} catch (error) {
  if (!(error instanceof EmbeddedEventStoreError)) throw error;
  post({ kind: 'refused', code: error.code, message: error.message });
}

/** Reads all of a large file while it is served. What is damaged ends the node: nothing more is built on it. */
function checkWhole(file: string): BackgroundCheck {
  return checkInBackground(file, {
    onDamage: (problem) => {
      throw new EmbeddedEventStoreError('damaged', problem);
    },
    onTrouble: (reason) => {
      process.emitWarning(
        `${file} was not checked as a whole: ${reason}. It is served; the next start, or verify, checks it.`,
      );
    },
  });
}
