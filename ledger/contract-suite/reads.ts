import {
  BACKWARDS,
  END,
  FORWARDS,
  NO_STREAM,
  START,
  StreamNotFoundError,
  UnknownError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import { collect, happened, happenedTimes, numbers, rejection, streamName, type Target } from './target.ts';

/** Reads of streams and of `$all`, in both directions. */
export function readContract(target: Target): void {
  describe('read a stream', () => {
    test.each([
      ['from the start', { fromRevision: START }, [0, 1, 2, 3, 4]],
      ['from a revision on', { fromRevision: 2n }, [2, 3, 4]],
      ['a limited count', { fromRevision: 1n, maxCount: 2 }, [1, 2]],
      ['from beyond the end', { fromRevision: 5n }, []],
      ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, [4, 3, 2, 1, 0]],
      ['backwards from a revision', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
      ['backwards, limited', { direction: BACKWARDS, fromRevision: END, maxCount: 2 }, [4, 3]],
      ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0]],
    ] as const)('%s', async (_case, options, expected) => {
      const stream = streamName();
      await target.client().appendToStream(stream, happenedTimes(5));
      expect(numbers(await collect(target.client().readStream(stream, options)))).toEqual(expected);
    });

    test.each([
      ['forwards from the end', { fromRevision: END }],
      ['of no event', { maxCount: 0 }],
      ['of no event backwards', { direction: BACKWARDS, fromRevision: END, maxCount: 0 }],
    ] as const)('a read %s is an error, whether there is a stream or not', async (_case, options) => {
      const stream = streamName();
      const read = () => rejection(collect(target.client().readStream(stream, options)));
      const absent = await read();
      await target.client().appendToStream(stream, happenedTimes(5));
      for (const error of [absent, await read()]) {
        expect(error).toBeInstanceOf(UnknownError);
        expect(error).toMatchObject({ code: 2, message: '2 UNKNOWN: Unexpected ReadStreamResult: Error' });
      }
    });

    test('a stream that does not exist is named in the error', async () => {
      const stream = streamName();
      const error = await rejection(collect(target.client().readStream(stream)));
      expect(error).toBeInstanceOf(StreamNotFoundError);
      expect(error).toMatchObject({ streamName: stream });
    });

    test('longer than any page, with large and small events, in order', async () => {
      const stream = streamName();
      const client = target.client();
      for (let batch = 0; batch < 3; batch++) {
        await client.appendToStream(stream, happenedTimes(500));
      }
      const forwards = await collect(client.readStream(stream));
      expect(forwards.map(({ event }) => Number(event?.revision))).toEqual(forwards.map((_, index) => index));
      const backwards = await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
      expect(backwards.map(({ event }) => event?.id)).toEqual(
        forwards.map(({ event }) => event?.id).reverse(),
      );
    });

    test('positions are those of $all', async () => {
      const stream = streamName();
      const client = target.client();
      const { position } = await client.appendToStream(stream, happenedTimes(2), {
        expectedRevision: NO_STREAM,
      });
      const events = await collect(client.readStream(stream));
      expect(events[1]?.event?.position).toEqual(position);
      expect(events[1]?.commitPosition).toBe(position?.commit);
      expect(events[0]?.event?.position?.commit).toBeLessThan(position?.commit ?? 0n);
    });

    test('a reader that stops early leaves the connection usable', async () => {
      const stream = streamName();
      const client = target.client();
      await client.appendToStream(stream, happenedTimes(400));
      for await (const { event } of client.readStream(stream)) if (event?.revision === 3n) break;
      expect(await collect(client.readStream(stream, { maxCount: 1 }))).toHaveLength(1);
    });
  });

  describe('read $all', () => {
    test('forwards from a position, itself included, in commit order', async () => {
      const client = target.client();
      const [a, b] = [streamName(), streamName()];
      const first = await client.appendToStream(a, happened(0));
      await client.appendToStream(b, happened(1));
      await client.appendToStream(a, happened(2));
      if (!first.position) throw new Error('the append has no position');
      const events = await collect(client.readAll({ fromPosition: first.position, maxCount: 500 }));
      const ours = events.filter(({ event }) => event?.streamId === a || event?.streamId === b);
      expect(numbers(ours)).toEqual([0, 1, 2]);
      const positions = events.map(({ commitPosition }) => commitPosition ?? 0n);
      expect(positions).toEqual([...positions].sort((x, y) => (x < y ? -1 : 1)));
    });

    test('backwards from a position, itself excluded', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happened(0));
      const { position } = await client.appendToStream(stream, happened(1));
      if (!position) throw new Error('the append has no position');
      const events = await collect(
        client.readAll({ direction: BACKWARDS, fromPosition: position, maxCount: 200 }),
      );
      expect(numbers(events.filter(({ event }) => event?.streamId === stream))).toEqual([0]);
    });

    test('backwards from the end, limited', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(3));
      const events = await collect(
        client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 200 }),
      );
      expect(numbers(events.filter(({ event }) => event?.streamId === stream))).toEqual([2, 1, 0]);
    });

    test('forwards from the end and backwards from the start there is nothing', async () => {
      const client = target.client();
      expect(await collect(client.readAll({ direction: FORWARDS, fromPosition: END }))).toEqual([]);
      expect(await collect(client.readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([]);
    });
  });

  test('a link is followed when asked, and shown as itself when not', async () => {
    const client = target.client();
    const [stream, links] = [streamName(), streamName('links')];
    await client.appendToStream(stream, happenedTimes(2));
    const link = {
      contentType: 'application/octet-stream',
      type: '$>',
      data: Buffer.from(`1@${stream}`),
    } as const;
    await client.appendToStream(links, { ...link, id: crypto.randomUUID(), metadata: undefined });
    const [plain] = await collect(client.readStream(links));
    expect(plain).toMatchObject({ event: { type: '$>', streamId: links } });
    const [resolved] = await collect(client.readStream(links, { resolveLinkTos: true }));
    expect(resolved).toMatchObject({
      event: { type: 'Happened', streamId: stream, data: { n: 1 } },
      link: { type: '$>', streamId: links },
    });
  });
}
