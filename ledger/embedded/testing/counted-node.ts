import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startGrpcServer } from '../grpc/server.ts';
import { EventLog } from '../store/event-log.ts';
import { openDatabase } from '../store/open.ts';
import { Pages } from '../store/pages.ts';
import { temporaryFolder } from './temporary-store.ts';

export type CountedNode = {
  readonly connectionString: string;
  /** How many calls have begun and not ended. */
  openCalls(): number;
  close(): Promise<void>;
};

/** A node in this thread with an empty ledger, which says how many calls its clients hold open. */
export async function startCountedNode(): Promise<CountedNode> {
  const folder = await temporaryFolder();
  const database = openDatabase(join(folder, 'ledger.sqlite'));
  // Nothing outlives the test: no commit waits for the disk.
  database.exec('PRAGMA synchronous = OFF');
  const log = new EventLog(database);
  const server = await startGrpcServer({ log, pages: new Pages(database, log) }, { port: 0 });
  return {
    connectionString: `esdb://127.0.0.1:${server.port}?tls=false`,
    openCalls: () => server.openCalls(),
    async close() {
      await server.close();
      log.close();
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
