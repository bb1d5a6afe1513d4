import { EventStoreDBClient } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { collect, happened, streamName, type Target } from './target.ts';

/** How clients find the store and learn what it can do. */
export function connectionContract(target: Target & { connectionString(): string }): void {
  describe('connections', () => {
    test('a client that discovers by gossip finds the node', async () => {
      const discover = target.connectionString().replace(/^esdb:/, 'esdb+discover:');
      const client = EventStoreDBClient.connectionString(discover);
      const stream = streamName();
      await client.appendToStream(stream, happened(0));
      expect(await collect(client.readStream(stream))).toHaveLength(1);
      await client.dispose();
    });
  });
}
