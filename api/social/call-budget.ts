import type { Platform } from '../../contracts/constants.ts';
import type { Database } from '../../projector/database.ts';
import type { Clock } from '../clock.ts';
import { PlatformLimited } from '../integrations/social/errors.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Takes one call from the platform's budget of the day (UTC), which all replicas share and no restart refills.
 * @throws PlatformLimited until the next day when it is used up
 */
export async function takeCall(
  db: Database,
  clock: Clock,
  platform: Platform,
  dailyCalls: number,
): Promise<void> {
  const now = clock();
  const { rows } = await db.query<{ calls: number }>(
    `insert into vault.social_calls as taken (platform, day, calls) values ($1, $2, 1)
     on conflict (platform, day) do update set calls = taken.calls + 1 where taken.calls < $3
     returning calls`,
    [platform, new Date(now).toISOString().slice(0, 10), dailyCalls],
  );
  if (rows.length === 0) throw new PlatformLimited(new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS));
}
