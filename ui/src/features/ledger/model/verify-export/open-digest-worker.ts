import type { DigestWorker } from './text-digest.ts';

/** The build finds the worker's file by this very expression. */
export const openDigestWorker = (): DigestWorker =>
  new Worker(new URL('./digest-worker.ts', import.meta.url), { type: 'module' });
