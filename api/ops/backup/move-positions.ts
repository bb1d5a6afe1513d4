import { join } from 'node:path';
import * as z from 'zod';
import {
  comparePositions,
  formatPosition,
  type LedgerPosition,
  parsePosition,
} from '../../../contracts/ledger-position.ts';
import { openLedger } from '../../../ledger/audit/sources/open.ts';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { OpsRefused } from '../ops-refused.ts';
import { LedgerFacts } from './fit-to-ledger.ts';
import type { TableFile } from './manifest.ts';
import { tableLines } from './table-lines.ts';

/** Places of the ledger, and ids of its events, that the tables of a backup name. */
export type NamedPlaces = {
  /** In their order. */
  readonly positions: readonly LedgerPosition[];
  readonly events: ReadonlySet<string>;
};

/** Where in the new store stands what was named. */
export type MovedPositions = {
  /** @throws OpsRefused for a position that was not asked for */
  move(before: LedgerPosition): LedgerPosition;
  /** Undefined where the backup's ledger lacks the event. */
  placeOf(eventId: string): LedgerPosition | undefined;
  readonly facts: LedgerFacts;
};

/** Bigints of Postgres arrive as numbers of JSON, exact up to 2^53: a log of 8 petabytes. */
const positioned = z.looseObject({
  commit: z.int().nonnegative(),
  prepare: z.int().nonnegative(),
  event_id: z.string().optional(),
});

/** Whether the rows of a table say where in the ledger something stands. */
export const hasPosition = ({ columns }: Pick<TableFile, 'columns'>): boolean =>
  columns.includes('commit') && columns.includes('prepare');

/**
 * The row with its position moved. One about an event (it has its id) goes to where that stands, wherever the row says that
 * it does: the ledger may have been put into another store since. Undefined where the backup's ledger lacks the event, which
 * came behind it: at the place of another one the row would keep that from being acted on.
 */
export function moveRow(line: string, moved: MovedPositions): string | undefined {
  const row = positioned.parse(JSON.parse(line));
  const place = row.event_id === undefined ? moved.move(positionOf(row)) : moved.placeOf(row.event_id);
  return place && JSON.stringify({ ...row, commit: Number(place.commit), prepare: Number(place.prepare) });
}

/** All that the tables of a backup name of the ledger. */
export async function placesIn(folder: string, tables: readonly TableFile[]): Promise<NamedPlaces> {
  const found = new Map<string, LedgerPosition>();
  const events = new Set<string>();
  for (const table of tables.filter(hasPosition)) {
    for await (const line of tableLines(join(folder, table.file))) {
      const row = positioned.parse(JSON.parse(line));
      const position = positionOf(row);
      if (row.event_id === undefined) found.set(formatPosition(position), position);
      else events.add(row.event_id);
    }
  }
  return { positions: [...found.values()].toSorted(comparePositions), events };
}

/**
 * Reads both ledgers side by side. A position beyond the end of the backup's ledger, or between two events, moves to the
 * event before it.
 * @throws OpsRefused where the two differ
 */
export async function movePositions(
  before: string,
  now: string,
  { positions: needed, events }: NamedPlaces,
): Promise<MovedPositions> {
  const moved = new Map<string, LedgerPosition>();
  const places = new Map<string, LedgerPosition>();
  let next = 0;
  let last: LedgerPosition | undefined;
  const facts = new LedgerFacts();
  const passUpTo = (limit: LedgerPosition | undefined, first: LedgerPosition) => {
    for (; next < needed.length; next += 1) {
      const position = needed[next];
      if (!position || (limit && comparePositions(position, limit) >= 0)) return;
      moved.set(formatPosition(position), last ?? first);
    }
  };
  for await (const [old, own] of pairs(before, now)) {
    if (old.id !== own.id)
      throw new OpsRefused(`The restored ledger has ${own.id} where the backup has ${old.id}.`);
    const [position, place] = [read(own), read(old)];
    passUpTo(place, position);
    if (events.has(old.id)) places.set(old.id, position);
    last = position;
    facts.add(old);
  }
  if (last) passUpTo(undefined, last);
  return {
    facts,
    placeOf: (eventId) => places.get(eventId),
    move(position) {
      const found = moved.get(formatPosition(position));
      if (!found)
        throw new OpsRefused(`Nothing of the ledger stands at or before ${formatPosition(position)}.`);
      return found;
    },
  };
}

function read({ position, id }: ExportedEvent): LedgerPosition {
  const found = parsePosition(position);
  if (!found) throw new OpsRefused(`The event ${id} says of itself that it stands at '${position}'.`);
  return found;
}

function positionOf({ commit, prepare }: z.output<typeof positioned>): LedgerPosition {
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

async function* pairs(before: string, now: string): AsyncGenerator<readonly [ExportedEvent, ExportedEvent]> {
  const sources = await Promise.all([openLedger(before), openLedger(now)]);
  try {
    const own = eventsOf(sources[1].pages());
    for await (const old of eventsOf(sources[0].pages())) {
      const { value, done } = await own.next();
      if (done) throw new OpsRefused('The restored ledger is shorter than the backup.');
      yield [old, value];
    }
    if (!(await own.next()).done) throw new OpsRefused('The restored ledger is longer than the backup.');
  } finally {
    for (const source of sources) await source.close();
  }
}

async function* eventsOf(pages: AsyncIterable<readonly ExportedEvent[]>): AsyncGenerator<ExportedEvent> {
  for await (const page of pages) yield* page;
}
