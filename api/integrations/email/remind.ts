import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  type EmailOwner,
  findEmailOwner,
  hasVerified,
  isClaimable,
} from '../../../ledger/accounts/email-owner.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { erasuresOf } from '../../vault/erasures.ts';
import { readableAddress } from '../../vault/readable-address.ts';
import type { Vault } from '../../vault/vault.ts';
import { type Asker, chosenBefore, type Mail, queueRequestedMail } from './outbox.ts';
import { isSpellingOf } from './spelling.ts';

export type Reminder = {
  /** Makes the mail's id, so that a request that is sent again queues it once. */
  readonly commandId: string;
  /** As it was typed. */
  readonly address: string;
  readonly emailHash: string;
  /** Undefined where nobody was asked: who wants to take an address over has said it with the mail before. */
  readonly marketingOptIn: boolean | undefined;
  /** The account of the session, if there is one. */
  readonly userId: string | undefined;
};

type Parts = {
  readonly pool: Pool;
  readonly handler: CommandHandler;
  readonly vault: Pick<Vault, 'seal' | 'unseal' | 'emailHash'>;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly logger: Pick<Logger, 'error'>;
};

/**
 * Queues the mail that an address which has signed up before is to get, if any: a link for its own account; a link
 * by which the session's account takes it over; or the word that it has an account.
 */
export async function remind(parts: Parts, now: number, reminder: Reminder): Promise<void> {
  const owner = await findEmailOwner(parts.handler, reminder.emailHash);
  if (!owner) return;
  const mail = (await claimOf(parts, owner, reminder)) ?? (await ownMail(parts, owner, reminder));
  if (mail) await queueRequestedMail(parts.pool, now, mail, askerOf(owner, reminder.userId));
}

function askerOf(owner: EmailOwner, userId: string | undefined): Asker {
  if (userId === undefined) return { share: 'visitor' };
  return userId === owner.userId ? { share: 'owner' } : { share: 'account', userId };
}

/**
 * To the address as its owner gave it, whichever spelling was typed now. Where that opens no more and was not erased, since
 * Postgres has lost the account's key, to the one that was typed: no other mail would ever come, and the account takes no
 * other address.
 */
async function ownMail(
  parts: Parts,
  owner: EmailOwner,
  { commandId, address, emailHash }: Reminder,
): Promise<Mail | undefined> {
  const { userId, sealedEmail: given, state } = owner;
  if (given === undefined || state.removed) return undefined;
  const opens = (await readableAddress(parts, userId, given)) !== undefined;
  // Whoever was erased since the account was read has no address any more.
  if (!opens && (await erasuresOf(parts, userId)) !== state.erasures) return undefined;
  const sealedEmail = opens ? given : await parts.vault.seal('email', userId, address);
  const marketingOptIn = state.email?.marketingOptIn ?? false;
  const kind = hasVerified(owner, emailHash) ? 'known' : 'link';
  return { id: commandId, kind, userId, emailHash, sealedEmail, marketingOptIn };
}

async function claimOf(
  parts: Parts,
  owner: EmailOwner,
  { commandId, address, emailHash, marketingOptIn, userId }: Reminder,
): Promise<Mail | undefined> {
  if (userId === undefined || userId === owner.userId) return undefined;
  const isSpelling = isSpellingOf(parts.vault, parts.vault.emailHash(address));
  if (!isClaimable(owner, emailHash, await isSpelling(owner))) return undefined;
  const claimant = await readAccount(parts.handler, userId);
  if (claimant.removed || (claimant.email && claimant.email.emailHash !== emailHash)) return undefined;
  // What was sealed before an erasure is carried out would go with it, and the mail with that.
  await erasuresOf(parts, userId);
  const sealedEmail = await parts.vault.seal('email', userId, address);
  const chosen = marketingOptIn ?? (await chosenBefore(parts.pool, { userId, emailHash }));
  return { id: commandId, kind: 'link', userId, emailHash, sealedEmail, marketingOptIn: chosen };
}
