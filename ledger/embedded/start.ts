import { resolve as resolvePath } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localAddress } from './credential.ts';
import { EmbeddedEventStoreError } from './errors.ts';
import type { Upgrade } from './store/upgrade.ts';
import type { TestSettings } from './test-settings.ts';
import type { WorkerInput, WorkerMessage } from './worker.ts';

export type EmbeddedEventStore = {
  /** `esdb://127.0.0.1:PORT?tls=false`, with the credential where the node asks for one; for `connectClient`. */
  readonly connectionString: string;
  readonly port: number;
  /** Resolves when the node has ended: with undefined after `close()`, with the reason if it died by itself. */
  readonly closed: Promise<EmbeddedEventStoreError | undefined>;
  /** Flushes, closes the file and frees the lock. */
  close(): Promise<void>;
};

export type StartOptions = {
  /** The ledger file; created, with its folder, when absent. */
  readonly file: string;
  /** On 127.0.0.1. 0, the default, takes a free one. */
  readonly port?: number;
  /**
   * Holds the credential that clients have to bring; see `loadCredential`. Without it every program of this machine may
   * read and write.
   */
  readonly credentialFile?: string;
  /** Refuses to grow beyond so many pages of 4 KiB, as a full disk does; for tests. */
  readonly maxPages?: number;
  /** For tests. */
  readonly testing?: TestSettings;
  /** Told before the start is over when a file of before checksums has got them. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
};

/**
 * Runs the node in its own worker thread, so that neither fsync nor protobuf work holds up the caller.
 * Rejects with an EmbeddedEventStoreError when the file is locked, damaged or the folder not writable.
 */
export function startEmbeddedEventStore({
  onUpgrade,
  ...options
}: StartOptions): Promise<EmbeddedEventStore> {
  const { credentialFile } = options;
  const input: WorkerInput = {
    ...{ port: 0, ...options, file: resolvePath(options.file) },
    ...(credentialFile !== undefined && { credentialFile: resolvePath(credentialFile) }),
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: input,
    // Only what the worker needs: a test runner's own flags would break it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const closed = Promise.withResolvers<EmbeddedEventStoreError | undefined>();
  const started = Promise.withResolvers<EmbeddedEventStore>();
  let closing = false;
  let crash: unknown;

  const close = async () => {
    if (!closing) worker.postMessage('close');
    closing = true;
    await closed.promise;
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') {
      const connectionString = localAddress(message.port, message.credential);
      started.resolve({ connectionString, port: message.port, closed: closed.promise, close });
    } else if (message.kind === 'upgraded') {
      onUpgrade?.(message.upgrade);
    } else if (message.kind === 'refused') {
      started.reject(new EmbeddedEventStoreError(message.code, message.message));
    }
  });
  worker.on('error', (error) => {
    crash = error;
  });
  worker.on('exit', (exitCode) => {
    const detail = crash instanceof Error ? crash.message : `exit code ${exitCode}`;
    const reason = new EmbeddedEventStoreError('crashed', `The embedded event store died: ${detail}.`, {
      cause: crash,
    });
    closed.resolve(closing && exitCode === 0 ? undefined : reason);
    started.reject(reason);
  });
  return started.promise;
}
