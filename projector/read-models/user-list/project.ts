import { formatEvo } from '../../../contracts/money.ts';
import { rowSet } from '../../row-set.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, netChanges, type UserState } from '../users/state.ts';

export const userList: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const changes = netChanges(steps);
    const opened = steps.flatMap(({ event, userId }) => {
      const after = changes.get(userId)?.after;
      if (event.type !== 'AccountOpened' || !after) return [];
      const { commit: opened_commit, prepare: opened_prepare } = event.position;
      return { ...listed(after), opened_commit, opened_prepare };
    });
    if (opened.length > 0) await db.query(INSERT, OPENED.values(opened));
    const changed = [...changes.values()].flatMap(({ before, after }) =>
      before && differ(listed(before), listed(after)) ? listed(after) : [],
    );
    if (changed.length > 0) await db.query(UPDATE, CHANGED.values(changed));
  },
};

type Listed = ReturnType<typeof listed>;

function listed(user: UserState) {
  return {
    user_id: user.user_id,
    pending: formatEvo(user.total_rewards - user.claimed_rewards),
    has_wallet: user.wallet_address !== null,
    email_verified: user.email_verified,
    marketing_opt_in: user.marketing_opt_in,
    removed: user.removed,
  };
}

function differ(before: Listed, after: Listed): boolean {
  return (
    before.pending !== after.pending ||
    before.has_wallet !== after.has_wallet ||
    before.email_verified !== after.email_verified ||
    before.marketing_opt_in !== after.marketing_opt_in ||
    before.removed !== after.removed
  );
}

const columns = {
  user_id: 'uuid',
  pending: 'numeric',
  has_wallet: 'boolean',
  email_verified: 'boolean',
  marketing_opt_in: 'boolean',
  removed: 'boolean',
} as const;

const CHANGED = rowSet(columns);
const OPENED = rowSet({ ...columns, opened_commit: 'bigint', opened_prepare: 'bigint' });

const INSERT = `insert into user_list (${OPENED.names}) select ${OPENED.names} from ${OPENED.source}`;

const UPDATE = `
  update user_list as known set
    pending = row.pending, has_wallet = row.has_wallet, email_verified = row.email_verified,
    marketing_opt_in = row.marketing_opt_in, removed = row.removed
  from ${CHANGED.source}
  where known.user_id = row.user_id`;
