import type { ProductPromise } from './promise.ts';
import { boundsOfSettings } from './settings/bounds.ts';
import { defaultSettings } from './settings/defaults.ts';

/** What the README says of settings. */
export const settings: readonly ProductPromise[] = [...defaultSettings, ...boundsOfSettings];
