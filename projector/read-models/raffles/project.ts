import { parseStream } from '../../../contracts/events/ledger-event.ts';
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

const seedRow = ({ stream, data: { number, hash } }: Event<'SeedCommitted'>) => ({ stream, number, hash });

const raffleRow = (event: Event<'RaffleCommitted'>) => ({
  raffle_id: raffleOf(event),
  number: event.data.number,
  mode: event.data.mode,
  amounts: JSON.stringify(event.data.amounts),
  committed_at: event.metadata.occurredAt,
  chain_hash: event.data.beacon?.chainHash ?? null,
  genesis: event.data.beacon?.genesis ?? null,
  period: event.data.beacon?.period ?? null,
});

const frozenRow = (event: Event<'EntriesFrozen'>) => ({
  raffle_id: raffleOf(event),
  root: event.data.root,
  round: event.data.beacon?.round ?? null,
  block: event.data.block ?? null,
});

const drawnRow = (event: Event<'RaffleDrawn'>) => ({
  raffle_id: raffleOf(event),
  drawn_at: event.metadata.occurredAt,
});

const winnerRows = (event: Event<'RaffleDrawn'>) =>
  event.data.winners.map(({ place, userId, username, walletAddress }) => ({
    raffle_id: raffleOf(event),
    place,
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
  const { stream, revision, position, id, type } = event;
  // As they were written, which is what the event's hash covers.
  const { data, metadata } = event.written ?? event;
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

const SEEDS = rowSet({ stream: 'text', number: 'bigint', hash: 'text' });
const INSERT_SEEDS = `insert into raffle_seeds (${SEEDS.names}) select * from ${SEEDS.source}`;

const RAFFLES = rowSet({
  raffle_id: 'uuid',
  number: 'bigint',
  mode: 'text',
  amounts: 'text',
  committed_at: 'timestamptz',
  chain_hash: 'text',
  genesis: 'bigint',
  period: 'bigint',
});
const INSERT_RAFFLES = `
  insert into raffles (stage, raffle_id, number, mode, amounts, committed_at, chain_hash, genesis, period)
  select 'committed', raffle_id, number, mode, amounts::jsonb, committed_at, chain_hash, genesis, period
  from ${RAFFLES.source}`;

const FROZEN = rowSet({ raffle_id: 'uuid', root: 'text', round: 'bigint', block: 'text' });
const FREEZE = `
  update raffles set
    stage = case when row.round is null then 'frozen' else 'awaiting_beacon' end,
    root = row.root, round = row.round, block = row.block,
    due_at = to_timestamp(raffles.genesis + (row.round - 1) * raffles.period)
  from ${FROZEN.source} where raffles.raffle_id = row.raffle_id`;

const DRAWN = rowSet({ raffle_id: 'uuid', drawn_at: 'timestamptz' });
const DRAW = `
  update raffles set stage = 'drawn', drawn_at = row.drawn_at
  from ${DRAWN.source} where raffles.raffle_id = row.raffle_id`;

const WINNERS = rowSet({
  raffle_id: 'uuid',
  place: 'bigint',
  user_id: 'uuid',
  username: 'text',
  wallet_address: 'text',
});
const INSERT_WINNERS = `
  insert into raffle_winners
    (raffle_id, place, user_id, username, wallet_address, prize, status)
  select raffle_id, row.place, row.user_id, row.username, row.wallet_address,
         (raffles.amounts ->> (row.place - 1)::int)::numeric, 'open'
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
