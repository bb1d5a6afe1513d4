import type { ProductPromise } from './promise.ts';

/** What `docs/threats.md` holds off, test by test. */
export const threats: readonly ProductPromise[] = [];
