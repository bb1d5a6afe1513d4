import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { EligibleUser, RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';

const ELIGIBLE = 'email_verified and not removed';

/** Who may win, from the read models; frozen once for each raffle. */
export function eligibleUsers(
  db: Database,
  gate: PositionGate,
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
      await db.query(FREEZE, [raffleId, from.commit, from.prepare]);
      const now = await findFrozen(db, raffleId);
      if (!now) throw new LedgerUnavailable(new Error('the read models went back behind the ledger'));
      return now;
    },
    async keptUsers(raffleId, userIds) {
      const { rows } = await db.query<{ user_id: string; username: string; wallet_address: string | null }>(
        `select user_id, username, wallet_address from raffles.frozen_users
         where raffle_id = $1 and user_id = any($2::uuid[])`,
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

/** One statement sees the checkpoint and the users as of one moment, and whoever comes second changes nothing. */
const FREEZE = `
  with frozen as (
    insert into raffles.frozen (raffle_id, commit, prepare)
    select $1, commit, prepare from ${LIVE_SCHEMA}.checkpoint where (commit, prepare) >= ($2, $3)
    on conflict do nothing
    returning raffle_id
  )
  insert into raffles.frozen_users (raffle_id, user_id, username, wallet_address)
  select raffle_id, user_id, username, wallet_address from frozen, ${LIVE_SCHEMA}.users where ${ELIGIBLE}`;

async function findFrozen(db: Database, raffleId: string): Promise<LedgerPosition | undefined> {
  const { rows } = await db.query<{ commit: string; prepare: string }>(
    'select commit, prepare from raffles.frozen where raffle_id = $1',
    [raffleId],
  );
  return rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
}
