import type { ProductPromise } from './promise.ts';
import { auditorThreats } from './threats/auditors.ts';
import { beaconThreats } from './threats/beacon.ts';
import { emailThreats } from './threats/email.ts';
import { fileThreats } from './threats/files.ts';
import { ledgerThreats } from './threats/ledger.ts';
import { moneyThreats } from './threats/money.ts';
import { platformThreats } from './threats/platforms.ts';
import { raffleThreats } from './threats/raffles.ts';
import { rightsThreats } from './threats/rights.ts';
import { signInThreats } from './threats/sign-in.ts';

/** What `docs/threats.md` holds off, test by test. */
export const threats: readonly ProductPromise[] = [
  ...signInThreats,
  ...rightsThreats,
  ...auditorThreats,
  ...moneyThreats,
  ...platformThreats,
  ...emailThreats,
  ...raffleThreats,
  ...beaconThreats,
  ...ledgerThreats,
  ...fileThreats,
];
