import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { connectEventStore } from '../../ledger/event-store.ts';
import { logToStderr } from '../log-to-stderr.ts';
import type { ProjectorStatus } from '../projector.ts';
import { startStandalone } from '../standalone.ts';
import { PROJECTOR_CONNECTIONS, type ThreadInput, type ThreadMessage } from './projector-thread.ts';

/** Milliseconds between two looks at the status. */
const TELL_EVERY = 250;

if (!parentPort) throw new Error('This file runs as a worker of projector-thread.ts.');
const parent = parentPort;
// Projector-thread.ts is the only one that starts this worker, with a ThreadInput.
const { eventStoreUrl, databaseUrl, tracing, logLevel } = workerData as ThreadInput;
const stopping = Promise.withResolvers<void>();
parent.once('message', () => stopping.resolve());

const store = connectEventStore(eventStoreUrl);
const logger = pino({ level: logLevel }, logToStderr());
const { projector, close } = await startStandalone({
  ...{ store, databaseUrl, tracing, logger },
  maxConnections: PROJECTOR_CONNECTIONS,
});
let told: ProjectorStatus | undefined;
const tell = (kind: ThreadMessage['kind']) => {
  told = projector.status();
  const message: ThreadMessage = { kind, status: told };
  parent.postMessage(message);
};
tell('started');
const telling = setInterval(() => {
  if (!isDeepStrictEqual(told, projector.status())) tell('status');
}, TELL_EVERY);
// One that has stopped for good says so until the program ends.
void projector.ended.then(() => tell('ended'));

await stopping.promise;
await projector.stop();
clearInterval(telling);
tell('status');
await close();
await store.close();
process.exit(0);
