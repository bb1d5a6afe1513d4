import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Client, credentials, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventLog } from '../store/event-log.ts';
import { openDatabase } from '../store/open.ts';
import { Pages } from '../store/pages.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import {
  appendEvent,
  appendOptions,
  batchBeginning,
  batchEnd,
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
/** How many pages of a stream the node has read from its file. */
let pagesRead = 0;
let proxy: FaultProxy;
let client: Client;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = openDatabase(join(folder, 'ledger.sqlite'));
  log = new EventLog(database);
  const pages = new Pages(database, log);
  const { ofStream } = pages;
  pagesRead = 0;
  pages.ofStream = (...asked) => {
    pagesRead += 1;
    return ofStream.apply(pages, asked);
  };
  server = await startGrpcServer({ log, pages }, { port: 0 });
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

test.each([
  ['read', readOfStream('long')],
  ['subscription', subscriptionToStream('long')],
])(
  'of a %s that nobody takes the node reads no more ahead than the connection has room for',
  async (_name, request) => {
    // 32 pages, of which a connection takes some eight.
    await fillLongStream(512);
    const call = subscribe(request).once('error', () => {});
    await expect.poll(() => pagesRead).toBeGreaterThan(0);
    for (let n = 0; n < TIMES; n++) {
      await new Promise<void>((resolve) => quiet(subscribe(readOfStream('nowhere'))).once('end', resolve));
    }
    // Each of the others was a look at a stream that is not there.
    expect(pagesRead - TIMES).toBeLessThanOrEqual(16);
    call.cancel();
    await expectNothingOpen();
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

test('a read that has begun is given to its end by a node that stops meanwhile; who follows is told', async () => {
  await fillLongStream(48);
  const read = subscribe(readOfStream('long'));
  const following = quiet(subscribe(subscriptionToAll()));
  const told = new Promise<unknown>((resolve) => following.once('error', resolve));
  await expect.poll(() => [pagesRead > 0, log.tail.watchers]).toEqual([true, 1]);
  const closed = server.close();
  let events = 0;
  read.on('data', () => {
    events += 1;
  });
  const end = new Promise<unknown>((resolve) =>
    read.once('end', () => resolve('end')).once('error', resolve),
  );
  expect([await end, events]).toEqual(['end', 48]);
  expect(await told).toMatchObject({ code: status.UNAVAILABLE });
  await closed;
  server = await startGrpcServer({ log, pages: new Pages(database, log) }, { port: 0 });
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

describe('a batched append whose client waits no longer', () => {
  /** A call, and the replies that came on it: to which append, and the code of the error or nothing. */
  const openBatch = () => {
    const call = quiet(client.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, bytes, bytes));
    const replies: { readonly to: string; readonly code: number | undefined }[] = [];
    call.on('data', (reply: Buffer) => {
      const response = streams.BatchAppendResp.deserializeBinary(reply);
      replies.push({
        to: response.getCorrelationId()?.getString() ?? '',
        code: response.getError()?.getCode(),
      });
    });
    return { call, replies };
  };

  test('before it has sent all of it is told so once, and nothing of it is written', async () => {
    const { call, replies } = openBatch();
    const [late, inTime] = [randomUUID(), randomUUID()];
    call.write(batchBeginning(late, 'late', { deadline: Date.now() + 300 }));
    await expect.poll(() => replies).toEqual([{ to: late, code: status.DEADLINE_EXCEEDED }]);
    call.write(batchEnd(late));
    // What comes behind it on the same call is served as ever.
    call.write(batchBeginning(inTime, 'in-time', { deadline: Date.now() + 60_000, isFinal: true }));
    await expect.poll(() => replies.length).toBe(2);
    expect(replies[1]).toEqual({ to: inTime, code: undefined });
    expect([log.streams.get('late').last, log.streams.get('in-time').last]).toEqual([-1, 0]);
    call.end();
    await expectNothingOpen();
  });

  test('before the node has heard of it is told so, and nothing is written', async () => {
    const { call, replies } = openBatch();
    const [late, inTime] = [randomUUID(), randomUUID()];
    call.write(batchBeginning(late, 'late', { deadline: Date.now() - 1, isFinal: true }));
    call.write(batchBeginning(inTime, 'in-time', { isFinal: true }));
    await expect.poll(() => replies.length).toBe(2);
    expect(replies).toEqual([
      { to: late, code: status.DEADLINE_EXCEEDED },
      { to: inTime, code: undefined },
    ]);
    expect([log.streams.get('late').last, log.streams.get('in-time').last]).toEqual([-1, 0]);
    call.end();
    await expectNothingOpen();
  });

  test('has its answer all the same where all of it was there in time, also when the call ends behind it', async () => {
    const { call, replies } = openBatch();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const [n, id] of ids.entries()) {
      call.write(batchBeginning(id, `whole-${n}`, { deadline: Date.now() + 60_000 }));
      call.write(batchEnd(id));
    }
    call.end();
    await new Promise<void>((resolve) => call.once('end', resolve));
    expect(replies).toEqual(ids.map((to) => ({ to, code: undefined })));
    expect(ids.map((_, n) => log.streams.get(`whole-${n}`).last)).toEqual(ids.map(() => 1));
    await expectNothingOpen();
  });
});

test('a connection carries a hundred calls at once: who leaves more open finds out here, too', async () => {
  const calls = Array.from({ length: 130 }, () => quiet(subscribe(subscriptionToAll())));
  await expect.poll(() => server.openCalls()).toBe(100);
  // On a connection of its own; by its answer all that the other one had sent is here.
  const apart = new Client(`127.0.0.1:${proxy.port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  for (let n = 0; n < TIMES; n++) {
    const read = apart.makeServerStreamRequest(`${SERVICE}/Read`, bytes, bytes, readOfStream('nowhere'));
    await new Promise<void>((resolve) => quiet(read).once('end', resolve));
  }
  expect(server.openCalls()).toBe(100);
  for (const call of calls) call.cancel();
  apart.close();
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

/** 8 MiB unless told, more than a connection takes before somebody reads. */
function fillLongStream(events = 128): Promise<void> {
  const event = () => ({
    id: randomUUID(),
    type: 'Long',
    isJson: false,
    metadata: Buffer.alloc(0),
    data: Buffer.alloc(64 * 1024),
  });
  return new Promise((resolve, reject) => {
    log.append('long', -1, Array.from({ length: events }, event), (outcome) =>
      outcome.ok ? resolve() : reject(outcome.error),
    );
  });
}
