import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { findEmailOwner, hasVerified } from '../../../ledger/accounts/email-owner.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { Clock } from '../../http/clock.ts';
import { nameOfAccount } from '../../resources/profile/account-name.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import type { Seals } from '../../vault/seal.ts';
import { composeKnown, composeLink, verificationLink } from './compose.ts';
import {
  MAX_UNCERTAIN,
  markDropped,
  markSent,
  sendAgain,
  sendLater,
  type TakenMail,
  takeMail,
} from './outbox.ts';
import { issueToken, TOKEN_LIFETIME_MS, withdrawToken } from './tokens.ts';
import type { MailTransport } from './transport.ts';

export type MailerOptions = {
  readonly pool: Pool;
  readonly handler: CommandHandler;
  readonly seals: Seals;
  readonly transport: MailTransport;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between looks at the queue while nobody wakes it. */
  readonly pollMs?: number;
};

export type Mailer = {
  /** Why the last attempt did not send, undefined when it did. */
  trouble(): string | undefined;
  stop(): Promise<void>;
};

/** Mails that are sent side by side: one slow server connection does not hold up all. */
const LANES = 4;
const POLL_MS = 1_000;
/** Longer than any attempt takes. */
const LEASE_MS = 2 * 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 30 * 60_000;

/**
 * Sends what is queued, in every replica. A mail that certainly did not go out is tried again with growing pauses
 * for as long as its link would live; one of which nobody knows is sent once more and then left.
 */
export function startMailer(options: MailerOptions): Mailer {
  const stopping = new AbortController();
  const status: Status = { trouble: undefined };
  const lanes = Array.from({ length: LANES }, (_, n) => runLane(options, n, stopping.signal, status));
  return {
    trouble: () => status.trouble,
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
    },
  };
}

type Status = { trouble: string | undefined };

async function runLane(
  options: MailerOptions,
  lane: number,
  signal: AbortSignal,
  status: Status,
): Promise<void> {
  const { pool, clock, logger, pollMs = POLL_MS } = options;
  // The lanes look one after the other, so that a mail waits a fraction of the time between looks.
  await sleep((lane * pollMs) / LANES, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    try {
      const mail = await takeMail(pool, clock(), LEASE_MS);
      if (mail) {
        await deliver(options, mail, status);
        continue;
      }
    } catch (error) {
      status.trouble = 'the queue cannot be read';
      logger.warn({ err: error }, 'a mail stays queued');
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

async function deliver(options: MailerOptions, mail: TakenMail, status: Status): Promise<void> {
  const { pool, clock, logger } = options;
  const prepared = await prepare(options, mail).catch((error: unknown) => {
    if (error instanceof SealBroken) return { drop: 'the address cannot be opened' };
    logger.warn({ err: error, mail: mail.id }, 'a mail could not be written');
    return { later: 'not written' };
  });
  if ('drop' in prepared) return markDropped(pool, mail.id, prepared.drop);
  if ('later' in prepared) return retry(pool, clock(), mail, prepared.later);

  const { message, token } = prepared;
  const delivery = await options.transport(message);
  status.trouble = delivery.kind === 'sent' ? undefined : delivery.reason;
  if (delivery.kind === 'sent') return markSent(pool, mail.id);
  const { kind, reason } = delivery;
  logger.warn({ mail: mail.id, outcome: kind, reason, attempt: mail.attempts }, 'a mail was not sent');
  if (kind === 'unknown') {
    if (mail.uncertain >= MAX_UNCERTAIN) return markDropped(pool, mail.id, reason);
    return sendAgain(pool, mail.id, clock() + pauseAfter(mail), reason);
  }
  if (token) await withdrawToken(pool, token);
  if (kind === 'refused') return markDropped(pool, mail.id, reason);
  return retry(pool, clock(), mail, reason);
}

type Prepared =
  | { readonly message: Parameters<MailTransport>[0]; readonly token: string | undefined }
  | { readonly drop: string };

/** Writes the letter, from what the ledger and the vault say at this moment. */
async function prepare(options: MailerOptions, mail: TakenMail): Promise<Prepared> {
  const { pool, handler, seals, clock, publicUrl } = options;
  const { kind, userId, emailHash, sealedEmail, marketingOptIn } = mail;
  const to = await seals.unseal('email', userId, sealedEmail);
  if (to === undefined) return { drop: 'erased' };
  const owner = await findEmailOwner(handler, emailHash);
  if (owner?.userId === userId && owner.state.removed) return { drop: 'the account was removed' };
  if (kind === 'known') {
    return { message: { id: mail.id, to, ...composeKnown(publicUrl()) }, token: undefined };
  }
  if (owner?.userId === userId && hasVerified(owner, emailHash)) return { drop: 'verified already' };
  const account = await nameOfAccount(handler, userId);
  const token = await issueToken(pool, clock, { userId, emailHash, sealedEmail, marketingOptIn });
  const link = verificationLink(publicUrl(), token);
  return { message: { id: mail.id, to, ...composeLink(publicUrl(), link, account) }, token };
}

async function retry(pool: Pool, now: number, mail: TakenMail, reason: string): Promise<void> {
  const dueAt = now + pauseAfter(mail);
  if (dueAt > mail.createdAt.getTime() + TOKEN_LIFETIME_MS) return markDropped(pool, mail.id, reason);
  return sendLater(pool, mail.id, dueAt, reason);
}

/** Grows with each attempt and is never quite the same. */
function pauseAfter({ attempts }: TakenMail): number {
  const pause = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return pause * (0.75 + Math.random() / 2);
}
