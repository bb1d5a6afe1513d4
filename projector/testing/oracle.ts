import type { StoredEvent } from '../../ledger/envelope.ts';
import { type Database, LIVE_SCHEMA } from '../database.ts';
import { rankOf } from '../read-models/leaderboard/rank.ts';
import { recorded } from '../read-models/read-model.ts';
import { foldAll, type Row, type Tables } from './simple-fold.ts';

/**
 * Compares every row of every live read model with what a plain fold of the whole ledger says it must be.
 * @param events all of the ledger's, in its order
 * @throws Error naming the table and the first rows that are missing or should not be there
 */
export async function expectReadModelsEqualFold(db: Database, events: readonly StoredEvent[]): Promise<void> {
  const expected = foldAll(events.map(recorded));
  for (const table of TABLES) {
    compare(table, await rowsOf(db, SELECTS[table]), expected[table]);
  }
}

function compare(table: string, actual: readonly Row[], expected: readonly Row[]): void {
  const found = new Set(actual.map((row) => JSON.stringify(row)));
  const wanted = new Set(expected.map((row) => JSON.stringify(row)));
  const missing = [...wanted].filter((row) => !found.has(row));
  const surplus = [...found].filter((row) => !wanted.has(row));
  if (missing.length === 0 && surplus.length === 0 && actual.length === expected.length) return;
  throw new Error(
    [
      `${table}: ${actual.length} rows, expected ${expected.length}`,
      ...missing.slice(0, 5).map((row) => `  missing ${row}`),
      ...surplus.slice(0, 5).map((row) => `  surplus ${row}`),
    ].join('\n'),
  );
}

async function rowsOf(db: Database, select: string): Promise<Row[]> {
  const { rows } = await db.query<Record<string, string | null>>(select);
  return rows.map((row) => Object.values(row));
}

const TABLES = [
  'checkpoint',
  'streams',
  'users',
  'postings',
  'balances',
  'transactions',
  'activities',
  'standings',
  'ranks',
  'nodes',
  'stats',
  'lines',
  'days',
  'referrers',
  'activeFriends',
  'seeds',
  'raffles',
  'winners',
  'raffleEvents',
  'tracks',
  'listed',
  'programDays',
  'programGrants',
  'acts',
  'rewardRequests',
  'logEvents',
  'logTiles',
  'logSeals',
  'notaryKeys',
  'moments',
  'boards',
  'boardPlaces',
  'clockMarks',
] as const satisfies readonly (keyof Tables)[];

const time = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
const list = (column: string) =>
  `array_to_string(array(select jsonb_array_elements_text(${column})), ',') as ${column}`;
const amount = (column: string) => `trim_scale(${column})::text as ${column}`;

