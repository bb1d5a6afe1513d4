import { randomUUID } from 'node:crypto';
import { EventLog } from '../store/event-log.ts';
import { openDatabase } from '../store/open.ts';
import { ANY } from '../wire/append-request.ts';

/** Makes a store's file with 30,000 empty events in 50 streams: so many that the index of streams is in the file, too. */
export function makeLongFile(file: string): void {
  const database = openDatabase(file);
  // Nothing outlives the test: no commit waits for the disk.
  database.exec('PRAGMA synchronous = OFF');
  const log = new EventLog(database);
  const bytes = { metadata: Buffer.alloc(0), data: Buffer.alloc(0) };
  for (let n = 0; n < 30_000; n++) {
    const event = { id: randomUUID(), type: 'Granted', isJson: false, ...bytes };
    log.append(`account-${n % 50}`, ANY, [event], () => undefined);
  }
  log.close();
  database.close();
}
