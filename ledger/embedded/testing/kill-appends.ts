import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ANY, EventStoreDBClient, jsonEvent, NO_STREAM, START } from '@eventstore/db-client';
import { expect } from 'vitest';
import { type KillableNode, startKillableNode } from './killable-node.ts';
import { temporaryFolder } from './temporary-store.ts';

const WRITERS = 8;

/** An append as its writer saw it. `position` is missing when the answer never came. */
type Attempt = {
  readonly id: string;
  readonly stream: string;
  readonly expected: bigint | typeof ANY | typeof NO_STREAM;
  position?: bigint;
  revision?: bigint;
};

/**
 * Ends the node with SIGKILL in the middle of appends, so many times on one file, and checks that everything that was
 * acknowledged is there, once, where the answer said.
 */
export async function killAppends(kills: number): Promise<void> {
  const folder = await temporaryFolder();
  let node: KillableNode | undefined;
  try {
    const file = join(folder, 'ledger.sqlite');
    const attempts: Attempt[] = [];
    let unanswered: Attempt[] = [];
    for (let round = 0; round < kills; round++) {
      node = await startKillableNode(file);
      const client = EventStoreDBClient.connectionString(node.connectionString);
      // What was underway at the last kill is sent again, byte for byte, as a command handler would.
      await Promise.all(unanswered.map((attempt) => perform(client, attempt)));
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        write(client, `writer-${round}-${index}`, index % 2 === 0, attempts),
      );
      // Random, so that the kill falls into any phase of a commit.
      await delay(20 + Math.random() * 60);
      await node.kill();
      await Promise.all(writers);
      await client.dispose();
      unanswered = attempts.filter((attempt) => attempt.position === undefined);
    }

    node = await startKillableNode(file);
    const client = EventStoreDBClient.connectionString(node.connectionString);
    await Promise.all(unanswered.map((attempt) => perform(client, attempt)));
    await expectEverythingOnce(client, attempts);
    expect(attempts.length).toBeGreaterThan(kills * WRITERS);
    await client.dispose();
  } finally {
    await node?.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Appends to a stream of its own until the node dies. */
async function write(
  client: EventStoreDBClient,
  stream: string,
  exact: boolean,
  attempts: Attempt[],
): Promise<void> {
  for (let revision = -1n; ; revision++) {
    const expected = exact ? (revision < 0n ? NO_STREAM : revision) : ANY;
    const attempt: Attempt = { id: randomUUID(), stream, expected };
    attempts.push(attempt);
    try {
      await perform(client, attempt);
    } catch {
      return;
    }
  }
}

async function perform(client: EventStoreDBClient, attempt: Attempt): Promise<void> {
  const event = jsonEvent({ id: attempt.id, type: 'Survived', data: { padding: 'x'.repeat(200) } });
  const result = await client.appendToStream(attempt.stream, event, { expectedRevision: attempt.expected });
  attempt.position = result.position?.commit ?? 0n;
  attempt.revision = result.nextExpectedRevision;
}

async function expectEverythingOnce(client: EventStoreDBClient, attempts: readonly Attempt[]): Promise<void> {
  const found = new Map<string, { position: bigint; revision: bigint; stream: string }>();
  const next = new Map<string, bigint>();
  let last = 0n;
  for await (const { event } of client.readAll({ fromPosition: START })) {
    if (!event) throw new Error('an event is missing');
    expect(event.position.commit).toBeGreaterThan(last);
    last = event.position.commit;
    expect(found.has(event.id), `${event.id} is there twice`).toBe(false);
    found.set(event.id, { position: last, revision: event.revision, stream: event.streamId });
    expect(event.revision).toBe(next.get(event.streamId) ?? 0n);
    next.set(event.streamId, event.revision + 1n);
  }
  for (const { id, stream, position, revision } of attempts) {
    expect(found.get(id)).toEqual({ position, revision, stream });
  }
  expect(found.size).toBe(attempts.length);
}
