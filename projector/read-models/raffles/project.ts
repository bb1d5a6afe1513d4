import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../../../ledger/domain-error.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { type Database, sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

/**
 * A raffle goes through its stages in one direction, so the events of a batch are written type by type in that
 * order, each type with one statement.
 */
export const raffles: ReadModel = {
  name: 'raffles',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    await write(db, INSERT_SEEDS, SEEDS, ofType(batch, 'SeedCommitted').map(seedRow));
    await write(db, INSERT_RAFFLES, RAFFLES, ofType(batch, 'RaffleCommitted').map(raffleRow));
    await write(db, FREEZE, FROZEN, ofType(batch, 'EntriesFrozen').map(frozenRow));
    const drawn = ofType(batch, 'RaffleDrawn');
    await write(db, DRAW, DRAWN, drawn.map(drawnRow));
    await write(db, INSERT_WINNERS, WINNERS, drawn.flatMap(winnerRows));
    const prizes = [...ofType(batch, 'PrizePaid'), ...ofType(batch, 'PrizeSkipped')];
    await write(db, SETTLE, SETTLED, prizes.map(settledRow));
    const ends = [...ofType(batch, 'RaffleCompleted'), ...ofType(batch, 'RaffleFailed')];
    await write(db, END, ENDED, ends.map(endRow));
    await write(db, INSERT_EVENTS, EVENTS, batch.flatMap(eventRows));
  },
};

type Event<Type extends RecordedEvent['type']> = Extract<RecordedEvent, { type: Type }>;

function ofType<Type extends RecordedEvent['type']>(
  batch: readonly RecordedEvent[],
  type: Type,
): Event<Type>[] {
  return batch.filter((event): event is Event<Type> => event.type === type);
}

async function write<Row>(
  db: Database,
  statement: string,
  set: { readonly values: (rows: readonly Row[]) => unknown[] },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await db.query(statement, set.values(rows));
}

function raffleOf({ stream }: RecordedEvent): string {
  const parsed = parseStream(stream);
  if (parsed?.category !== 'raffle') throw new LedgerCorrupt(`an event of a raffle stands in ${stream}`);
  return parsed.id;
}

const seedRow = ({ data, position }: Event<'SeedCommitted'>) => ({ ...data, commit: position.commit });

const raffleRow = (event: Event<'RaffleCommitted'>) => ({
  raffle_id: raffleOf(event),
  number: event.data.number,
  mode: event.data.mode,
  amounts: JSON.stringify(event.data.amounts),
  seed_hash: event.data.seedHash,
  committed_at: event.metadata.occurredAt,
  committed_commit: event.position.commit,
});

function frozenRow(event: Event<'EntriesFrozen'>) {
  const { root, count, position } = event.data;
  const eligible = parsePosition(position);
  if (!eligible) throw new LedgerCorrupt(`${position} is no position`);
  return {
    raffle_id: raffleOf(event),
    root,
    entry_count: count,
    eligible_commit: eligible.commit,
    frozen_commit: event.position.commit,
  };
}

const drawnRow = (event: Event<'RaffleDrawn'>) => ({
  raffle_id: raffleOf(event),
  seed: event.data.seed,
  algorithm: event.data.algorithm,
  block_number: event.data.publicRandomness?.blockNumber ?? null,
  block_hash: event.data.publicRandomness?.blockHash ?? null,
  drawn_at: event.metadata.occurredAt,
  drawn_commit: event.position.commit,
});

const winnerRows = (event: Event<'RaffleDrawn'>) =>
  event.data.winners.map(({ place, index, entry, path, userId, username, walletAddress }) => ({
    raffle_id: raffleOf(event),
    place,
    index,
    entry,
    path: JSON.stringify(path),
    user_id: userId,
    username: sqlText(username),
    wallet_address: walletAddress,
  }));

const settledRow = (event: Event<'PrizePaid'> | Event<'PrizeSkipped'>) => ({
  raffle_id: raffleOf(event),
  place: event.data.place,
  status: event.type === 'PrizePaid' ? 'paid' : event.data.reason,
});

