import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type UntypedHandleCall } from '@grpc/grpc-js';
import { EmbeddedEventStoreError } from '../errors.ts';
import { readAppendRequest, readBatchAppendRequest } from '../wire/append-request.ts';
import { append } from './append.ts';
import { batchAppend } from './batch-append.ts';
import { softDelete, tombstone } from './delete.ts';
import { clusterInfo } from './gossip.ts';
import type { Ledger } from './presentation.ts';
import { read } from './read.ts';
import { supportedMethods } from './server-features.ts';
import { absentServices } from './unimplemented.ts';

export type GrpcServer = {
  readonly port: number;
  /** Ends all calls and frees the port. */
  close(): Promise<void>;
};

/** A client may have thousands of appends of up to 1 MiB underway; none may be refused for its size here. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Serves the ledger on 127.0.0.1. `port` 0 takes a free one. */
export async function startGrpcServer(ledger: Ledger, port: number): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  let boundPort = port;
  const instanceId = randomUUID();
  const reply =
    (response: () => Buffer): UntypedHandleCall =>
    (_call: unknown, callback: (error: null, value: Buffer) => void) =>
      callback(null, response());

  server.addService(STREAMS, {
    read: read(ledger),
    append: append(ledger.log),
    batchAppend: batchAppend(ledger.log),
    delete: softDelete(ledger.log),
    tombstone: tombstone(ledger.log),
  });
  server.addService(FEATURES, { getSupportedMethods: reply(supportedMethods) });
  server.addService(GOSSIP, { read: reply(() => clusterInfo(instanceId, boundPort)) });
  for (const { definition, handlers } of absentServices()) server.addService(definition, handlers);

  boundPort = await bind(server, port);
  return {
    port: boundPort,
    close: async () => server.forceShutdown(),
  };
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

const asIs = (bytes: Buffer) => bytes;
/** SQLite hands out plain Uint8Arrays; grpc-js copies with a Buffer's method. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Requests are decoded by hand where they are many; all responses are bytes already. */
function method<T>(
  path: string,
  stream: { request: boolean; response: boolean },
  decode: (bytes: Buffer) => T,
) {
  return {
    path,
    requestStream: stream.request,
    responseStream: stream.response,
    requestSerialize: asIs,
    requestDeserialize: decode,
    responseSerialize: asBuffer,
    responseDeserialize: asIs,
  };
}

const UNARY = { request: false, response: false };
const SERVICE = '/event_store.client.streams.Streams';
const STREAMS = {
  read: method(`${SERVICE}/Read`, { request: false, response: true }, streams.ReadReq.deserializeBinary),
  append: method(`${SERVICE}/Append`, { request: true, response: false }, readAppendRequest),
  batchAppend: method(`${SERVICE}/BatchAppend`, { request: true, response: true }, readBatchAppendRequest),
  // The options of both have the fields of an append's.
  delete: method(`${SERVICE}/Delete`, UNARY, readAppendRequest),
  tombstone: method(`${SERVICE}/Tombstone`, UNARY, readAppendRequest),
};
const FEATURES = {
  getSupportedMethods: method(
    '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
    UNARY,
    asIs,
  ),
};
const GOSSIP = { read: method('/event_store.client.gossip.Gossip/Read', UNARY, asIs) };
