import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '../command-context.ts';
import { startEmbeddedEventStore } from '../embedded/start.ts';
import type { StoredEvent } from '../envelope.ts';
import { connectEventStore, type EventStore } from '../event-store.ts';
import { readLedger } from './read-ledger.ts';

export type TestLedgerNode = {
  readonly store: EventStore;
  /** The events of one stream. */
  read(stream: string): Promise<StoredEvent[]>;
  /** Every event of the ledger's streams up to this moment. */
  readAll(): Promise<StoredEvent[]>;
  stop(): Promise<void>;
};

/** An empty ledger on the real embedded node, in a folder of a test's own. */
export async function startTestLedger(): Promise<TestLedgerNode & { readonly connectionString: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-ledger-'));
  const node = await startEmbeddedEventStore({ file: join(folder, 'ledger.sqlite') });
  const store = connectEventStore(node.connectionString);
  return {
    store,
    connectionString: node.connectionString,
    async read(stream) {
      const events: StoredEvent[] = [];
      for await (const event of store.readStream(stream, 0n)) events.push(event);
      return events;
    },
    readAll: () => readLedger(store),
    async stop() {
      await store.close();
      await node.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A command of a user, now. */
export function testContext(more: Partial<CommandContext> = {}): CommandContext {
  return {
    commandId: randomUUID(),
    actor: { kind: 'user' },
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
    ...more,
  };
}

export function newWallet(): string {
  return `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`;
}
