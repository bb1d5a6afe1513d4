import {
  ANY,
  type EventStoreDBClient,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { collect, happened, happenedTimes, numbers, rejection, streamName, type Target } from './target.ts';

/** Soft deletes, tombstones and what they mean for appends and reads. */
export function deleteContract(target: Target): void {
  const filled = async (client: EventStoreDBClient, count = 3) => {
    const stream = streamName();
    await client.appendToStream(stream, happenedTimes(count));
    return stream;
  };

  describe('soft delete', () => {
    test('the stream seems gone', async () => {
      const client = target.client();
      const stream = await filled(client);
      const { position } = await client.deleteStream(stream);
      expect(position?.commit).toBeGreaterThan(0n);
      expect(await rejection(collect(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    });

    test.each([
      ['ANY', ANY],
      ['NO_STREAM', NO_STREAM],
      ['the last revision', 2n],
    ] as const)('an append with %s revives it at the next revision', async (_case, expectedRevision) => {
      const client = target.client();
      const stream = await filled(client);
      await client.deleteStream(stream, { expectedRevision: 2n });
      const result = await client.appendToStream(stream, happened(3), { expectedRevision });
      expect(result.nextExpectedRevision).toBe(3n);
      expect(numbers(await collect(client.readStream(stream)))).toEqual([3]);
      expect((await client.getStreamMetadata(stream)).metadata?.truncateBefore).toBe(3);
    });

    test('STREAM_EXISTS finds it deleted', async () => {
      const client = target.client();
      const stream = await filled(client);
      await client.deleteStream(stream);
      const append = client.appendToStream(stream, happened(3), { expectedRevision: STREAM_EXISTS });
      expect(await rejection(append)).toBeInstanceOf(StreamDeletedError);
    });

    test('at a wrong revision it is refused and the stream stays', async () => {
      const client = target.client();
      const stream = await filled(client);
      const error = await rejection(client.deleteStream(stream, { expectedRevision: 1n }));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ streamName: stream, expectedVersion: 1n, actualVersion: 2n });
      expect(await collect(client.readStream(stream))).toHaveLength(3);
    });

    test('it can be deleted and revived again and again', async () => {
      const client = target.client();
      const stream = await filled(client, 1);
      for (let round = 1; round < 4; round++) {
        await client.deleteStream(stream);
        await client.appendToStream(stream, happened(round));
        expect(numbers(await collect(client.readStream(stream)))).toEqual([round]);
      }
    });

    test('$all still has the events', async () => {
      const client = target.client();
      const stream = streamName();
      const { position } = await client.appendToStream(stream, happened(0));
      await client.deleteStream(stream);
      const events = await collect(client.readAll({ fromPosition: position ?? 'start', maxCount: 50 }));
      expect(numbers(events.filter(({ event }) => event?.streamId === stream))).toEqual([0]);
    });
  });

  describe('tombstone', () => {
    test('reads, appends and deletes find the stream deleted for ever', async () => {
      const client = target.client();
      const stream = await filled(client);
      await client.tombstoneStream(stream, { expectedRevision: 2n });
      for (const attempt of [
        () => collect(client.readStream(stream)),
        () => client.appendToStream(stream, happened(3)),
        () => client.appendToStream(stream, happened(3), { expectedRevision: 2n }),
        () => client.deleteStream(stream),
        () => client.tombstoneStream(stream),
      ]) {
        const error = await rejection(attempt());
        expect(error).toBeInstanceOf(StreamDeletedError);
        expect(error).toMatchObject({ streamName: stream });
      }
    });

    test('a name can be tombstoned before it is used', async () => {
      const client = target.client();
      const stream = streamName();
      await client.tombstoneStream(stream, { expectedRevision: NO_STREAM });
      expect(await rejection(client.appendToStream(stream, happened(0)))).toBeInstanceOf(StreamDeletedError);
    });

    test('at a wrong revision it is refused', async () => {
      const client = target.client();
      const stream = await filled(client);
      const error = await rejection(client.tombstoneStream(stream, { expectedRevision: 7n }));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
    });
  });
}
