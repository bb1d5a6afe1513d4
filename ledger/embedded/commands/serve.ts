import { onStopSignals } from '../../stop-signals.ts';
import { localAddress } from '../credential.ts';
import { startEmbeddedEventStore } from '../start.ts';

/**
 * Runs the node until it is told to stop. Rejects when it cannot start or dies.
 * @param credentialFile the credential that clients have to bring; without it every program of this machine is served
 */
export async function serve(file: string, port: number, credentialFile?: string): Promise<string> {
  const store = await startEmbeddedEventStore({
    ...{ file, port, ...(credentialFile !== undefined && { credentialFile }) },
    onUpgrade: ({ events, compared }) =>
      process.stdout.write(
        `${file} was of before checksums: its ${events} events have them now, ${compared} were compared with the hash that a later event names.\n`,
      ),
  });
  process.stdout.write(`${file} is served at ${localAddress(store.port)}\n`);
  if (credentialFile !== undefined)
    process.stdout.write(`Clients put what ${credentialFile} holds before the address: user:password@\n`);
  process.stdout.write('Ctrl-C stops it.\n');
  onStopSignals({ onFirst: () => void store.close() });
  const reason = await store.closed;
  if (reason) throw reason;
  return 'Stopped.';
}
