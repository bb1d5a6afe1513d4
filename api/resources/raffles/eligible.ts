import type { Pool, PoolClient } from 'pg';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { EligibleUser, RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import { transactionLimit } from '../../../projector/bounded.ts';
import { type Database, inTransaction, LIVE_SCHEMA } from '../../../projector/database.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';

const ELIGIBLE = 'email_verified and not removed';

/** Who may win, from the read models; frozen once for each raffle. */
export function eligibleUsers(
  db: Pool,
  gate: Pick<PositionGate, 'waitFor'>,
): Pick<RafflePorts, 'countEligible' | 'freezeEligible' | 'keptUsers'> {
  const reach = async (position: LedgerPosition) => {
    if (await gate.waitFor(position, READ_WAIT_MS)) return;
    throw new LedgerUnavailable(new Error('the read models are behind the ledger'));
  };
  return {
    async countEligible(from) {
      await reach(from);
      const { rows } = await db.query<{ count: string }>(
        `select count(*) from ${LIVE_SCHEMA}.users where ${ELIGIBLE}`,
      );
      return Number(rows[0]?.count ?? 0);
    },
    async freezeEligible(raffleId, from) {
      const frozen = await findFrozen(db, raffleId);
      if (frozen) return frozen;
      await reach(from);
      await inTransaction(db, (client) => freeze(client, raffleId, from));
      const now = await findFrozen(db, raffleId);
      if (!now) throw new LedgerUnavailable(new Error('the read models went back behind the ledger'));
      return now;
    },
    async keptUsers(raffleId, userIds) {
      // What a standby lacks was kept all the same, and it locks no rows.
      const { rows } = await db.query<{ user_id: string; username: string; wallet_address: string | null }>(
        `select user_id, username, wallet_address from raffles.frozen_users
         where raffle_id = $1 and user_id = any($2::uuid[]) for key share`,
        [raffleId, userIds],
      );
      return new Map(
        rows.map(({ user_id, username, wallet_address }): [string, EligibleUser] => [
          user_id,
          { userId: user_id, username, walletAddress: wallet_address },
        ]),
      );
    },
  };
}

/**
 * Keeps the eligible users as of one moment of the read models; whoever comes second changes nothing. Whose data were
 * erased and whose row does not say so yet is kept under the name that every account begins with.
 */
async function freeze(client: PoolClient, raffleId: string, from: LedgerPosition): Promise<void> {
  // Each statement has its own end, and what a role allows transactions may be less.
  await client.query(transactionLimit(0, { isLocal: true }));
  // Erasures that are under way are seen, and those that come later find the entries and change their names themselves.
  await client.query('lock table vault.erasures in share mode');
  await client.query(`set local statement_timeout to ${FREEZE_LIMIT}`);
  const freezing = {
    text: FREEZE,
    values: [raffleId, from.commit, from.prepare],
    query_timeout: FREEZE_LIMIT + 1_000,
  };
  const { rows } = await client.query<{ user_id: string }>(freezing);
  const erased = rows.map(({ user_id }) => user_id);
  if (erased.length === 0) return;
  await client.query(
    `update raffles.frozen_users as entry set username = erased.name
     from unnest($2::uuid[], $3::text[]) as erased (user_id, name)
     where entry.raffle_id = $1 and entry.user_id = erased.user_id`,
    [raffleId, erased, erased.map(defaultUsername)],
  );
}

/**
 * Milliseconds for the entries of one raffle, whatever other statements may take: a raffle of a million entries takes six
 * seconds on an idle machine, and one that runs into a limit would run into it each time that it is tried.
 */
const FREEZE_LIMIT = 300_000;

/** One statement sees the checkpoint and the users as of one moment. It gives those whose names are to be told no more. */
const FREEZE = `
  with frozen as (
    insert into raffles.frozen (raffle_id, commit, prepare)
    select $1, commit, prepare from ${LIVE_SCHEMA}.checkpoint where (commit, prepare) >= ($2, $3)
    on conflict do nothing
    returning raffle_id
  ),
  erased as (
    select user_id from frozen, vault.erasures as erasure join ${LIVE_SCHEMA}.users as account using (user_id)
    where ${ELIGIBLE} and erasure.revision > account.revision
  ),
  entries as (
    insert into raffles.frozen_users (raffle_id, user_id, username, wallet_address)
    select raffle_id, user_id, case when erased.user_id is null then username else '' end, wallet_address
    from frozen, ${LIVE_SCHEMA}.users left join erased using (user_id)
    where ${ELIGIBLE}
    -- As the index has them, each page of which is written once.
    order by user_id
  )
  select user_id from erased`;

async function findFrozen(db: Database, raffleId: string): Promise<LedgerPosition | undefined> {
  const { rows } = await db.query<{ commit: string; prepare: string }>(
    'select commit, prepare from raffles.frozen where raffle_id = $1',
    [raffleId],
  );
  return rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
}
