import type { Pool, PoolClient } from 'pg';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { defaultUsername } from '../../contracts/username.ts';
import { NodeBehind } from '../../ledger/aggregates.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { inTransaction } from '../../projector/database.ts';

/**
 * Deletes what is kept of an account beside the ledger and can be read: its key, and with it what was sealed under it
 * wherever copies are; mails that wait, links, tokens of platforms, what its sessions say of a browser, its name among
 * the entries of raffles, folds of its stream. What its owner has given anew since the last erasure stays. Of any number
 * of callers one does it.
 * @param atLeast the revision of an erasure that is known to stand in the ledger; -1 where none is
 * @returns how often the account was erased, as the node has it; all of that is carried out now
 * @throws NodeBehind where the node that was asked does not have that erasure yet
 */
export async function eraseKept(
  pool: Pool,
  store: Pick<EventStore, 'readStream'>,
  userId: string,
  atLeast = -1n,
): Promise<number> {
  const stream = streamOf('account', userId);
  const given = await givenData(store, stream);
  if ((given?.revision ?? -1n) < atLeast) throw new NodeBehind(stream, atLeast);
  if (!given) return 0;
  await inTransaction(pool, async (client) => {
    if (!(await isFirst(client, userId, given))) return;
    await eraseKey(client, userId, given);
    await eraseMails(client, userId, given);
    for (const table of ['vault.message_codes', 'vault.oauth_states']) {
      await client.query(`delete from ${table} where user_id = $1`, [userId]);
    }
    await client.query(`update auth.sessions set device = '' where user_id = $1`, [userId]);
    await eraseEntries(client, userId, given.position);
    // Hashes of requests, whose few words could be guessed. That a key was used stays known: what was sent under it is not new.
    await client.query(
      `update auth.idempotency_keys set request_hash = '' where user_id = $1 and created_at < $2`,
      [userId, given.erasedAt],
    );
    // A fold that is being saved is seen, and who saves one later sees that it is of before this.
    await client.query('lock table snapshots.streams in share row exclusive mode');
    await client.query('delete from snapshots.streams where stream = $1 and revision < $2', [
      stream,
      String(given.revision),
    ]);
  });
  return given.erasures;
}

/**
 * The entries of raffles stay, as their roots have them, under the name that every account begins with: a draw that is yet
 * to come tells no other. Those that were frozen behind the erasure have the name of since. Raffle by raffle, since only
 * together with one an entry is found by an index.
 */
async function eraseEntries(
  client: PoolClient,
  userId: string,
  { commit, prepare }: LedgerPosition,
): Promise<void> {
  await client.query(
    `update raffles.frozen_users set username = $2
     where raffle_id = any(array(select raffle_id from raffles.frozen where (commit, prepare) < ($3, $4)))
       and user_id = $1 and username <> $2`,
    [userId, defaultUsername(userId), commit, prepare],
  );
}

/** Whoever comes second waits for the first one's transaction, and does it when that failed. */
async function isFirst(client: PoolClient, userId: string, { revision, erasures }: Given): Promise<boolean> {
  const { rows } = await client.query(
    `insert into vault.erasures as done (user_id, revision, erasures) values ($1, $2, $3)
     on conflict (user_id) do update set revision = excluded.revision, erasures = excluded.erasures
     where (done.revision, done.erasures) < (excluded.revision, excluded.erasures)
     returning 1`,
    [userId, String(revision), erasures],
  );
  return rows.length > 0;
}

type Named = {
  readonly keys: ReadonlySet<string>;
  /** Keyed hashes of the addresses that have signed up, and of those that were verified. */
  readonly signedUp: ReadonlySet<string>;
  readonly proved: ReadonlySet<string>;
};

/** What the account's events name before its last erasure, and what they name since. */
type Given = {
  readonly before: Pick<Named, 'keys' | 'proved'>;
  readonly since: Named;
  readonly erasedAt: Date;
  readonly revision: bigint;
  readonly position: LedgerPosition;
  readonly erasures: number;
};

/** Undefined when nothing was erased. */
async function givenData(store: Pick<EventStore, 'readStream'>, stream: string): Promise<Given | undefined> {
  const nothing = () => ({ keys: new Set<string>(), signedUp: new Set<string>(), proved: new Set<string>() });
  const before = { keys: new Set<string>(), proved: new Set<string>() };
  let since = nothing();
  let last: Omit<Given, 'before' | 'since'> | undefined;
  for await (const stored of store.readStream(stream, 0n)) {
    // An account's stream holds account events only.
    const event = stored as unknown as AccountEvent;
    if (event.type === 'EmailSignedUp') {
      since.signedUp.add(event.data.emailHash);
      since.keys.add(keyIn(event.data.sealedEmail));
    } else if (event.type === 'EmailVerified') {
      since.proved.add(event.data.emailHash);
    } else if (event.type === 'SocialConnected' && event.data.sealedHandle !== undefined) {
      since.keys.add(keyIn(event.data.sealedHandle));
    } else if (event.type === 'PersonalDataErased') {
      for (const key of since.keys) before.keys.add(key);
      for (const hash of since.proved) before.proved.add(hash);
      since = nothing();
      const erasures = (last?.erasures ?? 0) + 1;
      const { revision, position } = stored;
      last = { erasedAt: new Date(stored.metadata.occurredAt), revision, position, erasures };
    }
  }
  return last && { before, since, ...last };
}

/** `<version>.<key id>.<body>`, as the vault seals. */
function keyIn(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** A key is a new one when events name it since the erasure and none before. Links and the index of addresses go with it. */
async function eraseKey(client: PoolClient, userId: string, { before, since }: Given): Promise<void> {
  const anew = [...since.keys].filter((key) => !before.keys.has(key));
  await client.query('delete from vault.account_keys where user_id = $1 and key_id <> all($2::uuid[])', [
    userId,
    anew,
  ]);
  // What no key opens any more.
  await client.query(
    `delete from vault.social_tokens as token where user_id = $1 and not exists (
       select 1 from vault.account_keys as key
       where key.user_id = token.user_id and key.key_id::text = split_part(token.sealed, '.', 2))`,
    [userId],
  );
}

/**
 * Rows of mails stay without their address: they count what a mailbox was sent. Others may have asked for a mail to the
 * same mailbox, under keys of their own: those go, too, where the account has proved that the mailbox is its owner's. Who
 * only typed an address takes nothing from whoever reads it.
 */
async function eraseMails(client: PoolClient, userId: string, { before, since }: Given): Promise<void> {
  const hashes = [...before.proved].filter((hash) => !since.signedUp.has(hash));
  await client.query(
    `update vault.mails set sealed_email = null,
       state = case state when 'waiting' then 'dropped' else state end,
       reason = case state when 'waiting' then 'erased' else reason end
     where (user_id = $1 or email_hash = any($2)) and sealed_email is not null
       and (user_id <> $1 or not exists (
         select 1 from vault.account_keys as key
         where key.user_id = $1 and key.key_id::text = split_part(sealed_email, '.', 2)))`,
    [userId, hashes],
  );
  await client.query('delete from vault.email_tokens where email_hash = any($1)', [hashes]);
}