const endRow = (event: Event<'RaffleCompleted'> | Event<'RaffleFailed'>) => ({
  raffle_id: raffleOf(event),
  stage: event.type === 'RaffleCompleted' ? 'completed' : 'failed',
  failure: event.type === 'RaffleFailed' ? sqlText(event.data.reason) : null,
});

/** None for what is no event of a raffle. */
function eventRows(event: RecordedEvent) {
  const isSeed = event.type === 'SeedCommitted';
  if (!isSeed && parseStream(event.stream)?.category !== 'raffle') return [];
  const { stream, revision, position, id, type, data, metadata } = event;
  return [
    {
      raffle_id: isSeed ? raffleIdOf(event.data.number) : raffleOf(event),
      stream,
      revision,
      commit: position.commit,
      prepare: position.prepare,
      event: JSON.stringify({ id, type, data, metadata }),
    },
  ];
}

const SEEDS = rowSet({ number: 'bigint', hash: 'text', commit: 'bigint' });
const INSERT_SEEDS = `insert into raffle_seeds (${SEEDS.names}) select * from ${SEEDS.source}`;

const RAFFLES = rowSet({
  raffle_id: 'uuid',
  number: 'bigint',
  mode: 'text',
  amounts: 'text',
  seed_hash: 'text',
  committed_at: 'timestamptz',
  committed_commit: 'bigint',
});
const INSERT_RAFFLES = `
  insert into raffles (stage, raffle_id, number, mode, amounts, seed_hash, committed_at, committed_commit)
  select 'committed', raffle_id, number, mode, amounts::jsonb, seed_hash, committed_at, committed_commit
  from ${RAFFLES.source}`;

const FROZEN = rowSet({
  raffle_id: 'uuid',
  root: 'text',
  entry_count: 'bigint',
  eligible_commit: 'bigint',
  frozen_commit: 'bigint',
});
const FREEZE = `
  update raffles set stage = 'frozen', root = row.root, entry_count = row.entry_count,
    eligible_commit = row.eligible_commit, frozen_commit = row.frozen_commit
  from ${FROZEN.source} where raffles.raffle_id = row.raffle_id`;

const DRAWN = rowSet({
  raffle_id: 'uuid',
  seed: 'text',
  algorithm: 'text',
  block_number: 'text',
  block_hash: 'text',
  drawn_at: 'timestamptz',
  drawn_commit: 'bigint',
});
const DRAW = `
  update raffles set stage = 'drawn', seed = row.seed, algorithm = row.algorithm,
    block_number = row.block_number, block_hash = row.block_hash,
    drawn_at = row.drawn_at, drawn_commit = row.drawn_commit
  from ${DRAWN.source} where raffles.raffle_id = row.raffle_id`;

const WINNERS = rowSet({
  raffle_id: 'uuid',
  place: 'bigint',
  index: 'bigint',
  entry: 'text',
  path: 'text',
  user_id: 'uuid',
  username: 'text',
  wallet_address: 'text',
});
const INSERT_WINNERS = `
  insert into raffle_winners
    (raffle_id, place, index, entry, path, user_id, username, wallet_address, prize, status)
  select raffle_id, row.place, row.index, row.entry, row.path::jsonb, row.user_id, row.username,
         row.wallet_address, (raffles.amounts ->> (row.place - 1)::int)::numeric, 'open'
  from ${WINNERS.source} join raffles using (raffle_id)`;

const SETTLED = rowSet({ raffle_id: 'uuid', place: 'bigint', status: 'text' });
const SETTLE = `
  update raffle_winners set status = row.status
  from ${SETTLED.source}
  where raffle_winners.raffle_id = row.raffle_id and raffle_winners.place = row.place`;

const ENDED = rowSet({ raffle_id: 'uuid', stage: 'text', failure: 'text' });
const END = `
  update raffles set stage = row.stage, failure = row.failure
  from ${ENDED.source} where raffles.raffle_id = row.raffle_id`;

const EVENTS = rowSet({
  raffle_id: 'uuid',
  stream: 'text',
  revision: 'bigint',
  commit: 'bigint',
  prepare: 'bigint',
  event: 'text',
});
const INSERT_EVENTS = `insert into raffle_events (${EVENTS.names}) select * from ${EVENTS.source}`;
