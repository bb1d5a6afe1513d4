import type { Database } from '../../../projector/database.ts';

/** `link`: a link that verifies the address. `known`: the address has an account already. */
export type MailKind = 'link' | 'known';

export type Mail = {
  /** UUID; queuing it again is queuing it once. */
  readonly id: string;
  readonly kind: MailKind;
  readonly userId: string;
  readonly emailHash: string;
  /** Under the key of `userId`. */
  readonly sealedEmail: string;
  readonly marketingOptIn: boolean;
};

/** A mail that is being sent now, by its taker alone. */
export type TakenMail = Mail & {
  readonly createdAt: Date;
  /** From 1. */
  readonly attempts: number;
  /** Attempts of unknown outcome, this one among them. */
  readonly uncertain: number;
};

/** How often a mail may be sent when nobody knows whether it went out the time before. */
export const MAX_UNCERTAIN = 2;

/** No mail is taken for longer. */
const LONGEST_LEASE = '5 minutes';

/** Milliseconds for which a mail that was given up is told of to admins; for so long it stays, however old it is. */
export const GIVEN_UP_TOLD_MS = 7 * 24 * 3_600_000;

/** Who asks for a mail: the account that has signed up with the address, another account, or nobody known. */
export type Asker =
  | { readonly share: 'owner' | 'visitor' }
  | { readonly share: 'account'; readonly userId: string };

/**
 * Mails that one address gets on request in an hour, those beyond are not queued: `all` of one share together, and
 * `each` of those who ask. What strangers ask for is not taken from what the owner may.
 */
const MAX_PER_HOUR = {
  owner: { all: 5, each: 5 },
  account: { all: 8, each: 2 },
  visitor: { all: 5, each: 5 },
} as const satisfies Record<Asker['share'], object>;
const HOUR_MS = 3_600_000;

/** Queues a mail that an event of the ledger asks for. */
export async function queueMail(db: Database, now: number, mail: Mail): Promise<void> {
  await db.query(
    `insert into vault.mails (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (id) do nothing`,
    [...columns(mail), new Date(now)],
  );
}

/** Queues a mail that somebody asks for, unless the address got too many of late; nobody is told which. */
export async function queueRequestedMail(db: Database, now: number, mail: Mail, asker: Asker): Promise<void> {
  const { all, each } = MAX_PER_HOUR[asker.share];
  const askedBy = asker.share === 'account' ? asker.userId : null;
  await db.query('select vault.queue_requested_mail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    ...columns(mail),
    ...[new Date(now), new Date(now - HOUR_MS)],
    ...[asker.share, askedBy, all, each],
  ]);
}

/** Whether an account wanted news with the last link that it had mailed to an address; not where there was none. */
export async function chosenBefore(
  db: Database,
  { userId, emailHash }: Pick<Mail, 'userId' | 'emailHash'>,
): Promise<boolean> {
  const { rows } = await db.query<{ marketing_opt_in: boolean }>(
    `select marketing_opt_in from vault.mails where email_hash = $1 and user_id = $2 and kind = 'link'
     order by created_at desc limit 1`,
    [emailHash, userId],
  );
  return rows[0]?.marketing_opt_in ?? false;
}

/** Nobody is sending it. Where the clock of Postgres was put back, a lease lies too far ahead, and counts as over. */
const IS_FREE = `(taken_until is null or taken_until <= now() or taken_until > now() + interval '${LONGEST_LEASE}')`;

/**
 * Takes the mail that is due first. Before anything is sent the attempt counts as one of unknown outcome; a program
 * that dies while sending leaves it so, and the mail is due again after the lease, which is counted by the clock of Postgres:
 * one for all replicas.
 */
