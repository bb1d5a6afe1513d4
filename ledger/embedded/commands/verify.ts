import type { DatabaseSync } from 'node:sqlite';
import { everyPage } from '../store/open.ts';
import { decodeFrame } from '../wire/frame.ts';
import { openReadOnly } from './read-only.ts';

/** Reads the whole ledger: its pages, and every event against the columns by which it is found. */
export async function verify(file: string): Promise<string> {
  const database = openReadOnly(file);
  try {
    const problem = everyPage(database);
    if (problem) throw new Error(`${file} is damaged: ${problem}.`);
    const next = new Map<unknown, number>();
    let events = 0;
    const rows = database.prepare(`
      SELECT position, stream, revision, frame, name
      FROM events JOIN streams ON streams.id = stream ORDER BY position`);
    for (const { position, stream, revision, frame, name } of rows.iterate()) {
      events++;
      const event = frame instanceof Uint8Array ? decodeFrame(frame) : undefined;
      const expected = revision === null ? 'tombstone' : (next.get(stream) ?? 0);
      const sound = event?.position === position && event?.stream === name && event?.revision === expected;
      if (position !== events || !sound) throw new Error(`${file} is damaged at position ${events}.`);
      if (typeof expected === 'number') next.set(stream, expected + 1);
    }
    if (!indexIsSound(database))
      throw new Error(`${file} is damaged: its index of streams is not that of its events.`);
    return `${file} is sound: ${events} events in ${next.size} streams.`;
  } finally {
    database.close();
  }
}

/** Every event up to `indexed_to` has its entry, and no entry names another event. */
function indexIsSound(database: DatabaseSync): boolean {
  const wrong = database.prepare(`
    SELECT
      (SELECT count(*) FROM stream_index AS entry LEFT JOIN events USING (position)
        WHERE events.stream IS NOT entry.stream OR events.revision IS NOT entry.revision)
      + (SELECT count(*) FROM events
        WHERE position <= (SELECT indexed_to FROM progress) AND revision IS NOT NULL)
      - (SELECT count(*) FROM stream_index WHERE position <= (SELECT indexed_to FROM progress)) AS wrong`);
  return wrong.get()?.wrong === 0;
}
