import { Worker } from 'node:worker_threads';
import type { FrozenEntries } from '../proof/frozen-entries.ts';
import type { FreezeInput } from './freeze-worker.ts';

/** Builds the entries of a raffle and their tree, which takes seconds for a million users. */
export type Freezer = {
  /**
   * `freezeEntries`, without holding up this thread.
   * @param userIds 16 bytes each; handed over, empty afterwards
   * @throws FreezerDied
   */
  readonly freeze: (raffleId: string, userIds: Uint8Array<ArrayBuffer>) => Promise<FrozenEntries>;
  /** Ends what is under way. */
  readonly stop: () => Promise<void>;
};

/** The thread that froze the entries ended before it was done. Freezing again gives the same. */
export class FreezerDied extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The entries of the raffle were not frozen: ${reason}`, { cause });
    this.name = 'FreezerDied';
  }
}

/** One worker thread for each raffle, gone when it is done. */
export function createFreezer(file = new URL('./freeze-worker.ts', import.meta.url)): Freezer {
  const workers = new Set<Worker>();
  let stopped = false;
  return {
    freeze: (raffleId, userIds) =>
      new Promise((resolve, reject) => {
        if (stopped) throw new FreezerDied('the program stops');
        const input: FreezeInput = { raffleId, userIds };
        const worker = new Worker(file, {
          workerData: input,
          transferList: [userIds.buffer],
          // Only what the worker needs: a test runner's own flags would break it.
          execArgv: ['--disable-warning=ExperimentalWarning'],
        });
        workers.add(worker);
        worker.on('message', (frozen: FrozenEntries) => resolve(frozen));
        worker.on('error', (error) => reject(new FreezerDied(error.message, error)));
        worker.on('exit', (exitCode) => {
          workers.delete(worker);
          reject(new FreezerDied(stopped ? 'the program stops' : `its thread ended with ${exitCode}`));
        });
      }),
    async stop() {
      stopped = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
