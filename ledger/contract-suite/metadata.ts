import { BACKWARDS, END } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { collect, happened, happenedTimes, numbers, streamName, type Target } from './target.ts';

/** Stream metadata and what reads of the stream still show. */
export function metadataContract(target: Target): void {
  describe('stream metadata', () => {
    test('a stream without any has none', async () => {
      expect(await target.client().getStreamMetadata(streamName())).not.toHaveProperty('metadata');
    });

    test('comes back, the newest of it', async () => {
      const client = target.client();
      const stream = streamName();
      await client.setStreamMetadata(stream, { maxCount: 7, mine: 'a' });
      await client.setStreamMetadata(stream, { maxCount: 8, acl: { readRoles: ['$all'] } });
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata).toEqual({ maxCount: 8, acl: { readRoles: ['$all'] } });
    });

    test('maxCount leaves the newest events, in both directions', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(5));
      await client.setStreamMetadata(stream, { maxCount: 2 });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([3, 4]);
      const backwards = client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
      expect(numbers(await collect(backwards))).toEqual([4, 3]);
      await client.appendToStream(stream, happened(5), { expectedRevision: 4n });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([4, 5]);
    });

    test('truncateBefore hides what is older', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(5));
      await client.setStreamMetadata(stream, { truncateBefore: 3 });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([3, 4]);
      const backwards = client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
      expect(numbers(await collect(backwards))).toEqual([4, 3]);
    });

    test('maxAge hides what is older', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(2));
      await client.setStreamMetadata(stream, { maxAge: 3600 });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([0, 1]);
      await client.setStreamMetadata(stream, { maxAge: 1 });
      const shown = () => collect(client.readStream(stream)).then(numbers);
      await expect.poll(shown, { timeout: 10_000 }).toEqual([]);
      await client.appendToStream(stream, happened(2), { expectedRevision: 1n });
      expect(await shown()).toEqual([2]);
    });

    test('metadata may come before the stream', async () => {
      const client = target.client();
      const stream = streamName();
      await client.setStreamMetadata(stream, { maxCount: 1 });
      await client.appendToStream(stream, happenedTimes(3), { expectedRevision: 'stream_exists' });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([2]);
    });

    test('writing metadata by hand revives a soft-deleted stream, empty', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(2));
      await client.deleteStream(stream);
      await client.setStreamMetadata(stream, { mine: 'kept' });
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata).toEqual({ mine: 'kept', truncateBefore: 2 });
      await client.appendToStream(stream, happened(2), { expectedRevision: 1n });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([2]);
    });
  });
}
