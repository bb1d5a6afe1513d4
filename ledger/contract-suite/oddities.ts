import {
  ANY,
  DeadlineExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { follow } from './follower.ts';
import {
  collect,
  happened,
  happenedTimes,
  numbers,
  rejection,
  streamName,
  type Target,
  UNARY,
} from './target.ts';

/** What an EventStoreDB 24.10 does that nobody would guess. */
export function oddityContract(target: Target): void {
  describe('ids of events', () => {
    test('with ANY and STREAM_EXISTS an id stands for its first place, in whatever stream', async () => {
      const client = target.client();
      const [first, second] = [streamName(), streamName()];
      const events = happenedTimes(2);
      const original = await client.appendToStream(first, events, { expectedRevision: NO_STREAM });
      // At the exact revision they are written again; the first place stays theirs.
      await client.appendToStream(first, events, { expectedRevision: 1n });
      for (const expectedRevision of [ANY, STREAM_EXISTS] as const) {
        expect(await client.appendToStream(first, events, { expectedRevision })).toEqual(original);
      }
      await client.appendToStream(second, events);
      const again = await client.appendToStream(second, events);
      expect(again.nextExpectedRevision).toBe(3n);
    });

    test.each([
      ['$tb', (stream: string) => target.client().setStreamMetadata(stream, { truncateBefore: 2 })],
      ['$maxCount', (stream: string) => target.client().setStreamMetadata(stream, { maxCount: 1 })],
      ['a deletion', (stream: string) => target.client().deleteStream(stream)],
    ] as const)('a repeated append has no position when %s hides its events', async (_case, hide) => {
      const client = target.client();
      const stream = streamName();
      const events = happenedTimes(2);
      await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
      await client.appendToStream(stream, happened(2));
      await hide(stream);
      const again = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
      expect(again).toMatchObject({ success: true, nextExpectedRevision: 1n });
      expect(again.position).toBeUndefined();
    });

    test.each([
      ['batched', {}, DeadlineExceededError],
      ['unary', UNARY, TimeoutError],
    ])('a retry that overlaps its original fails, %s, and the original succeeds', async (_c, how, kind) => {
      const client = target.client();
      const stream = streamName();
      const events = happenedTimes(3);
      // Whether they overlap is the store's affair: one of some pairs does.
      const pairs = Array.from({ length: 8 }, async (_, pair) => {
        const append = () =>
          client.appendToStream(`${stream}-${pair}`, events, { ...how, expectedRevision: NO_STREAM });
        return Promise.allSettled([append(), append()]);
      });
      const results = (await Promise.all(pairs)).flat();
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refused.length).toBeGreaterThan(0);
      for (const error of refused) expect(error).toBeInstanceOf(kind);
      for (let pair = 0; pair < 8; pair++) {
        expect(numbers(await collect(client.readStream(`${stream}-${pair}`)))).toEqual([0, 1, 2]);
      }
    });
  });

  describe('a live subscription to a stream', () => {
    test('is given what metadata hides from reads', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happened(0));
      await client.setStreamMetadata(stream, { truncateBefore: 100 });
      const follower = follow(client.subscribeToStream(stream));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(stream, happenedTimes(2));
      await follower.until(({ events }) => events.length === 2);
      expect(follower.signals).toEqual(['confirmation', 'caughtUp', 'event', 'event']);
      expect(await collect(client.readStream(stream))).toEqual([]);
      await follower.stop();
    });

    test('is given the tombstone before the error', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happened(0));
      const follower = follow(client.subscribeToStream(stream));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.tombstoneStream(stream);
      expect(await follower.failed).toBeInstanceOf(StreamDeletedError);
      expect(follower.events.at(-1)?.event).toMatchObject({
        type: '$streamDeleted',
        revision: 2n ** 63n - 1n,
      });
    });
  });

  describe('names that are refused', () => {
    test.each([
      ['batched', {}, /eventStreamId/],
      ['unary', UNARY, /Exception was thrown by handler/],
    ])('nothing is appended to $$, %s', async (_case, how, message) => {
      const error = await rejection(target.client().appendToStream('$$', happened(0), how));
      expect(error).toMatchObject({ message: expect.stringMatching(message) });
      expect(await rejection(collect(target.client().readStream('$$')))).toBeInstanceOf(StreamNotFoundError);
    });
  });
}
