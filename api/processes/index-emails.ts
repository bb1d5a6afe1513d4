import type { Logger } from 'pino';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseStream } from '../../contracts/events/ledger-event.ts';
import type { Process } from '../../ledger/processes/process.ts';
import type { Database } from '../../projector/database.ts';
import { addressToDecideBy } from '../vault/readable-address.ts';
import type { Seals } from '../vault/seal.ts';

/**
 * Keeps the addresses that admins search: every signup's, unsealed. What was erased is not indexed, and what is
 * erased later goes with its key.
 */
export function indexEmails(db: Database, vault: Seals, logger: Pick<Logger, 'error'>): Process {
  return {
    name: 'email-index',
    laneOf: ({ stream, type }) => (type === 'EmailSignedUp' ? stream : undefined),
    async handle(stored) {
      const stream = parseStream(stored.stream);
      if (stream?.category !== 'account') return;
      // An account's stream holds account events only.
      const event = stored as unknown as AccountEvent;
      if (event.type !== 'EmailSignedUp') return;
      const { sealedEmail } = event.data;
      const address = await addressToDecideBy({ vault, logger }, stream.id, sealedEmail);
      if (address !== undefined) await put(db, stream.id, { address, sealedEmail });
    },
  };
}

/**
 * The account may be erased at this very moment, and have a key again in the next: only under the key that has opened
 * the address is it kept.
 */
async function put(
  db: Database,
  userId: string,
  { address, sealedEmail }: { readonly address: string; readonly sealedEmail: string },
): Promise<void> {
  await db.query(
    `insert into vault.email_index (user_id, address)
     select user_id, $2 from vault.account_keys
     where user_id = $1 and key_id::text = split_part($3, '.', 2) for key share
     on conflict (user_id) do update set address = excluded.address`,
    [userId, address, sealedEmail],
  );
}
