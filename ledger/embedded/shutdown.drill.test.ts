import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, NO_STREAM, UnavailableError } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KillableNode, startKillableNode } from './testing/killable-node.ts';
import {
  appendEvent,
  appendOptions,
  batchBeginning,
  batchEnd,
  subscriptionToAll,
} from './testing/raw-messages.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

let folder: string;
let node: KillableNode;
let raw: Client;

beforeEach(async () => {
  folder = await temporaryFolder();
  node = await startKillableNode(join(folder, 'ledger.sqlite'));
  raw = new Client(`127.0.0.1:${node.port}`, credentials.createInsecure());
});
afterEach(async () => {
  raw.close();
  await node.kill();
  await rm(folder, { recursive: true, force: true });
});

const SERVICE = '/event_store.client.streams.Streams';
const bytes = (value: Buffer) => value;

describe('a node that is told to stop finishes the appends that have begun', () => {
  test('one that is still being sent', async () => {
    const answer = Promise.withResolvers<Buffer>();
    const append = raw.makeClientStreamRequest(`${SERVICE}/Append`, bytes, bytes, (error, value) =>
      value ? answer.resolve(value) : answer.reject(error),
    );
    append.write(appendOptions('late'));
    append.write(appendEvent());
    await received();
    const ended = terminateAndNotice();
    await ended.noticed;
    append.write(appendEvent());
    append.end();
    const response = streams.AppendResp.deserializeBinary(await answer.promise);
    expect(response.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(await ended.exitCode).toBe(0);
    expect(await countAfterRestart('late')).toBe(2);
  });

  test('one of a batch that is still being sent', async () => {
    const batch = raw.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, bytes, bytes);
    const replies: Buffer[] = [];
    batch.on('data', (reply: Buffer) => replies.push(reply));
    const failed = new Promise<ServiceError>((resolve) => batch.once('error', resolve));
    const correlation = randomUUID();
    batch.write(batchBeginning(correlation, 'late'));
    await received();
    const ended = terminateAndNotice();
    await ended.noticed;
    batch.write(batchEnd(correlation));
    expect(await failed).toMatchObject({ code: status.UNAVAILABLE });
    expect(replies).toHaveLength(1);
    const reply = streams.BatchAppendResp.deserializeBinary(replies[0] ?? Buffer.alloc(0));
    expect(reply.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(await ended.exitCode).toBe(0);
    expect(await countAfterRestart('late')).toBe(2);
  });

  test('but does not wait for one for ever', async () => {
    const answer = Promise.withResolvers<unknown>();
    const append = raw.makeClientStreamRequest(`${SERVICE}/Append`, bytes, bytes, (error) =>
      answer.resolve(error),
    );
    append.write(appendOptions('never'));
    const batch = raw.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, bytes, bytes);
    const failed = new Promise<ServiceError>((resolve) => batch.once('error', resolve));
    batch.resume();
    batch.write(batchBeginning(randomUUID(), 'never'));
    await received();
    const { exitCode } = terminateAndNotice();
    expect(await answer.promise).toMatchObject({ code: status.UNAVAILABLE });
    expect(await failed).toMatchObject({ code: status.UNAVAILABLE });
    expect(await exitCode).toBe(0);
  });

  test.each([
    ['batched', undefined],
    ['unary', { username: 'admin', password: 'changeit' }],
  ])('%s, a crowd of them: each has its answer, and what was acknowledged is there', async (_path, user) => {
    const client = EventStoreDBClient.connectionString(node.connectionString);
    const options = { expectedRevision: NO_STREAM, ...(user && { credentials: user }) } as const;
    const run = randomUUID();
    let acknowledged = 0;
    const enough = Promise.withResolvers<void>();
    const write = async (writer: number): Promise<unknown> => {
      for (let n = 0; ; n++) {
        const event = jsonEvent({ type: 'Happened', data: { padding: 'x'.repeat(2_000) } });
        try {
          await client.appendToStream(`${run}-${writer}-${n}`, event, options);
          if (++acknowledged === 200) enough.resolve();
        } catch (error) {
          return error;
        }
      }
    };
    const writers = Promise.all(Array.from({ length: 32 }, (_, writer) => write(writer)));
    await enough.promise;
    const exitCode = node.terminate();
    for (const error of await writers) expect(error).toBeInstanceOf(UnavailableError);
    expect(await exitCode).toBe(0);
    await client.dispose();
    node = await startKillableNode(join(folder, 'ledger.sqlite'));
    const after = EventStoreDBClient.connectionString(node.connectionString);
    let stored = 0;
    for await (const { event } of after.readAll()) if (event?.streamId.startsWith(run)) stored++;
    await after.dispose();
    expect(stored).toBe(acknowledged);
  });
});

/** Resolves when the node has seen all that was sent before: one connection keeps the order. */
function received(): Promise<void> {
  const path = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
  return new Promise((resolve, reject) => {
    raw.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), (error) => (error ? reject(error) : resolve()));
  });
}

/** `noticed` resolves when a subscription was told that the node goes. */
function terminateAndNotice(): { noticed: Promise<unknown>; exitCode: Promise<number | null> } {
  const subscription = raw.makeServerStreamRequest(`${SERVICE}/Read`, bytes, bytes, subscriptionToAll());
  const exitCode = Promise.withResolvers<number | null>();
  subscription.once('data', () => node.terminate().then(exitCode.resolve, exitCode.reject));
  subscription.resume();
  return {
    noticed: new Promise((resolve) => subscription.once('error', resolve)),
    exitCode: exitCode.promise,
  };
}

async function countAfterRestart(stream: string): Promise<number> {
  node = await startKillableNode(join(folder, 'ledger.sqlite'));
  const client = EventStoreDBClient.connectionString(node.connectionString);
  let events = 0;
  for await (const _ of client.readStream(stream)) events++;
  await client.dispose();
  return events;
}
