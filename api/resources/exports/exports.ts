import type { Pool, PoolClient } from 'pg';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import {
  type ActFilter,
  countAdminActs,
  listAdminActs,
} from '../../../projector/read-models/admin-acts/queries.ts';
import { amountFromSql } from '../../../projector/sql-amount.ts';
import { presentAdminAct } from '../admin-users/admin-activity.ts';
import { csvLine } from './csv.ts';
import { type Export, queryRows } from './export-file.ts';

type Content = Omit<Export, 'authorize' | 'stillMay'>;

/** One address a line. */
export const emails: Content = {
  kind: 'emails',
  count: (client) => countOf(client, EMAILS),
  async *lines(client) {
    for await (const { address } of queryRows<{ address: string }>(
      client,
      `select address ${EMAILS} order by address`,
    ))
      yield `${address}\n`;
  },
};

const EMAILS = `from vault.email_index as email
  join ${LIVE_SCHEMA}.user_list as list on list.user_id = email.user_id where not list.removed`;

/** One wallet a line, in checksum form. */
export const wallets: Content = {
  kind: 'wallets',
  count: (client) => countOf(client, WALLETS),
  async *lines(client) {
    const rows = queryRows<{ wallet_address: string }>(
      client,
      `select wallet_address ${WALLETS} order by opened_at, user_id`,
    );
    for await (const { wallet_address } of rows) yield `${wallet_address}\n`;
  },
};

const WALLETS = `from ${LIVE_SCHEMA}.users where not removed and wallet_address is not null`;

export const users: Content = {
  kind: 'users',
  count: (client) => countOf(client, `from ${LIVE_SCHEMA}.users where not removed`),
  async *lines(client) {
    yield csvLine([
      'id',
      'username',
      'email',
      'email_verified',
      'marketing_opt_in',
      'wallet_address',
      'app_rewards',
      'total_rewards',
      'claimed_rewards',
      'level',
      'created_at',
    ]);
    const rows = queryRows<UserRow>(
      client,
      `select users.*, email.address from ${LIVE_SCHEMA}.users
       left join vault.email_index as email on email.user_id = users.user_id
       where not removed order by opened_at, users.user_id`,
    );
    for await (const row of rows) {
      yield csvLine([
        row.user_id,
        row.username,
        row.address,
        row.email_verified,
        row.marketing_opt_in,
        row.wallet_address,
        evo(row.pending_rewards),
        evo(row.total_rewards),
        evo(row.claimed_rewards),
        row.level,
        row.opened_at.toISOString(),
      ]);
    }
  },
};

type UserRow = {
  user_id: string;
  username: string;
  address: string | null;
  email_verified: boolean;
  marketing_opt_in: boolean;
  wallet_address: string | null;
  pending_rewards: string;
  total_rewards: string;
  claimed_rewards: string;
  level: string;
  opened_at: Date;
};

export const whitelist: Content = {
  kind: 'whitelist',
  count: (client) => countOf(client, WHITELIST),
  async *lines(client) {
    yield csvLine(['username', 'wallet_address', 'joined_at']);
    const rows = queryRows<{ username: string; wallet_address: string | null; whitelisted_at: Date }>(
      client,
      `select username, wallet_address, whitelisted_at ${WHITELIST} order by whitelisted_at, user_id`,
    );
    for await (const { username, wallet_address, whitelisted_at } of rows) {
      yield csvLine([username, wallet_address, whitelisted_at.toISOString()]);
    }
  },
};

const WHITELIST = `from ${LIVE_SCHEMA}.users where not removed and whitelisted_at is not null`;

/**
 * Activity History, newest first. It is read in pages, each by the name of the live read models, and another schema may
 * get that name in between, of which a transaction that has begun sees no row: then it breaks off.
 */
export function activity(filter: ActFilter): Content {
  return {
    kind: 'activity',
    count: (client) => countAdminActs(client, filter),
    async *lines(client) {
      yield csvLine(['created_at', 'action_type', 'performed_by_wallet', 'description', 'details']);
      let before: LedgerPosition | undefined;
      for (let left = await countAdminActs(client, filter); left > 0; ) {
        const page = await listAdminActs(client, { ...filter, before, limit: 500 });
        for (const act of page) {
          const line = presentAdminAct(act);
          yield csvLine([
            line.created_at,
            line.action_type,
            line.performed_by_wallet,
            line.description,
            JSON.stringify(line.details),
          ]);
        }
        before = page.at(-1)?.position;
        if (!before) throw new Error('the read models were replaced while a file of them was read');
        left -= page.length;
      }
    },
  };
}

async function countOf(client: PoolClient, from: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) ${from}`);
  return Number(rows[0]?.count ?? 0);
}

const evo = (sql: string) => formatEvo(amountFromSql(sql));

/** Whether Activity History holds anything of the kind. */
export async function hasActivity(pool: Pool, filter: ActFilter): Promise<boolean> {
  return (await countAdminActs(pool, filter)) > 0;
}