export async function takeMail(db: Database, now: number, leaseMs: number): Promise<TakenMail | undefined> {
  const { rows } = await db.query<Row>(
    `update vault.mails set attempts = attempts + 1, uncertain = uncertain + 1, due_at = $2,
       taken_until = now() + $3 * interval '1 millisecond'
     where id = (
       select id from vault.mails
       where state = 'waiting' and due_at <= $1 and uncertain < ${MAX_UNCERTAIN} and ${IS_FREE}
       order by due_at limit 1 for update skip locked
     )
     returning id, kind, user_id, email_hash, sealed_email, marketing_opt_in, created_at, attempts, uncertain`,
    [new Date(now), new Date(now + leaseMs), leaseMs],
  );
  const row = rows[0];
  return (
    row && {
      id: row.id,
      kind: row.kind,
      userId: row.user_id,
      emailHash: row.email_hash,
      sealedEmail: row.sealed_email,
      marketingOptIn: row.marketing_opt_in,
      createdAt: row.created_at,
      attempts: row.attempts,
      uncertain: row.uncertain,
    }
  );
}

/**
 * Gives up what was sent as often as it may be, and whose last sender has said nothing of it within the lease: nobody
 * would take it again, and its address would be kept for ever.
 */
export async function giveUpUnsaid(db: Database, now: number): Promise<void> {
  await db.query(
    `update vault.mails set state = 'dropped', sealed_email = null, reason = 'its sender has ended'
     where state = 'waiting' and due_at <= $1 and uncertain >= ${MAX_UNCERTAIN} and ${IS_FREE}`,
    [new Date(now)],
  );
}

/** When the next mail is due, past or to come, or is to be given up; undefined while none waits. One that is taken waits for the lease. */
export async function nextMailDue(db: Database, now: number): Promise<Date | undefined> {
  const { rows } = await db.query<{ due_at: Date }>(
    `select case when ${IS_FREE} then due_at else greatest(due_at, $1::timestamptz + (taken_until - now())) end as due_at
     from vault.mails where state = 'waiting' order by vault.mails.due_at limit 1`,
    [new Date(now)],
  );
  return rows[0]?.due_at;
}

export async function markSent(db: Database, id: string): Promise<void> {
  await db.query(`update vault.mails set state = 'sent', sealed_email = null, reason = null where id = $1`, [
    id,
  ]);
}

/**
 * Of a sender that has not sent it. One that stood still may say so when another has sent the mail meanwhile, or it was
 * erased: then it changes nothing.
 */
const IF_IT_WAITS = `where id = $1 and state = 'waiting'`;

/** @param reason in words that name no person */
export async function markDropped(db: Database, id: string, reason: string): Promise<void> {
  await db.query(
    `update vault.mails set state = 'dropped', sealed_email = null, reason = $2 ${IF_IT_WAITS}`,
    [id, reason],
  );
}

/** An attempt to send a mail, as it was taken for it. */
export type Attempt = Pick<TakenMail, 'id' | 'attempts'>;

/** Where the mail was taken once more since, it is its taker's until the lease of that ends. */
const DUE_AT = `due_at = case when attempts = $4 then $2 else due_at end,
  taken_until = case when attempts = $4 then null else taken_until end`;

/** The attempt certainly sent nothing. */
export async function sendLater(
  db: Database,
  { id, attempts }: Attempt,
  dueAt: number,
  reason: string,
): Promise<void> {
  await db.query(`update vault.mails set uncertain = uncertain - 1, ${DUE_AT}, reason = $3 ${IF_IT_WAITS}`, [
    id,
    new Date(dueAt),
    reason,
    attempts,
  ]);
}

/** Nobody knows whether the attempt sent it. */
export async function sendAgain(
  db: Database,
  { id, attempts }: Attempt,
  dueAt: number,
  reason: string,
): Promise<void> {
  await db.query(`update vault.mails set ${DUE_AT}, reason = $3 ${IF_IT_WAITS}`, [
    id,
    new Date(dueAt),
    reason,
    attempts,
  ]);
}

const COLUMNS = 'id, kind, user_id, email_hash, sealed_email, marketing_opt_in, created_at, due_at';

function columns({ id, kind, userId, emailHash, sealedEmail, marketingOptIn }: Mail): unknown[] {
  return [id, kind, userId, emailHash, sealedEmail, marketingOptIn];
}

type Row = {
  id: string;
  kind: MailKind;
  user_id: string;
  email_hash: string;
  sealed_email: string;
  marketing_opt_in: boolean;
  created_at: Date;
  attempts: number;
  uncertain: number;
};