/** Every column as text, in the order of the fold's rows. */
const SELECTS: Readonly<Record<keyof Tables, string>> = {
  checkpoint: `select commit::text, prepare::text from ${LIVE_SCHEMA}.checkpoint where commit is not null`,
  streams: `select stream, revision::text from ${LIVE_SCHEMA}.streams`,
  users: `select user_id, revision::text, username, wallet_address, referrer_id, ${amount('total_rewards')},
            ${amount('claimed_rewards')}, ${amount('pending_rewards')}, level::text, ${time('opened_at')},
            removed::text, welcomed::text, hold_reason, email_hash, sealed_email, email_verified::text, marketing_opt_in::text,
            email_rewarded::text, twitter_handle, twitter_sealed_handle, twitter_confirmed::text, instagram_handle, instagram_sealed_handle, instagram_confirmed::text,
            youtube_handle, youtube_sealed_handle, youtube_confirmed::text, twitter_follow::text, twitter_like::text,
            twitter_retweet::text, instagram_follow::text, youtube_subscribe::text, check_in_day::text,
            streak::text, ${time('whitelisted_at')}, ${time('succeeded_at')}, ${time('active_at')},
            changed_on::text
          from ${LIVE_SCHEMA}.users`,
  postings: `select commit::text, prepare::text, index::text, event_id, account, ${amount('amount')}
             from ${LIVE_SCHEMA}.postings`,
  balances: `select account, ${amount('balance')} from ${LIVE_SCHEMA}.balances`,
  transactions: `select user_id, commit::text, prepare::text, event_id, type, description, ${amount('amount')},
                   status, tx_hash, block_number, gas_used, ${time('created_at')}
                 from ${LIVE_SCHEMA}.transactions`,
  activities: `select user_id, commit::text, prepare::text, event_id, source, type, description,
                 ${amount('reward')}, ${time('created_at')}, taken_back::text
               from ${LIVE_SCHEMA}.activities`,
  standings: `select user_id, ${amount('total')} from ${LIVE_SCHEMA}.standings`,
  ranks: `select user_id, ${rankOf('standings.total')}::text as rank from ${LIVE_SCHEMA}.standings`,
  nodes: `select parent, digit::text, count::text from ${LIVE_SCHEMA}.rank_nodes`,
  stats: `select total_users::text, participants::text, verified_emails::text, marketing_opt_ins::text,
            with_balance::text, ${amount('total_rewards')}
          from ${LIVE_SCHEMA}.stats`,
  lines: `select user_id, commit::text, prepare::text, event_id, event_type, description,
            ${amount('total_change')}, ${amount('claimed_change')}, ${amount('total_after')},
            ${amount('claimed_after')}, ${time('created_at')}
          from ${LIVE_SCHEMA}.history_lines`,
  days: `select user_id, day::text, ${amount('total')}, ${amount('claimed')} from ${LIVE_SCHEMA}.history_days`,
  referrers: `select user_id, total::text, successful::text, ${amount('earned')} from ${LIVE_SCHEMA}.referrers`,
  activeFriends: `select user_id, referrer_id, ${time('active_at')} from ${LIVE_SCHEMA}.active_friends`,
  listed: `select user_id, opened_commit::text, opened_prepare::text, ${amount('pending')}, has_wallet::text,
             email_verified::text, marketing_opt_in::text, removed::text
           from ${LIVE_SCHEMA}.user_list`,
  programDays: `select day::text, new_users::text, ${amount('claimed')} from ${LIVE_SCHEMA}.program_days`,
  programGrants: `select day::text, source, ${amount('amount')} from ${LIVE_SCHEMA}.program_day_grants`,
  acts: `select commit::text, prepare::text, event_id, type, wallet, ${time('created_at')}, act_key, undoes, user_id,
           subject, ${amount('amount')}, reason, count::text, number::text, completed::text
         from ${LIVE_SCHEMA}.admin_acts`,
  rewardRequests: `select request_id, commit::text, prepare::text, user_id, ${amount('amount')}, reason, above,
             requested_by, ${time('requested_at')}, ${time('expires_at')}, state, decided_by,
             ${time('decided_at')}, declined_for
           from ${LIVE_SCHEMA}.reward_requests`,
  logEvents: `select commit::text, prepare::text, index::text, id, encode(hash, 'hex'), stream, revision::text, type,
                ${time('occurred_at')}, user_id, cause_commit::text, cause_prepare::text
              from ${LIVE_SCHEMA}.log_events`,
  logTiles: `select level::text, index::text, encode(sha256(hashes), 'hex') as hashes, encode(root, 'hex') as root
             from ${LIVE_SCHEMA}.log_tiles`,
  logSeals: `select revision::text, size::text, encode(root, 'hex'), event_id, commit::text, prepare::text, origin,
               verifier_key, signature, ${time('sealed_at')}
             from ${LIVE_SCHEMA}.log_seals`,
  notaryKeys: `select revision::text, verifier_key, replaced_key, signature, ${time('set_at')}
               from ${LIVE_SCHEMA}.log_notary_keys`,
  moments: `select commit::text, prepare::text, number::text, user_id, ${amount('board_before')}, ${amount('board_after')},
              users::text, participants::text, ${amount('issued')}, ${amount('cleared')}, ${amount('revoked')},
              ${amount('reset')}, ${amount('claimable')}, ${amount('claimed')}, with_claimable::text, with_claimed::text
            from ${LIVE_SCHEMA}.moments`,
  boards: `select number::text, commit::text, prepare::text from ${LIVE_SCHEMA}.boards`,
  boardPlaces: `select board::text, ${amount('total')}, user_id from ${LIVE_SCHEMA}.board_places`,
  clockMarks: `select commit::text, prepare::text, ${time('latest')} from ${LIVE_SCHEMA}.clock_marks`,
  seeds: `select stream, number::text, hash from ${LIVE_SCHEMA}.raffle_seeds`,
  raffles: `select raffle_id, stage, number::text, mode, ${list('amounts')}, ${time('committed_at')}, root,
              ${time('drawn_at')}, failure, chain_hash, round::text, ${time('due_at')}, block
            from ${LIVE_SCHEMA}.raffles`,
  winners: `select raffle_id, place::text, user_id, username, wallet_address, ${amount('prize')}, status
            from ${LIVE_SCHEMA}.raffle_winners`,
  raffleEvents: `select raffle_id, stream, revision::text, commit::text, prepare::text, event
                 from ${LIVE_SCHEMA}.raffle_events`,
  tracks: `select track_id, title, artist, filename, content_type, size::text, sha256, commit::text,
             prepare::text, ${time('added_at')}, removed::text
           from ${LIVE_SCHEMA}.music_tracks`,
};
