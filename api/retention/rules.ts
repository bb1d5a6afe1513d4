import { GIVEN_UP_TOLD_MS } from '../integrations/email/outbox.ts';

/** Rows that nothing needs any more, of one table; `$1` is the days for which an operator keeps what is past. */
export type RetentionRule = { readonly table: string; readonly isOver: string };

const days = "$1 * interval '1 day'";

/**
 * Every table that grows with use and is not the record of something for ever. What is not here stays: keys of accounts
 * and erasures, the frozen entries of raffles (anyone may ask for the proof of one), cosignatures, what admins decided
 * about events that were set aside, friends whose referral was decided.
 */
export const RETENTION: readonly RetentionRule[] = [
  { table: 'auth.challenges', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'auth.act_challenges', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'auth.sessions', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'auth.signed_acts', isOver: "signed_at < now() - interval '2 days'" },
  // A key that comes again later than this is a new command.
  { table: 'auth.idempotency_keys', isOver: `created_at < now() - ${days}` },
  { table: 'processes.set_aside_decisions', isOver: `decided_at < now() - ${days}` },
  // The event of a signup asks for no mail after a day, and a mailbox's mails are counted for an hour.
  // Of one that was given up admins are told for a week; it may have waited for a server for longer than it is kept.
  {
    table: 'vault.mails',
    isOver: `state <> 'waiting' and created_at < now() - ${days}
      and (state <> 'dropped' or due_at < now() - ${GIVEN_UP_TOLD_MS} * interval '1 millisecond')`,
  },
  { table: 'vault.email_tokens', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'vault.oauth_states', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'vault.message_codes', isOver: "expires_at < now() - interval '1 hour'" },
  { table: 'vault.social_calls', isOver: `day < current_date - 2 and day < now() - ${days}` },
  { table: 'vault.social_shares', isOver: 'day < current_date - 2' },
  // A place is of the day of its grant, and an account asks for it anew only while it has none.
  { table: 'faucet.welcome_places', isOver: `day < current_date - 2 and day < now() - ${days}` },
  { table: 'faucet.openings', isOver: "opened_at < now() - interval '30 days'" },
  { table: 'limits.taken', isOver: 'expire < extract(epoch from now()) * 1000 - 60000' },
];
