import { Worker } from 'node:worker_threads';

export type Findings = {
  /** Told what is not as it was written. */
  readonly onDamage: (problem: string) => void;
  /** Told why the file was not read to its end (a lock, too many open files), which says nothing about what it holds. */
  readonly onTrouble: (error: unknown) => void;
};

/** Reads all of a file, which may be served meanwhile, in a thread of its own. */
export function checkInBackground(file: string, { onDamage, onTrouble }: Findings): Worker {
  const check = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  check.once('message', onDamage);
  check.once('error', onTrouble);
  return check;
}
