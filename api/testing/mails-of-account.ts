import type { Pool } from 'pg';
import { expect } from 'vitest';

/** A mail of the account that waits, as of an hour without a mail server; to the mailbox of `of`. */
export async function keepWaitingMail(pool: Pool, userId: string, of = userId): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into vault.mails (id, kind, user_id, email_hash, sealed_email, marketing_opt_in, created_at, due_at)
     select gen_random_uuid(), 'link', $1, email_hash, sealed_email, false, now(), now() + interval '1 day'
     from vault.email_tokens where user_id = $2 limit 1`,
    [userId, of],
  );
  expect(rowCount).toBe(1);
}

/** The rows of the account's mails, by state. That a mail is sent is written down a moment after it has arrived. */
export async function expectMails(pool: Pool, userId: string, mails: readonly object[]): Promise<void> {
  const found = () =>
    pool.query(
      `select state, reason, sealed_email is null as is_empty from vault.mails
       where user_id = $1 order by state, is_empty`,
      [userId],
    );
  await expect.poll(async () => (await found()).rows, { timeout: 30_000 }).toEqual(mails);
}
