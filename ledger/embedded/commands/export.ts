import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EVENT_COLUMNS, frameOf } from '../store/event-rows.ts';
import { decodeFrame } from '../wire/frame.ts';
import { toLine } from './ndjson.ts';
import { openReadOnly } from './read-only.ts';

/** Writes all events in commit order, one line of JSON each, also while a node writes to the ledger. */
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
    const partial = `${target}.partial`;
    await pipeline(Readable.from(lines()), createWriteStream(partial, { flush: true, mode: 0o600 }));
    await rename(partial, target);
  } finally {
    database.close();
  }
  return `${target} holds ${count} events.`;
}

function* exportLines(database: DatabaseSync): Generator<string> {
  // The statement stays open over the whole export, which makes it one consistent snapshot.
  let position = 0;
  const rows = database.prepare(`SELECT ${EVENT_COLUMNS} FROM events ORDER BY position`);
  for (const row of rows.iterate()) yield toLine(decodeFrame(frameOf(database, row, ++position)));
}
