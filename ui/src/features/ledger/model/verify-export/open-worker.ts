import type { VerifyWorker } from './verification.ts';

/** The build finds the worker's file by this very expression. */
export const openVerifyWorker = (): VerifyWorker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
