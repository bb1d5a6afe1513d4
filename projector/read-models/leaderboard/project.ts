import { formatEvo } from '../../../contracts/money.ts';
import type { Database } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, isOnBoard, netChanges } from '../users/state.ts';
import { TrieChanges } from './rank-trie.ts';

export const leaderboard: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const known = new Map<string, bigint>();
    const totals = new Map<string, bigint | undefined>();
    for (const [userId, { before, after }] of netChanges(steps)) {
      if (isOnBoard(before)) known.set(userId, before.total_rewards);
      totals.set(userId, isOnBoard(after) ? after.total_rewards : undefined);
    }
    await setTotals(db, known, totals);
  },
};

/** Writes totals that changed, and the ranks with them; undefined takes the user off the board. */
export async function setTotals(
  db: Database,
  known: ReadonlyMap<string, bigint>,
  totals: ReadonlyMap<string, bigint | undefined>,
): Promise<void> {
  const changed = [...totals].filter(([userId, total]) => known.get(userId) !== total);
  if (changed.length === 0) return;
  const trie = new TrieChanges();
  for (const [userId, total] of changed) trie.replace(known.get(userId), total);
  const rows = changed.map(([user_id, total]) => ({
    user_id,
    total: total === undefined ? null : formatEvo(total),
  }));
  await db.query(SET_STANDINGS, STANDINGS.values(rows));
  const nodes = trie.entries.map(({ node, change }) => ({ ...node, change }));
  if (nodes.length > 0) await db.query(CHANGE_NODES, NODES.values(nodes));
}

const STANDINGS = rowSet({ user_id: 'uuid', total: 'numeric' });

const SET_STANDINGS = `
  merge into standings as known
  using ${STANDINGS.source}
  on known.user_id = row.user_id
  when matched and row.total is null then delete
  when matched then update set total = row.total
  when not matched then insert (user_id, total) values (row.user_id, row.total)`;

const NODES = rowSet({ parent: 'text', digit: 'smallint', change: 'bigint' });

const CHANGE_NODES = `
  merge into rank_nodes as known
  using ${NODES.source}
  on known.parent = row.parent collate "C" and known.digit = row.digit
  when matched and known.count + row.change = 0 then delete
  when matched then update set count = known.count + row.change
  when not matched then insert (parent, digit, count) values (row.parent, row.digit, row.change)`;
