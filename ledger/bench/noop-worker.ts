import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { Server, ServerCredentials, type ServerDuplexStream, type UntypedHandleCall } from '@grpc/grpc-js';
import { Outlet, type ReadCall } from '../embedded/grpc/outlet.ts';
import { CAUGHT_UP, confirmation } from '../embedded/grpc/read-response.ts';
import { supportedMethods } from '../embedded/grpc/server-features.ts';
import { FEATURES, STREAMS } from '../embedded/grpc/services.ts';
import type { BatchAppendRequest } from '../embedded/wire/append-request.ts';
import { batchResponse, batchSuccess } from '../embedded/wire/append-response.ts';
import { encodeFrame } from '../embedded/wire/frame.ts';
import { benchEvent } from './bench-event.ts';

const PAGE = 256;
// Noop-server.ts is the only one that starts this worker.
const { catchUpEvents } = workerData as { catchUpEvents: number };
let position = 0;

/** Acknowledges at once what it does not store. */
function batchAppend(call: ServerDuplexStream<BatchAppendRequest, Buffer>): void {
  call.on('data', ({ correlation, options }: BatchAppendRequest) => {
    const revision = Math.max(0, (options?.expected ?? 0) + 1);
    call.write(batchResponse(correlation, options?.stream ?? '', batchSuccess(revision, ++position)));
  });
  call.on('end', () => call.end());
}

/** Sends one event again and again. */
async function read(call: ReadCall): Promise<void> {
  const outlet = new Outlet(call);
  const event = benchEvent(1);
  const frame = encodeFrame({
    id: randomUUID(),
    stream: `account-${randomUUID()}`,
    revision: 1,
    position: 1_000_000,
    type: event.type,
    isJson: true,
    created: Date.now() * 10_000,
    metadata: Buffer.from(JSON.stringify(event.metadata)),
    data: Buffer.from(JSON.stringify(event.data)),
  });
  outlet.send(confirmation(randomUUID()));
  for (let sent = 0; sent < catchUpEvents; ) {
    for (const end = Math.min(sent + PAGE, catchUpEvents); sent < end; sent++) outlet.send(frame);
    if (!(await outlet.drained())) return;
  }
  outlet.send(CAUGHT_UP);
}

const refuse: UntypedHandleCall = (call: { emit(event: 'error', error: Error): void }) =>
  call.emit('error', new Error('The no-op server has no such call.'));
const server = new Server();
server.addService(STREAMS, { read, batchAppend, append: refuse, delete: refuse, tombstone: refuse });
server.addService(FEATURES, {
  getSupportedMethods: (_call: unknown, callback: (error: null, value: Buffer) => void) =>
    callback(null, supportedMethods()),
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  parentPort?.postMessage(port);
});
