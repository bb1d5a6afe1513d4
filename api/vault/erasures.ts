import type { Pool } from 'pg';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { eraseKept } from './erase-kept.ts';

/**
 * How often an account was erased. All of that is carried out then: its key goes a moment after the event, or much later
 * where a program has died in between, and what is sealed before it has gone would go with it.
 * @throws LedgerUnavailable
 */
export async function erasuresOf(
  parts: {
    readonly handler: CommandHandler;
    readonly pool: Pool;
    readonly store: Pick<EventStore, 'readStream'>;
  },
  userId: string,
): Promise<number> {
  const { handler, pool, store } = parts;
  const deadline = handler.newDeadline();
  const { erasures } = await readAccount(handler, userId, deadline);
  if (erasures === 0) return 0;
  const { rows } = await pool.query('select from vault.erasures where user_id = $1 and erasures >= $2', [
    userId,
    erasures,
  ]);
  if (rows.length > 0) return erasures;
  const done = await deadline.wait(() => eraseKept(pool, store, userId));
  if (done < erasures)
    throw new LedgerUnavailable(new Error(`an erasure of ${userId} is not known there yet`));
  return erasures;
}
