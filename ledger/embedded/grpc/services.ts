import streams from '@eventstore/db-client/generated/streams_pb.js';
import { readAppendRequest, readBatchAppendRequest } from '../wire/append-request.ts';

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
/** `event_store.client.streams.Streams` */
export const STREAMS = {
  read: method(`${SERVICE}/Read`, { request: false, response: true }, streams.ReadReq.deserializeBinary),
  append: method(`${SERVICE}/Append`, { request: true, response: false }, readAppendRequest),
  batchAppend: method(`${SERVICE}/BatchAppend`, { request: true, response: true }, readBatchAppendRequest),
  // The options of both have the fields of an append's.
  delete: method(`${SERVICE}/Delete`, UNARY, readAppendRequest),
  tombstone: method(`${SERVICE}/Tombstone`, UNARY, readAppendRequest),
};
export const FEATURES = {
  getSupportedMethods: method(
    '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
    UNARY,
    asIs,
  ),
};
export const GOSSIP = { read: method('/event_store.client.gossip.Gossip/Read', UNARY, asIs) };
