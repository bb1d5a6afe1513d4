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

/** Positions of a store before, and of the same events in the new one. */
export type MovedPositions = {
  /** @throws OpsRefused for one that was not asked for */
  move(before: LedgerPosition): LedgerPosition;
  /** Whether an event of the backup's ledger stands exactly there. */
  hasEvent(before: LedgerPosition): boolean;
  readonly facts: LedgerFacts;
};

/** Bigints of Postgres arrive as numbers of JSON, exact up to 2^53: a log of 8 petabytes. */
const positioned = z.looseObject({ commit: z.int().nonnegative(), prepare: z.int().nonnegative() });

/** Whether the rows of a table say where in the ledger something stands. */
export const hasPosition = ({ columns }: Pick<TableFile, 'columns'>): boolean =>
  columns.includes('commit') && columns.includes('prepare');

/**
 * The row with its position moved; undefined for one about an event (it has its id) that the backup's ledger lacks: it
 * came behind it. At the place of another event the row would keep that one from being acted on.
 */
export function moveRow(line: string, moved: MovedPositions): string | undefined {
  const row = positioned.parse(JSON.parse(line));
  if ('event_id' in row && !moved.hasEvent(positionOf(row))) return undefined;
  const { commit, prepare } = moved.move(positionOf(row));
  return JSON.stringify({ ...row, commit: Number(commit), prepare: Number(prepare) });
}

/** All positions that the tables of a backup name. */
export async function positionsIn(folder: string, tables: readonly TableFile[]): Promise<LedgerPosition[]> {
  const found = new Map<string, LedgerPosition>();
  for (const table of tables.filter(hasPosition)) {
    for await (const line of tableLines(join(folder, table.file))) {
      const position = positionOf(positioned.parse(JSON.parse(line)));
      found.set(formatPosition(position), position);
    }
  }
  return [...found.values()].toSorted(comparePositions);
}

/**
 * Reads both ledgers side by side. What is beyond the end of the backup's ledger, or between two events, moves to the
 * event before it.
 * @throws OpsRefused where the two differ
 */
export async function movePositions(
  before: string,
  now: string,
  needed: readonly LedgerPosition[],
): Promise<MovedPositions> {
  const moved = new Map<string, LedgerPosition>();
  const exact = new Set<string>();
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
    const asked = needed[next];
    if (asked && comparePositions(asked, place) === 0) exact.add(formatPosition(asked));
    last = position;
    facts.add(old);
  }
  if (last) passUpTo(undefined, last);
  return {
    facts,
    hasEvent: (position) => exact.has(formatPosition(position)),
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
