import type { Pool } from 'pg';
import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { inTransaction } from '../../projector/database.ts';
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
  pool: Pool,
  clock: Clock,
  { network, walletAddress }: Caller,
  limit: number | undefined,
): Promise<void> {
  const now = clock();
  const wallet = lowerCase(walletAddress);
  await pool.query(
    `delete from faucet.openings where wallet in (
       select wallet from faucet.openings where opened_at < $1 limit 1000 for update skip locked)`,
    [new Date(now - NETWORK_KNOWN_MS)],
  );
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, network.toString('hex')]);
    const { rows } = await client.query<{ wallet: string; opened_at: Date }>(
      `select wallet, opened_at from faucet.openings where network = $1 and opened_at > $2 order by opened_at`,
      [network, new Date(now - HOUR_MS)],
    );
    if (rows.some((row) => row.wallet === wallet)) return;
    const [oldest] = rows;
    if (oldest && limit !== undefined && rows.length >= limit) {
      const wait = Math.max(1, Math.ceil((oldest.opened_at.getTime() + HOUR_MS - now) / 1_000));
      throw new HttpError(429, 'TooManyNewAccounts', refusals.tooManyNewAccounts, {
        headers: { 'Retry-After': String(wait) },
      });
    }
    await client.query(
      `insert into faucet.openings (wallet, network, opened_at) values ($1, $2, $3)
       on conflict (wallet) do update set network = excluded.network, opened_at = excluded.opened_at`,
      [wallet, network, new Date(now)],
    );
  });
}

/** The first half of the keys of this lock; any number that no other advisory lock of the program uses. */
const LOCK = 3_424_101;
