import type { Logger } from 'pino';
import {
  missingRight,
  probeRights,
  rightsTooMany,
  type StoreUse,
  userOf,
} from '../ledger/event-store-rights.ts';

/**
 * One look at what the user of an event store may do, when a program starts: nothing is written by it. What the user may do
 * and no program does is warned of: it keeps nothing from working, and a store without users is as good as its network.
 * @returns what the program cannot work without and its user may not, in words; undefined also where the store gives no
 * answer now: others wait for it
 */
export async function lookAtRights(
  eventStoreUrl: string,
  use: StoreUse,
  logger: Pick<Logger, 'warn'>,
): Promise<string | undefined> {
  const rights = await probeRights(eventStoreUrl).catch(() => undefined);
  if (!rights) return undefined;
  const user = userOf(eventStoreUrl);
  const tooMany = rightsTooMany(rights);
  if (tooMany.length > 0) logger.warn({ may: tooMany }, textOfTooMany(user));
  const missing = missingRight(rights, use);
  if (missing === undefined) return undefined;
  const whom = user === undefined ? 'a client without credentials' : `its user '${user}'`;
  return `The event store does not let ${whom} ${missing}. Give the user that right (npm run ops -- store-rights --set), or name another one in EVENTSTORE_URL.`;
}

function textOfTooMany(user: string | undefined): string {
  if (user === undefined)
    return 'whoever reaches the event store may take events away: keep it in a network of its own, or give it TLS and users';
  return `the event store lets its user '${user}' take events away, which this program never does: npm run ops -- store-rights says what to do`;
}
