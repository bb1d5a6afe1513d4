import { randomUUID } from 'node:crypto';
import {
  type AppendResult,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  UnavailableError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts';
import { startTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts';

const EVENTS = 2_000;

let temporary: TemporaryStore;
let proxy: FaultProxy;
let direct: EventStoreDBClient;

beforeAll(async () => {
  temporary = await startTemporaryStore();
  proxy = await startFaultProxy(temporary.store.port);
  direct = EventStoreDBClient.connectionString(temporary.store.connectionString);
});
afterAll(async () => {
  proxy.heal();
  await direct.dispose();
  await proxy.close();
  await temporary.dispose();
});

const event = (n: number, id = randomUUID()) =>
  jsonEvent({ id, type: 'Happened', data: { n, padding: 'x'.repeat(100) } });

/** Appends while a subscription follows, so that faults meet both history and live events. */
async function appendAll(prefix: string): Promise<void> {
  for (let n = 0; n < EVENTS; n += 10) {
    const batch = Array.from({ length: 10 }, (_, index) => event(n + index));
    await direct.appendToStream(`${prefix}-${(n / 10) % 7}`, batch);
  }
}

/** Follows through the proxy and subscribes again after the last event seen, as a projector does. */
async function followAll(
  prefix: string,
  onEvent: (seen: number) => void,
  onResume: () => void = () => undefined,
): Promise<{ ns: number[]; resumed: number }> {
  const client = EventStoreDBClient.connectionString(proxy.connectionString);
  const ns: number[] = [];
  let position: { commit: bigint; prepare: bigint } | typeof START = START;
  let resumed = -1;
  while (ns.length < EVENTS) {
    resumed++;
    if (resumed > 0) onResume();
    const subscription = client.subscribeToAll({
      fromPosition: position,
      filter: streamNameFilter({ prefixes: [prefix] }),
    });
    try {
      for await (const { event: found } of subscription) {
        if (!found) continue;
        // Every event of the prefix was made by `event`.
        ns.push((found.data as { n: number }).n);
        position = found.position;
        onEvent(ns.length);
        if (ns.length === EVENTS) break;
      }
    } catch {
      // Whatever the fault looks like to the client, the answer is to resume.
    }
  }
  proxy.reset();
  return { ns, resumed };
}

describe('a subscription resumes without gap and without repeat', () => {
  const inOrder = Array.from({ length: EVENTS }, (_, n) => n);

  test('when connections are cut after some bytes', async () => {
    const prefix = `cut-${randomUUID()}`;
    const cut = () => proxy.inject({ kind: 'cut', afterBytes: 20_000, direction: 'to-client' });
    cut();
    const writing = appendAll(prefix);
    let next = 150;
    const { ns, resumed } = await followAll(prefix, (seen) => {
      if (seen < next) return;
      next += 150;
      cut();
    });
    proxy.heal();
    await writing;
    expect(ns).toEqual(inOrder);
    expect(resumed).toBeGreaterThan(3);
  });

  test('when connections are reset', async () => {
    const prefix = `reset-${randomUUID()}`;
    const writing = appendAll(prefix);
    let next = 200;
    const { ns, resumed } = await followAll(prefix, (seen) => {
      if (seen < next) return;
      next += 300;
      proxy.reset();
    });
    await writing;
    expect(ns).toEqual(inOrder);
    expect(resumed).toBeGreaterThan(2);
  });

  test('when the network goes silent and comes back', async () => {
    const prefix = `silent-${randomUUID()}`;
    const writing = appendAll(prefix);
    let silenced = false;
    const silence = (seen: number) => {
      if (seen < 500 || silenced) return;
      silenced = true;
      proxy.inject({ kind: 'black-hole' });
    };
    // The keep-alive needs two seconds to notice, and longer on a busy machine; until then nothing may pass.
    const { ns, resumed } = await followAll(prefix, silence, () => proxy.heal());
    await writing;
    expect(ns).toEqual(inOrder);
    expect(resumed).toBeGreaterThan(0);
  });

  test('when the network is slow', async () => {
    const prefix = `slow-${randomUUID()}`;
    proxy.inject({ kind: 'slow', milliseconds: 5 });
    const writing = appendAll(prefix);
    const { ns } = await followAll(prefix, () => {});
    proxy.heal();
    await writing;
    expect(ns).toEqual(inOrder);
  });
});

test('an append whose answer was lost is recognised when it is sent again', async () => {
  const stream = `lost-${randomUUID()}`;
  let lost = 0;
  for (let revision = -1; revision < 19; revision++) {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    const once = [event(revision + 1)];
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    await connected(client);
    proxy.inject({ kind: 'cut', afterBytes: 5 + revision * 15, direction: 'to-client' });
    const answer = await within(client.appendToStream(stream, once, { expectedRevision }));
    proxy.heal();
    if (!answer) lost++;
    const again = await direct.appendToStream(stream, once, { expectedRevision });
    expect(again.nextExpectedRevision).toBe(BigInt(revision + 1));
    if (answer) expect(again).toEqual(answer);
    await client.dispose();
  }
  const ns: unknown[] = [];
  for await (const { event: found } of direct.readStream(stream)) ns.push(found?.revision);
  expect(ns).toEqual(Array.from({ length: 20 }, (_, revision) => BigInt(revision)));
  expect(lost).toBeGreaterThan(5);
});

/** Connects, so that the cut meets the append and not the handshake; the connection before it was broken on purpose. */
async function connected(client: EventStoreDBClient): Promise<void> {
  for (;;) {
    try {
      for await (const _ of client.readAll({ maxCount: 1 }));
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }
}

/** The result of an append, or undefined when it failed or nothing came in time: the client has no limit of its own. */
async function within(append: Promise<AppendResult>): Promise<AppendResult | undefined> {
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, 2_000));
  return Promise.race([append.catch(() => undefined), silence]);
}
