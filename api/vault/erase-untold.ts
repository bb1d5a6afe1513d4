import type { Pool } from 'pg';
import { inTransaction } from '../../projector/database.ts';

/** What an account has begun or was given elsewhere, and links that were mailed for it. */
const TABLES = ['vault.social_tokens', 'vault.message_codes', 'vault.oauth_states', 'vault.email_tokens'];

/**
 * Deletes what is kept of an account beside the ledger without an event that tells of it, and so without one to erase it by:
 * what has come since its last erasure of a platform that was connected before, of an address that another account has, and
 * of browsers. Its key stays: what it gives at this moment is sealed under it.
 */
export async function eraseUntold(pool: Pool, userId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const table of TABLES) await client.query(`delete from ${table} where user_id = $1`, [userId]);
    await client.query(
      `update vault.mails set sealed_email = null, state = 'dropped', reason = 'erased'
       where user_id = $1 and state = 'waiting'`,
      [userId],
    );
    await client.query(`update auth.sessions set device = '' where user_id = $1`, [userId]);
  });
}
