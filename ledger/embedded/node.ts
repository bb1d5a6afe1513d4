import { type Credential, loadCredential } from './credential.ts';
import { EmbeddedEventStoreError } from './errors.ts';
import { startGrpcServer } from './grpc/server.ts';
import { lockFile } from './lock.ts';
import { EventLog } from './store/event-log.ts';
import { isLarge, type OpenOptions, openDatabase } from './store/open.ts';
import { Pages } from './store/pages.ts';
import type { TestSettings } from './test-settings.ts';

export type EmbeddedNode = {
  readonly port: number;
  /** What clients have to bring; undefined where every program of this machine is served. */
  readonly credential: Credential | undefined;
  /** The file was not checked as a whole: that would have kept its clients waiting. */
  readonly isPartlyChecked: boolean;
  close(): Promise<void>;
};

/** Runs the node in this thread. Throws EmbeddedEventStoreError. */
export async function openNode(
  options: { file: string; port: number; credentialFile?: string; testing?: TestSettings } & OpenOptions,
): Promise<EmbeddedNode> {
  const { credentialFile } = options;
  const lock = lockFile(options.file);
  try {
    // Only who owns the ledger makes a credential anew: beside a node that runs, its clients would bring the wrong one.
    const credential = credentialFile === undefined ? undefined : await credentialIn(credentialFile);
    const database = openDatabase(options.file, options);
    const log = new EventLog(database, options.testing);
    const ledger = { log, pages: new Pages(database, log) };
    const server = await startGrpcServer(ledger, { ...options, ...(credential && { credential }) });
    return {
      port: server.port,
      credential,
      isPartlyChecked: isLarge(database),
      close: async () => {
        await server.close();
        log.close();
        database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @throws EmbeddedEventStoreError with what is wrong with the file */
function credentialIn(file: string): Promise<Credential> {
  return loadCredential(file).catch((cause: unknown) => {
    if (cause instanceof EmbeddedEventStoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedEventStoreError('no-credential', `Cannot read or make ${file}: ${reason}.`, { cause });
  });
}
