import {
  BACKWARDS,
  type EventStoreDBClient,
  eventTypeFilter,
  type Position,
  START,
  UnknownError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { follow } from './follower.ts';
import { collect, happened, happenedTimes, numbers, rejection, streamName, type Target } from './target.ts';

const LONG = 10n ** 12n;
const NOBODY = streamName('Nobody');

/** Positions of `$all` that are no event's: checkpoints of another store, or of a ledger that was put back. */
export function positionContract(target: Target): void {
  const positionOf = async (client: EventStoreDBClient, count = 3): Promise<Position> => {
    const { position } = await client.appendToStream(streamName('positions'), happenedTimes(count));
    if (!position) throw new Error('the append has no position');
    await client.appendToStream(streamName('positions'), happened(0));
    return position;
  };
  const followed = (position: Position) => follow(target.client().subscribeToAll({ fromPosition: position }));

  describe('positions that are no event’s', () => {
    test('in the middle of an event: a subscription is refused, a read is an unknown error', async () => {
      const client = target.client();
      const { commit } = await positionOf(client);
      const middle = { commit: commit + 1n, prepare: commit + 1n };
      const refused = await followed(middle).failed;
      expect(refused).toMatchObject({
        code: 3,
        message: '3 INVALID_ARGUMENT: Trying to read from an invalid position.',
      });
      for (const direction of ['forwards', BACKWARDS] as const) {
        const error = await rejection(
          collect(client.readAll({ fromPosition: middle, direction, maxCount: 5 })),
        );
        expect(error).toBeInstanceOf(UnknownError);
        expect(error).toMatchObject({ message: '2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition' });
      }
    });

    test('commit below prepare is an unknown error', async () => {
      const client = target.client();
      const { commit } = await positionOf(client);
      const inverted = { commit, prepare: commit + 1n };
      const errors = [
        await followed(inverted).failed,
        await rejection(collect(client.readAll({ fromPosition: inverted, maxCount: 5 }))),
      ];
      for (const error of errors) {
        expect(error).toBeInstanceOf(UnknownError);
        expect(error).toMatchObject({ message: '2 UNKNOWN: Exception was thrown by handler.' });
      }
    });

    test('beyond the end: caught up, and nothing of what is appended', async () => {
      const client = target.client();
      const { commit } = await positionOf(client);
      const beyond = { commit: commit + LONG, prepare: commit + LONG };
      const follower = followed(beyond);
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      const stream = streamName('positions');
      const live = follow(client.subscribeToStream(stream));
      await live.until(({ signals }) => signals.includes('caughtUp'));
      await client.appendToStream(stream, happenedTimes(3));
      await live.until(({ events }) => events.length === 3);
      expect(follower.signals).toEqual(['confirmation', 'caughtUp']);
      expect(await collect(client.readAll({ fromPosition: beyond, maxCount: 5 }))).toEqual([]);
      await Promise.all([follower.stop(), live.stop()]);
    });

    test('beyond the end, until the log has passed it', async () => {
      const client = target.client();
      const first = await client.appendToStream(streamName('positions'), happened(0));
      const second = await client.appendToStream(streamName('positions'), happened(0));
      if (!first.position || !second.position) throw new Error('the append has no position');
      // Two events further on, give or take what the store writes for itself.
      const ahead = 2n * (second.position.commit - first.position.commit);
      const commit = second.position.commit + ahead;
      const follower = followed({ commit, prepare: commit });
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      const stream = streamName('positions');
      for (let n = 0; n < 20; n++) await client.appendToStream(stream, happened(n));
      await follower.until(({ events }) =>
        events.some(({ event }) => event?.data !== undefined && numbers([{ event }])[0] === 19),
      );
      const seen = follower.events.filter(({ event }) => event?.streamId === stream);
      const shown = await collect(client.readStream(stream));
      const beyond = shown.filter(({ event }) => (event?.position?.commit ?? 0n) > commit);
      expect(beyond.length).toBeLessThan(20);
      expect(numbers(seen)).toEqual(numbers(beyond));
      await follower.stop();
    });

    test('a position of prepare 0 stands before the event that begins there', async () => {
      const client = target.client();
      const stream = streamName('positions');
      const { position } = await client.appendToStream(stream, happened(0));
      if (!position) throw new Error('the append has no position');
      const follower = followed({ commit: position.commit, prepare: 0n });
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      expect(follower.events[0]?.event?.streamId).toBe(stream);
      await follower.stop();
    });
  });

  describe('checkpoints of a filtered subscription', () => {
    const checkpointsFrom = async (fromPosition: Position | typeof START, type: string) => {
      const checkpoints: Position[] = [];
      const follower = follow(
        target.client().subscribeToAll({
          fromPosition,
          filter: eventTypeFilter({
            prefixes: [type],
            maxSearchWindow: 5,
            checkpointInterval: 1,
            checkpointReached: async (_subscription, position) => {
              checkpoints.push(position);
            },
          }),
        }),
      );
      await follower.until(({ signals }) => signals.includes('caughtUp'));
      await follower.stop();
      return checkpoints;
    };

    test('a log without a match: 2^64 − 1', async () => {
      await positionOf(target.client());
      const [first] = await checkpointsFrom(START, NOBODY);
      expect(first).toEqual({ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n });
    });

    test('over events without a match: where a search began, with prepare 0', async () => {
      const position = await positionOf(target.client());
      await target.client().appendToStream(streamName('positions'), happenedTimes(20));
      const checkpoints = await checkpointsFrom(position, NOBODY);
      expect(checkpoints.length).toBeGreaterThan(2);
      for (const { commit, prepare } of checkpoints.slice(1)) {
        expect(commit).toBeGreaterThan(position.commit);
        expect(prepare).toBe(0n);
      }
    });
  });
}
