import type { Logger } from 'pino';
import { v5 as uuidv5 } from 'uuid';
import { CAUSED_BY } from '../../contracts/events/caused-by.ts';
import { parseStream } from '../../contracts/events/ledger-event.ts';
import { hasGivenMailboxAway } from '../../ledger/accounts/email-owner.ts';
import { alsoReserve } from '../../ledger/accounts/mailbox-hash.ts';
import { readKnownAccount } from '../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { causeOf, type Process } from '../../ledger/processes/process.ts';
import { addressToDecideBy } from '../vault/readable-address.ts';
import type { Vault } from '../vault/vault.ts';

/** Of the ids of this process's commands; never changed. */
const NAMESPACE = '3f0f8a52-7d0b-4a7e-9f57-0c0f1f6f2b6d';

/**
 * Finds the mailboxes of accounts that signed up when fewer aliases were known, from the beginning of the ledger on, and
 * reserves them as they are told apart now. What was erased has no address to find.
 */
export function reserveMailboxes(
  handler: CommandHandler,
  vault: Pick<Vault, 'unseal' | 'emailHash'>,
  logger: Pick<Logger, 'error'>,
): Process {
  return {
    name: CAUSED_BY.mailboxes,
    laneOf: ({ stream, type }) => (type === 'EmailSignedUp' || type === 'EmailVerified' ? stream : undefined),
    async handle(stored, _stopping, cause = causeOf(CAUSED_BY.mailboxes, stored)) {
      const stream = parseStream(stored.stream);
      if (stream?.category !== 'account') return;
      const { id: userId } = stream;
      const { state } = await readKnownAccount(handler, { userId, revision: stored.revision });
      const { email } = state;
      // What a removed account had stays its own, unless another account took it over.
      if (!email || hasGivenMailboxAway(state)) return;
      const address = await addressToDecideBy({ vault, logger }, userId, email.sealedEmail);
      if (address === undefined) return;
      const now = vault.emailHash(address);
      if (now === email.emailHash) return;
      await alsoReserve(
        handler,
        { userId, now, isVerified: email.verified },
        {
          commandId: uuidv5(stored.id, NAMESPACE),
          actor: { kind: 'system' },
          occurredAt: stored.metadata.occurredAt,
          correlationId: stored.metadata.correlationId,
          // Two accounts that share a mailbox are told in lanes of their own, in any order.
          cause: { ...cause, isLate: true },
        },
      );
    },
  };
}
