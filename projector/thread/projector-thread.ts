import { Worker } from 'node:worker_threads';
import type { Projector, ProjectorStatus } from '../projector.ts';
import type { TracingConfig } from '../tracing/tracing-config.ts';

export type ThreadInput = {
  readonly eventStoreUrl: string;
  /** Of sessions of their own: its locks need them. */
  readonly databaseUrl: string;
  readonly tracing: TracingConfig | undefined;
  readonly logLevel: string;
};

export type ThreadMessage = {
  readonly kind: 'started' | 'status' | 'ended';
  readonly status: ProjectorStatus;
};

export type ProjectorThread = Projector & {
  /** Resolves with the reason when the thread has died by itself. */
  readonly failed: Promise<Error>;
};

/** To Postgres, at the most, of a projector that shares none with an API. */
export const PROJECTOR_CONNECTIONS = 3;

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * Runs the projector in a thread of its own, so that neither keeps the other waiting: who asks the API while thousands
 * of events are written, and the events while many ask. That takes a core more: where there are two for everything, an
 * event store and a Postgres among it, nobody gains. Its status is as of a quarter of a second ago.
 *
 * Resolves after the first attempt to create the read models' tables, or 15 seconds. Rejects when the thread dies before.
 * @param file of the worker
 */
export function startProjectorThread(input: ThreadInput, file = WORKER): Promise<ProjectorThread> {
  const worker = new Worker(file, {
    workerData: input,
    // Only what the worker needs: a test runner's own flags would break it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const started = Promise.withResolvers<ProjectorThread>();
  const ended = Promise.withResolvers<ProjectorStatus>();
  const failed = Promise.withResolvers<Error>();
  const gone = Promise.withResolvers<void>();
  let status = NOT_YET;
  let isStopping = false;
  let crash: unknown;
  const stop = async () => {
    if (!isStopping) worker.postMessage('stop');
    isStopping = true;
    await gone.promise;
  };
  worker.on('message', (message: ThreadMessage) => {
    status = message.status;
    if (message.kind === 'started')
      started.resolve({ status: () => status, ended: ended.promise, failed: failed.promise, stop });
    if (message.kind === 'ended') ended.resolve(status);
  });
  worker.on('error', (error) => {
    crash = error;
  });
  worker.on('exit', (code) => {
    gone.resolve();
    const detail = crash instanceof Error ? crash.message : `exit code ${code}`;
    const reason = new Error(`The projector's thread died: ${detail}`, { cause: crash });
    if (!isStopping) {
      status = { ...status, state: 'stopped', healthy: false, reason: reason.message };
      failed.resolve(reason);
    }
    started.reject(reason);
    ended.resolve(status);
  });
  return started.promise;
}

/** Before the thread has said anything. */
const NOT_YET: ProjectorStatus = {
  state: 'starting',
  reason: undefined,
  healthy: true,
  checkpoint: undefined,
  head: undefined,
  headLag: 0,
  waiting: 0,
  eventsApplied: 0,
  batches: 0,
  lastBatchEvents: 0,
  lastBatchMs: 0,
  restarts: 0,
};
