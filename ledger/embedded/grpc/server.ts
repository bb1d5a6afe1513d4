import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials, type UntypedHandleCall } from '@grpc/grpc-js';
import type { Credential } from '../credential.ts';
import { EmbeddedEventStoreError } from '../errors.ts';
import type { TestSettings } from '../test-settings.ts';
import { append } from './append.ts';
import { authenticate } from './authenticate.ts';
import { batchAppend } from './batch-append.ts';
import { softDelete, tombstone } from './delete.ts';
import { clusterInfo } from './gossip.ts';
import { OpenCalls } from './open-calls.ts';
import type { Ledger } from './presentation.ts';
import { read } from './read.ts';
import { supportedMethods } from './server-features.ts';
import { FEATURES, GOSSIP, STREAMS } from './services.ts';
import { absentServices } from './unimplemented.ts';

export type GrpcServer = {
  readonly port: number;
  /** How many calls have begun and not ended; one that was answered or given up no longer counts. */
  openCalls(): number;
  /** Takes no new call, lets those under way finish within a second, and frees the port. */
  close(): Promise<void>;
};

/** A client may have thousands of appends of up to 1 MiB underway; none may be refused for its size here. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Calls of one connection at a time, as EventStoreDB allows: a client that leaves calls open finds out here, too. */
const CALLS_AT_ONCE = 100;

/**
 * Serves the ledger on 127.0.0.1, to whoever has the credential where there is one. `port` 0 takes a free one. What the
 * node can do, and where it is, it tells everyone, as EventStoreDB does.
 */
export async function startGrpcServer(
  ledger: Ledger,
  { port, credential, testing }: { port: number; credential?: Credential; testing?: TestSettings },
): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_concurrent_streams': CALLS_AT_ONCE,
  });
  const calls = new OpenCalls();
  const { answered, streamed } = authenticate(credential);
  let advertised = { host: '127.0.0.1', port, ...testing?.advertisedAs };
  const instanceId = randomUUID();
  const reply =
    (response: () => Buffer): UntypedHandleCall =>
    (_call: unknown, callback: (error: null, value: Buffer) => void) =>
      callback(null, response());

  server.addService(STREAMS, {
    read: streamed(read(ledger, calls)),
    append: answered(append(ledger.log, calls)),
    batchAppend: streamed(batchAppend(ledger.log, calls)),
    delete: answered(softDelete(ledger.log, calls)),
    tombstone: answered(tombstone(ledger.log, calls)),
  });
  server.addService(FEATURES, { getSupportedMethods: reply(supportedMethods) });
  server.addService(GOSSIP, { read: reply(() => clusterInfo(instanceId, advertised)) });
  for (const { definition, handlers } of absentServices()) server.addService(definition, handlers);

  const bound = await bind(server, port);
  if (!testing?.advertisedAs) advertised = { ...advertised, port: bound };
  return {
    port: bound,
    openCalls: () => calls.size,
    close: () => shutDown(server, calls),
  };
}

/** An append that has begun gets its answer; a client that has stopped half-way is not waited for any longer. */
const CALLS_PATIENCE_MS = 1_000;
/** For clients to take the last answers and hang up. */
const HANG_UP_PATIENCE_MS = 150;

async function shutDown(server: Server, calls: OpenCalls): Promise<void> {
  // From here on every connection refuses new calls as never begun, which a client may try elsewhere.
  const ended = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  await calls.finish(CALLS_PATIENCE_MS);
  const patience = new Promise<void>((resolve) => setTimeout(resolve, HANG_UP_PATIENCE_MS).unref());
  await Promise.race([ended, patience]);
  server.forceShutdown();
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (!error) return resolve(bound);
      const message = `Cannot listen on 127.0.0.1:${port}: ${error.message}`;
      reject(new EmbeddedEventStoreError('port-in-use', message, { cause: error }));
    });
  });
}
