import { startEmbeddedEventStore } from '../start.ts';

/** Runs the node until it is told to stop. Rejects when it cannot start or dies. */
export async function serve(file: string, port: number): Promise<string> {
  const store = await startEmbeddedEventStore({ file, port });
  process.stdout.write(`${file} is served at ${store.connectionString}\nCtrl-C stops it.\n`);
  const stop = () => void store.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const reason = await store.closed;
  if (reason) throw reason;
  return 'Stopped.';
}
