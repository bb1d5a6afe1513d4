import type { ProductPromise } from './promise.ts';
import { moneyThreats } from './threats/money.ts';
import { rightsThreats } from './threats/rights.ts';
import { signInThreats } from './threats/sign-in.ts';

/** What `docs/threats.md` holds off, test by test. */
export const threats: readonly ProductPromise[] = [...signInThreats, ...rightsThreats, ...moneyThreats];
