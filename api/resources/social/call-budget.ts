import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import { PlatformLimited } from '../../integrations/social/errors.ts';
import type { Spender } from './spender.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Percent of the day's calls that a purpose may take at the most. What remains to verifications, two fifths, nobody
 * else can spend: who has done a task is told so, whatever others do. The posts are read every two minutes for all
 * replicas together, with two calls.
 */
const SHARES = { posts: 30, connect: 30, verify: 100 } as const satisfies Record<Spender['purpose'], number>;

/**
 * Calls that one account may cause in a day at the most, and which part of its purpose's share that is at the most.
 * Wallets cost nothing. To verify, an account has to own a proven account of the platform, too, which does.
 */
const EACH = { connect: { calls: 20, part: 50 }, verify: { calls: 40, part: 50 } } as const;
/** So many calls one connection takes: less would be none. */
const EACH_AT_LEAST = 2;

/**
 * Takes one call from the platform's budget of the day (UTC), which all replicas share and no restart refills: from
 * the account's share, then from the purpose's, then from the whole.
 * @throws PlatformLimited until the next day when one of them is used up
 */
export async function takeCall(
  db: Database,
  clock: Clock,
  platform: ShownPlatform,
  dailyCalls: number,
  spender: Spender,
): Promise<void> {
  const now = clock();
  const day = new Date(now).toISOString().slice(0, 10);
  const share = Math.ceil((dailyCalls * SHARES[spender.purpose]) / 100);
  const take = async (name: string, calls: number) => {
    const { rowCount } = await db.query(SHARE, [platform, day, name, calls]);
    if (rowCount === 0) throw new PlatformLimited(endOfDay(now));
  };
  if (spender.purpose !== 'posts') {
    const { calls, part } = EACH[spender.purpose];
    const each = Math.max(EACH_AT_LEAST, Math.min(calls, Math.floor(share / part)));
    await take(`${spender.purpose}/${spender.userId}`, each);
  }
  await take(spender.purpose, share);
  const { rowCount } = await db.query(WHOLE, [platform, day, dailyCalls]);
  if (rowCount === 0) throw new PlatformLimited(endOfDay(now));
}

/** The release before this one counts here, too. */
const WHOLE = `
  insert into vault.social_calls as taken (platform, day, calls) values ($1, $2, 1)
  on conflict (platform, day) do update set calls = taken.calls + 1 where taken.calls < $3`;

const SHARE = `
  with gone as (delete from vault.social_shares where platform = $1 and day < $2::date - 1)
  insert into vault.social_shares as taken (platform, day, share, calls) values ($1, $2, $3, 1)
  on conflict (platform, day, share) do update set calls = taken.calls + 1 where taken.calls < $4`;

function endOfDay(now: number): Date {
  return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS);
}
