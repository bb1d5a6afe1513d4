import { createWriteStream } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EmbeddedEventStoreError } from '../errors.ts';
import { EVENT_COLUMNS, frameOf } from '../store/event-rows.ts';
import { eventsProblem } from '../store/soundness.ts';
import { decodeFrame } from '../wire/frame.ts';
import { toLine } from './ndjson.ts';
import { openReadOnly } from './read-only.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Writes all events in commit order, one line of JSON each, also while a node writes to the ledger. The file has its
 * name only once it is whole and on disk.
 */
export async function exportLedger(file: string, target: string): Promise<string> {
  const database = openReadOnly(file);
  let count = 0;
  try {
    const lines = function* () {
      for (const line of exportLines(database)) {
        count++;
        yield `${line}\n`;
      }
    };
    await writeWhole(target, (draft) => pipeline(Readable.from(lines()), createWriteStream(draft)));
  } finally {
    database.close();
  }
  return `${target} holds ${count} events.`;
}

function* exportLines(database: DatabaseSync): Generator<string> {
  // One moment of the file, also while a node writes to it.
  database.exec('BEGIN');
  let position = 0;
  const rows = database.prepare(`SELECT ${EVENT_COLUMNS} FROM events ORDER BY position`);
  for (const row of rows.iterate()) yield toLine(decodeFrame(frameOf(database, row, ++position)));
  // Newest events that were taken out are missed by nothing but where the file is to end.
  const problem = eventsProblem(database, position + 1);
  if (problem) throw new EmbeddedEventStoreError('damaged', problem);
}
