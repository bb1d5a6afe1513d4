import type { ProductPromise } from './promise.ts';
import { emailThreats } from './threats/email.ts';
import { fileThreats } from './threats/files.ts';
import { moneyThreats } from './threats/money.ts';
import { platformThreats } from './threats/platforms.ts';
import { raffleThreats } from './threats/raffles.ts';
import { rightsThreats } from './threats/rights.ts';
import { signInThreats } from './threats/sign-in.ts';

/** What `docs/threats.md` holds off, test by test. */
export const threats: readonly ProductPromise[] = [
  ...signInThreats,
  ...rightsThreats,
  ...moneyThreats,
  ...platformThreats,
  ...emailThreats,
  ...raffleThreats,
  ...fileThreats,
];
