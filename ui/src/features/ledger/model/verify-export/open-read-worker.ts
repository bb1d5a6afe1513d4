import type { ReadWorker } from './read-export.ts';

/** The build finds the worker's file by this very expression. */
export const openReadWorker = (): ReadWorker =>
  new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
