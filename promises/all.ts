import type { ProductPromise } from './promise.ts';
import { threats } from './threats.ts';

/** Every promise by its area, which `npm run sabotage -- --area NAME` names. */
export const areas: Readonly<Record<string, readonly ProductPromise[]>> = { threats };

export const allPromises: readonly ProductPromise[] = Object.values(areas).flat();
