import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { ANY } from '../wire/append-request.ts';
import { EventLog } from './event-log.ts';
import { openDatabase } from './open.ts';

test('what waits beside the file to be taken into it does not grow with what is appended', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'ledger.sqlite');
  const database = openDatabase(file);
  try {
    // Nothing outlives the test: no commit waits for the disk.
    database.exec('PRAGMA synchronous = OFF');
    const log = new EventLog(database);
    const content = { metadata: Buffer.alloc(0), data: Buffer.alloc(900_000) };
    for (let n = 0; n < 60; n++) {
      const event = { id: randomUUID(), type: 'Happened', isJson: false, ...content };
      await new Promise((resolve) => log.append(`stream-${n % 7}`, ANY, [event], resolve));
    }
    log.close();
    expect((await stat(`${file}-wal`)).size).toBeLessThan(40 * 1024 * 1024);
    expect((await stat(file)).size).toBeGreaterThan(20_000_000);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
