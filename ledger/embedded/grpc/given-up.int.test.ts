import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Client, credentials } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventLog } from '../store/event-log.ts';
import { openDatabase } from '../store/open.ts';
import { Pages } from '../store/pages.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import {
  appendEvent,
  appendOptions,
  batchBeginning,
  readOfStream,
  subscriptionToAll,
  subscriptionToStream,
} from '../testing/raw-messages.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { type GrpcServer, startGrpcServer } from './server.ts';

let folder: string;
let database: DatabaseSync;
let log: EventLog;
let server: GrpcServer;
let proxy: FaultProxy;
let client: Client;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = openDatabase(join(folder, 'ledger.sqlite'));
  log = new EventLog(database);
  server = await startGrpcServer({ log, pages: new Pages(database, log) }, { port: 0 });
  proxy = await startFaultProxy(server.port);
  client = new Client(`127.0.0.1:${proxy.port}`, credentials.createInsecure());
});
afterEach(async () => {
  client.close();
  await server.close();
  await proxy.close();
  log.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const SERVICE = '/event_store.client.streams.Streams';
const TIMES = 50;
const bytes = (value: Buffer) => value;

type Call = { cancel(): void };

/** Ways to open a call that the node cannot end by itself. */
const OPEN: Record<string, () => Call> = {
  'a subscription to $all': () => quiet(subscribe(subscriptionToAll())),
  'a subscription to a stream': () => quiet(subscribe(subscriptionToStream('long'))),
  // Nobody takes what comes: the node stops when the client has no room, long before the end.
  'a read that nobody takes': () => subscribe(readOfStream('long')).once('error', () => {}),
  'an append that stops half-way': () => {
    const call = client.makeClientStreamRequest(`${SERVICE}/Append`, bytes, bytes, () => {});
    call.write(appendOptions('unfinished'));
    call.write(appendEvent());
    return call;
  },
  'a batched append that stops half-way': () => {
    const call = quiet(client.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, bytes, bytes));
    call.write(batchBeginning(randomUUID(), 'unfinished'));
    return call;
  },
};

test.each(Object.entries(OPEN))(
  '%s leaves nothing behind when the client gives it up',
  async (_name, open) => {
    await fillLongStream();
    const calls = Array.from({ length: TIMES }, open);
    await expect.poll(() => server.openCalls()).toBe(TIMES);
    for (const call of calls) call.cancel();
    await expectNothingOpen();
  },
);

test.each(Object.entries(OPEN))(
  '%s leaves nothing behind when the connection is gone',
  async (_name, open) => {
    await fillLongStream();
    for (let n = 0; n < TIMES; n++) open();
    await expect.poll(() => server.openCalls()).toBe(TIMES);
    proxy.reset();
    await expectNothingOpen();
    expect(log.streams.get('unfinished').last).toBe(-1);
  },
);

test('of an append that is given up while its data are stuck on the way nothing is written', async () => {
  const call = client.makeClientStreamRequest(`${SERVICE}/Append`, bytes, bytes, () => {});
  call.write(appendOptions('torn'));
  call.write(appendEvent());
  await expect.poll(() => server.openCalls()).toBe(1);
  // The node's word that it has room for more does not come back, so the rest stays with the client.
  proxy.inject({ kind: 'black-hole', direction: 'to-client' });
  call.write(appendEvent(1024 * 1024 - 1024));
  call.end();
  await new Promise<void>((resolve) => setImmediate(resolve));
  call.cancel();
  await expectNothingOpen();
  proxy.heal();
  expect(log.streams.get('torn').last).toBe(-1);
});

test('calls that came to their ends leave nothing behind', async () => {
  for (let n = 0; n < TIMES; n++) {
    await new Promise<void>((resolve, reject) => {
      const call = client.makeClientStreamRequest(`${SERVICE}/Append`, bytes, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
      call.write(appendOptions(`finished-${n}`));
      call.write(appendEvent());
      call.end();
    });
    await new Promise<void>((resolve) =>
      quiet(subscribe(readOfStream(`finished-${n}`))).once('end', resolve),
    );
  }
  await expectNothingOpen();
});

async function expectNothingOpen(): Promise<void> {
  await expect.poll(() => [server.openCalls(), log.tail.watchers]).toEqual([0, 0]);
}

function subscribe(request: Buffer) {
  return client.makeServerStreamRequest(`${SERVICE}/Read`, bytes, bytes, request);
}

/** Takes what comes, and the end that the test itself brings about. */
function quiet<T extends { resume(): unknown; once(event: 'error', listener: () => void): unknown }>(
  call: T,
): T {
  call.once('error', () => {});
  call.resume();
  return call;
}

/** 8 MiB, more than a connection takes before somebody reads. */
function fillLongStream(): Promise<void> {
  const event = () => ({
    id: randomUUID(),
    type: 'Long',
    isJson: false,
    metadata: Buffer.alloc(0),
    data: Buffer.alloc(64 * 1024),
  });
  return new Promise((resolve, reject) => {
    log.append('long', -1, Array.from({ length: 128 }, event), (outcome) =>
      outcome.ok ? resolve() : reject(outcome.error),
    );
  });
}
