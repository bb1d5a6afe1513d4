import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { isMerger } from '../../../ledger/accounts/merger.ts';
import type { Process } from '../../../ledger/processes/process.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import type { Seals } from '../../vault/seal.ts';
import { queueMail } from './outbox.ts';
import { TOKEN_LIFETIME_MS } from './tokens.ts';

/**
 * Queues the mail of every signup, and erases the key of an account whose address has moved to a wallet's. Being
 * told twice does nothing twice: the mail has the event's id.
 */
export function followSignups(db: Database, seals: Seals, clock: Clock): Process {
  return {
    name: 'email',
    laneOf({ stream, type }) {
      return type === 'EmailSignedUp' || type === 'AccountRemoved' ? stream : undefined;
    },
    async handle(stored) {
      const stream = parseStream(stored.stream);
      if (stream?.category !== 'account') return;
      // An account's stream holds account events only.
      const event = stored as unknown as AccountEvent;
      if (isMerger(stored)) await seals.erase(stream.id);
      if (event.type !== 'EmailSignedUp') return;
      // Whoever signed up long ago (the history of a ledger that was copied here) does not wait for a mail.
      if (Date.parse(stored.metadata.occurredAt) < clock() - TOKEN_LIFETIME_MS) return;
      const { emailHash, sealedEmail, marketingOptIn } = event.data;
      const { id } = stored;
      await queueMail(db, clock(), {
        id,
        kind: 'link',
        userId: stream.id,
        emailHash,
        sealedEmail,
        marketingOptIn,
      });
    },
  };
}
