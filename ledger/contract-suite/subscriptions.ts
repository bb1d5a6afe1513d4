import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Position,
  START,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { follow } from './follower.ts';
import { happened, happenedTimes, numbers, streamName, type Target } from './target.ts';

/** Catch-up subscriptions to a stream and to `$all`. */
export function subscriptionContract(target: Target): void {
  describe('subscribe to a stream', () => {
    test('history first, then caught up, then live', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(3));
      const follower = follow(client.subscribeToStream(stream, { fromRevision: START }));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      expect(follower.signals).toEqual(['confirmation', 'event', 'event', 'event', 'caughtUp']);
      await client.appendToStream(stream, [happened(3), happened(4)]);
      await follower.until(({ events }) => events.length === 5);
      expect(numbers(follower.events)).toEqual([0, 1, 2, 3, 4]);
      await follower.stop();
    });

    test('a revision is exclusive', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(4));
      const follower = follow(client.subscribeToStream(stream, { fromRevision: 1n }));
      await follower.until(({ events }) => events.length === 2);
      expect(numbers(follower.events)).toEqual([2, 3]);
      await follower.stop();
    });

    test('the end shows only what comes later', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(4));
      const follower = follow(client.subscribeToStream(stream, { fromRevision: END }));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(stream, happened(4));
      await follower.until(({ events }) => events.length === 1);
      expect(numbers(follower.events)).toEqual([4]);
      await follower.stop();
    });

    test('a stream that does not exist yet', async () => {
      const client = target.client();
      const stream = streamName();
      const follower = follow(client.subscribeToStream(stream));
      await follower.until(({ signals }) => signals.includes('confirmation'));
      await client.appendToStream(stream, happenedTimes(2));
      await follower.until(({ events }) => events.length === 2);
      expect(numbers(follower.events)).toEqual([0, 1]);
      await follower.stop();
    });

    test('a tombstone ends it by name', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happened(0));
      const follower = follow(client.subscribeToStream(stream));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.tombstoneStream(stream);
      expect(await follower.failed).toBeInstanceOf(StreamDeletedError);
    });

    test('it goes on over a soft delete and a new life', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(2));
      const follower = follow(client.subscribeToStream(stream));
      await follower.until(({ events }) => events.length === 2);
      await client.deleteStream(stream);
      await client.appendToStream(stream, happened(2));
      await follower.until(({ events }) => events.length === 3);
      expect(numbers(follower.events)).toEqual([0, 1, 2]);
      await follower.stop();
    });
  });

  describe('subscribe to $all', () => {
    test('a position is exclusive and events arrive in commit order', async () => {
      const client = target.client();
      const [a, b] = [streamName('all'), streamName('all')];
      const { position } = await client.appendToStream(a, happened(0));
      await client.appendToStream(b, happened(1));
      const filter = streamNameFilter({ prefixes: [a, b] });
      const follower = follow(client.subscribeToAll({ fromPosition: position ?? START, filter }));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(a, happened(2));
      await client.appendToStream(b, happened(3));
      await follower.until(({ events }) => events.length === 3);
      expect(numbers(follower.events)).toEqual([1, 2, 3]);
      await follower.stop();
    });

    test('from the end, without a filter, only what comes later', async () => {
      const client = target.client();
      const stream = streamName('all');
      await client.appendToStream(stream, happened(0));
      const follower = follow(client.subscribeToAll({ fromPosition: END }));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(stream, happened(1));
      await follower.until(({ events }) => events.some(({ event }) => event?.streamId === stream));
      const ours = follower.events.filter(({ event }) => event?.streamId === stream);
      expect(numbers(ours)).toEqual([1]);
      await follower.stop();
    });

    test.each([
      ['stream prefixes', (run: string) => streamNameFilter({ prefixes: [`x${run}`, `y${run}`] }), [0, 1, 3]],
      ['a stream regex', (run: string) => streamNameFilter({ regex: `^[xz]${run}-\\d$` }), [0, 2, 3]],
      ['event type prefixes', (run: string) => eventTypeFilter({ prefixes: [`A${run}`] }), [0, 2]],
      ['an event type regex', (run: string) => eventTypeFilter({ regex: `^[BC]${run}$` }), [1, 3]],
    ] as const)('filtered by %s', async (_case, filter, expected) => {
      const client = target.client();
      const run = streamName('').slice(1);
      const from = await client.appendToStream(streamName(), happened(-1));
      await client.appendToStream(`x${run}-1`, happened(0, `A${run}`));
      await client.appendToStream(`y${run}-1`, happened(1, `B${run}`));
      const follower = follow(
        client.subscribeToAll({ fromPosition: from.position ?? START, filter: filter(run) }),
      );
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(`z${run}-1`, happened(2, `A${run}`));
      await client.appendToStream(`x${run}-2`, happened(3, `C${run}`));
      await follower.until(({ events }) => events.length === expected.length);
      expect(numbers(follower.events)).toEqual(expected);
      await follower.stop();
    });

    test.each([
      ['digits and a last line feed', '\\d$', [0, 1, 2]],
      ['letters', '\\w$', [0, 1, 2, 4]],
      ['anything but a line feed', '.$', [0, 1, 2, 4, 5]],
      ['one UTF-16 unit', '[^a]$', [0, 1, 2, 4, 5, 6]],
      ['a category of Unicode', '\\p{Ll}$', [4]],
    ] as const)("a regex is .NET's: %s", async (_case, end, expected) => {
      const client = target.client();
      const run = streamName('T');
      const types = ['1', '\u0663', '1\n', '\u{1F984}', 'é', '\u2028', '\n\n'].map((last) => `${run}${last}`);
      const from = await client.appendToStream(streamName(), happened(-1));
      await client.appendToStream(
        streamName(),
        types.map((type, n) => happened(n, type)),
      );
      await client.appendToStream(streamName(), happened(99, `${run}-end`));
      const filter = eventTypeFilter({ regex: `^${run}(?:${end}|-end)` });
      const follower = follow(client.subscribeToAll({ fromPosition: from.position ?? START, filter }));
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      expect(numbers(follower.events)).toEqual([...expected, 99]);
      await follower.stop();
    });

    test('system events can be left out', async () => {
      const client = target.client();
      const stream = streamName('all');
      const from = await client.appendToStream(stream, happened(0));
      await client.setStreamMetadata(stream, { maxCount: 10 });
      await client.appendToStream(stream, happened(1));
      const fromPosition = from.position ?? START;
      const follower = follow(client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() }));
      await follower.until(({ events }) => events.some(({ event }) => event?.streamId === stream));
      expect(follower.events.every(({ event }) => !event?.type.startsWith('$'))).toBe(true);
      await follower.stop();
    });

    test('a checkpoint is never ahead of an event that is still to come', async () => {
      const client = target.client();
      const stream = streamName('checkpointed');
      const from = await client.appendToStream(streamName(), happened(-1));
      const other = streamName();
      for (let round = 0; round < 10; round++) {
        await client.appendToStream(other, happenedTimes(20));
        await client.appendToStream(stream, happened(round));
      }
      const checkpoints: { position: Position; seen: number }[] = [];
      const subscription = client.subscribeToAll({
        fromPosition: from.position ?? START,
        filter: streamNameFilter({
          prefixes: [stream],
          maxSearchWindow: 5,
          checkpointInterval: 2,
          checkpointReached: async (_subscription, position) => {
            checkpoints.push({ position, seen: follower.events.length });
          },
        }),
      });
      const follower = follow(subscription);
      await follower.until(({ events }) => events.length === 10);
      await client.appendToStream(stream, happened(10));
      await follower.until(({ events }) => events.length === 11);
      expect(checkpoints.length).toBeGreaterThan(3);
      for (const { position, seen } of checkpoints) {
        const next = follower.events[seen]?.commitPosition;
        if (next !== undefined) expect(position.commit).toBeLessThan(next);
      }
      const commits = checkpoints.map(({ position }) => position.commit);
      expect(commits).toEqual([...commits].sort((x, y) => (x < y ? -1 : 1)));
      await follower.stop();
    });

    test('no gap and no repeat while appends go on', async () => {
      const client = target.client();
      const prefix = streamName('busy');
      const from = await client.appendToStream(streamName(), happened(-1));
      const append = async (n: number) => {
        await client.appendToStream(`${prefix}-${n % 7}`, happened(n));
      };
      for (let n = 0; n < 500; n++) await (n % 50 === 49 ? append(n) : void append(n));
      const follower = follow(
        client.subscribeToAll({
          fromPosition: from.position ?? START,
          filter: streamNameFilter({ prefixes: [prefix] }),
        }),
      );
      await Promise.all(Array.from({ length: 1_500 }, (_, n) => append(500 + n)));
      await follower.until(({ events }) => events.length >= 2_000);
      expect(new Set(numbers(follower.events)).size).toBe(2_000);
      const positions = follower.events.map(({ commitPosition }) => commitPosition ?? 0n);
      expect(positions).toEqual([...positions].sort((x, y) => (x < y ? -1 : 1)));
      await follower.stop();
    });

    // A connection carries 100 calls at once.
    test('90 subscriptions at once each see everything', async () => {
      const client = target.client();
      const stream = streamName('crowd');
      const from = await client.appendToStream(stream, happened(0));
      const filter = streamNameFilter({ prefixes: [stream] });
      const followers = Array.from({ length: 90 }, () =>
        follow(client.subscribeToAll({ fromPosition: from.position ?? START, filter })),
      );
      await Promise.all(followers.map((one) => one.until(({ signals }) => signals.includes('caughtUp'))));
      await client.appendToStream(stream, happenedTimes(20));
      await Promise.all(followers.map((one) => one.until(({ events }) => events.length === 20)));
      const all = Array.from({ length: 20 }, (_, n) => n);
      for (const { events } of followers) expect(numbers(events)).toEqual(all);
      await Promise.all(followers.map((one) => one.stop()));
    });
  });
}
