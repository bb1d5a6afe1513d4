import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { findEmailOwner, hasVerified } from '../../../ledger/accounts/email-owner.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { NewsOf } from '../../../projector/news.ts';
import type { Clock } from '../../http/clock.ts';
import { nameIn } from '../../resources/profile/account-name.ts';
import { SealBroken } from '../../vault/aes-gcm.ts';
import { KeyClosed } from '../../vault/master-key.ts';
import type { Seals } from '../../vault/seal.ts';
import { composeKnown, composeLink, verificationLink } from './compose.ts';
import {
  giveUpUnsaid,
  MAX_UNCERTAIN,
  markDropped,
  markSent,
  nextMailDue,
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
  /** Of the queue, for one lane. */
  readonly news: () => NewsOf;
  /** Milliseconds between looks at the queue while there are none. */
  readonly pollMs?: number;
};

export type Mailer = {
  /** Why the last attempt did not send, or that the queue cannot be read; undefined when it sent, and it can. */
  trouble(): string | undefined;
  stop(): Promise<void>;
};

/** Mails that are sent side by side: one slow server connection does not hold up all. */
const LANES = 4;
/** For what nobody tells: a mail that is due again because its sender has died. */
const POLL_MS = 120_000;
/** After the queue could not be read. */
const AGAIN_MS = 1_000;
/** Between two looks for a mail that another replica takes at this moment. */
const SHORTEST_MS = 20;
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
  const lanes = Array.from({ length: LANES }, () => runLane(options, stopping.signal, status));
  return {
    trouble: () => status.trouble,
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
    },
  };
}

type Status = { trouble: string | undefined };

const UNREAD = 'the queue cannot be read';

/** Looks when there is news, when the next mail is due, and now and then. */
async function runLane(options: MailerOptions, signal: AbortSignal, status: Status): Promise<void> {
  const { pool, clock, logger, pollMs = POLL_MS } = options;
  const news = options.news();
  while (!signal.aborted) {
    let wait = pollMs;
    try {
      const mail = await takeMail(pool, clock(), LEASE_MS);
      if (mail) {
        await deliver(options, mail, status);
        continue;
      }
      await giveUpUnsaid(pool, clock());
      const due = await nextMailDue(pool, clock());
      // Nothing may be sent for days that would say so.
      if (status.trouble === UNREAD) status.trouble = undefined;
      if (due) wait = due.getTime() - clock();
    } catch (error) {
      status.trouble = UNREAD;
      logger.warn({ err: error }, 'a mail stays queued');
      wait = AGAIN_MS;
    }
    await news(Math.min(pollMs, Math.max(SHORTEST_MS, wait)), signal);
  }
}

async function deliver(options: MailerOptions, mail: TakenMail, status: Status): Promise<void> {
  const { pool, clock, logger } = options;
  const prepared = await prepare(options, mail).catch((error: unknown) => {
    if (error instanceof SealBroken && !(error instanceof KeyClosed))
      return { drop: 'the address cannot be opened' };
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
    return sendAgain(pool, mail, clock() + pauseAfter(mail), reason);
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
    const account = { walletAddress: owner?.state.walletAddress ?? null };
    return { message: { id: mail.id, to, ...composeKnown(publicUrl(), account) }, token: undefined };
  }
  if (owner?.userId === userId && hasVerified(owner, emailHash)) return { drop: 'verified already' };
  const state = await readAccount(handler, userId);
  const account = { ...nameIn(state, userId), isEmailRewarded: state.emailRewarded };
  const token = await issueToken(pool, clock, { userId, emailHash, sealedEmail, marketingOptIn });
  const link = verificationLink(publicUrl(), token);
  return { message: { id: mail.id, to, ...composeLink(publicUrl(), link, account) }, token };
}

async function retry(pool: Pool, now: number, mail: TakenMail, reason: string): Promise<void> {
  const dueAt = now + pauseAfter(mail);
  if (dueAt > mail.createdAt.getTime() + TOKEN_LIFETIME_MS) return markDropped(pool, mail.id, reason);
  return sendLater(pool, mail, dueAt, reason);
}

/** Grows with each attempt and is never quite the same. */
function pauseAfter({ attempts }: TakenMail): number {
  const pause = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return pause * (0.75 + Math.random() / 2);
}
