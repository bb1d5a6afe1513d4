import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import type { Database } from '../../projector/database.ts';
import type { Clock } from '../http/clock.ts';
import { HttpError } from '../http/http-error.ts';

const HOUR_MS = 3_600_000;
/** How long it is known from which network an account was opened. */
export const NETWORK_KNOWN_MS = 30 * 24 * HOUR_MS;

export type Caller = {
  /** A keyed hash of the caller's network. */
  readonly network: Buffer;
  readonly walletAddress: string;
};

/**
 * Lets a wallet open its account, or refuses it where its network has opened as many within the hour as it may. Exact
 * with any number of replicas; a wallet that asks again within the hour is counted once.
 * @param limit new accounts that one network may open within an hour; undefined: any number
 * @throws HttpError 429 with Retry-After in seconds
 */
export async function admitOpening(
  db: Database,
  clock: Clock,
  { network, walletAddress }: Caller,
  limit: number | undefined,
): Promise<void> {
  const now = clock();
  const wallet = lowerCase(walletAddress);
  await db.query(
    `delete from faucet.openings where wallet in (
       select wallet from faucet.openings where opened_at < $1 limit 1000 for update skip locked)`,
    [new Date(now - NETWORK_KNOWN_MS)],
  );
  const { rows } = await db.query<{ oldest: Date | null }>(
    'select faucet.admit_opening($1, $2, $3, $4, $5, $6) as oldest',
    [LOCK, wallet, network, new Date(now), new Date(now - HOUR_MS), limit ?? null],
  );
  const oldest = rows[0]?.oldest;
  if (!oldest) return;
  const wait = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now) / 1_000));
  throw new HttpError(429, 'TooManyNewAccounts', refusals.tooManyNewAccounts, {
    headers: { 'Retry-After': String(wait) },
  });
}

/** The first half of the keys of this lock; any number that no other advisory lock of the program uses. */
const LOCK = 3_424_101;
