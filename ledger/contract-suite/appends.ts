import { randomUUID } from 'node:crypto';
import {
  ANY,
  type AppendResult,
  type AppendToStreamOptions,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
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

/** The rules of appending, over both of the protocol's append calls. */
export function appendContract(target: Target): void {
  describe.each([
    ['batched', {}],
    ['unary', UNARY],
  ])('append, %s', (_path, base: AppendToStreamOptions) => {
    const append = (
      stream: string,
      events: Parameters<ReturnType<Target['client']>['appendToStream']>[1],
      expectedRevision: NonNullable<AppendToStreamOptions['expectedRevision']> = ANY,
    ): Promise<AppendResult> => target.client().appendToStream(stream, events, { ...base, expectedRevision });
    const count = async (stream: string) => (await collect(target.client().readStream(stream))).length;

    test('revisions count from 0 and positions rise', async () => {
      const stream = streamName();
      const first = await append(stream, happenedTimes(3), NO_STREAM);
      const second = await append(stream, happened(3), 2n);
      expect(first).toMatchObject({ success: true, nextExpectedRevision: 2n });
      expect(second).toMatchObject({ success: true, nextExpectedRevision: 3n });
      expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
      const events = await collect(target.client().readStream(stream));
      expect(events.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n, 3n]);
      expect(events[3]?.event?.position).toEqual(second.position);
    });

    test.each([
      ['NO_STREAM on a stream that exists', NO_STREAM, 1n],
      ['a revision behind', 0n, 1n],
      ['a revision ahead', 7n, 1n],
    ] as const)('%s is a wrong expected version with the actual one', async (_case, expected, actual) => {
      const stream = streamName();
      await append(stream, happenedTimes(2));
      const error = await rejection(append(stream, happened(9), expected));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ streamName: stream, expectedVersion: expected, actualVersion: actual });
      expect(await count(stream)).toBe(2);
    });

    test.each([
      ['a revision', 0n],
      ['STREAM_EXISTS', STREAM_EXISTS],
    ] as const)('%s on a stream that does not exist is refused', async (_case, expected) => {
      const error = await rejection(append(streamName(), happened(0), expected));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ expectedVersion: expected, actualVersion: 'no_stream' });
    });

    test('ANY and STREAM_EXISTS append wherever the stream is', async () => {
      const stream = streamName();
      await append(stream, happened(0), ANY);
      await append(stream, happened(1), ANY);
      expect((await append(stream, happened(2), STREAM_EXISTS)).nextExpectedRevision).toBe(2n);
    });

    test.each([
      ['NO_STREAM', NO_STREAM],
      ['ANY', ANY],
    ] as const)(
      'the same events again with %s give the first result and are not doubled',
      async (_c, expected) => {
        const stream = streamName();
        const events = happenedTimes(3);
        const first = await append(stream, events, expected);
        await append(stream, happened(9), 2n);
        expect(await append(stream, events, expected)).toEqual(first);
        expect(await count(stream)).toBe(4);
      },
    );

    test('the same events again at their exact revision give the first result', async () => {
      const stream = streamName();
      await append(stream, happenedTimes(2));
      const events = happenedTimes(2);
      const first = await append(stream, events, 1n);
      expect(await append(stream, events, 1n)).toEqual(first);
      expect(await append(stream, events.slice(0, 1), 1n)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await count(stream)).toBe(4);
    });

    test('the same events again at the present revision are new events', async () => {
      const stream = streamName();
      const events = happenedTimes(1);
      await append(stream, events, NO_STREAM);
      expect((await append(stream, events, 0n)).nextExpectedRevision).toBe(1n);
      expect(await count(stream)).toBe(2);
    });

    test.each([
      ['NO_STREAM', NO_STREAM],
      ['ANY', ANY],
    ] as const)('events that are there only in part are refused with %s', async (_case, expected) => {
      const stream = streamName();
      const [first, second, third] = happenedTimes(3);
      if (!first || !second || !third) throw new Error('three events');
      await append(stream, [first, second], expected);
      const error = await rejection(append(stream, [first, second, third], expected));
      expect(error).toBeInstanceOf(WrongExpectedVersionError);
      expect(error).toMatchObject({ actualVersion: 1n });
      expect(await count(stream)).toBe(2);
    });

    test('the same events in another stream are other events', async () => {
      const events = happenedTimes(2);
      await append(streamName(), events);
      expect((await append(streamName(), events)).nextExpectedRevision).toBe(1n);
    });

    test('more than 1 MiB is refused by name and nothing of it is stored', async () => {
      const stream = streamName();
      const half = () => binaryEvent({ type: 'Big', data: Buffer.alloc(600_000, 1) });
      const error = await rejection(append(stream, [half(), half()]));
      expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
      expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
      expect((await append(stream, half(), NO_STREAM)).nextExpectedRevision).toBe(0n);
    });

    test('of 1 MiB, data, metadata and twice the characters of the type, is taken; a byte more is not', async () => {
      const stream = streamName();
      const [type, metadata] = ['Ünique', new Uint8Array(100)];
      const room = 1024 * 1024 - 2 * type.length - metadata.length;
      const sized = (bytes: number) => binaryEvent({ type, data: new Uint8Array(bytes), metadata });
      const error = await rejection(append(stream, sized(room + 1)));
      expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
      expect((await append(stream, sized(room))).nextExpectedRevision).toBe(0n);
    });

    test('data, metadata, type and name come back as they went in', async () => {
      const stream = `${streamName()} ü/雪\u{1F984}`;
      const id = randomUUID();
      const binary = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      await append(stream, [
        jsonEvent({
          id,
          type: 'Ünïcode雪',
          data: { text: 'ß\u{1F984}', deep: [{ a: null }] },
          metadata: { by: 'ü' },
        }),
        binaryEvent({ type: 'Bytes', data: binary, metadata: binary }),
        jsonEvent({ type: 'NoMetadata', data: {} }),
      ]);
      const [json, bytes, plain] = await collect(target.client().readStream(stream));
      expect(json?.event).toMatchObject({
        id,
        streamId: stream,
        type: 'Ünïcode雪',
        isJson: true,
        data: { text: 'ß\u{1F984}', deep: [{ a: null }] },
        metadata: { by: 'ü' },
      });
      expect(bytes?.event?.isJson).toBe(false);
      // A binary event's data is a Uint8Array.
      expect(Buffer.from(bytes?.event?.data as Uint8Array).equals(binary)).toBe(true);
      expect(Buffer.from(bytes?.event?.metadata as Uint8Array).equals(binary)).toBe(true);
      expect(plain?.event?.metadata).toBeUndefined();
      expect(Math.abs(Date.now() - (json?.event?.created.getTime() ?? 0))).toBeLessThan(60_000);
    });

    test('concurrent appends at one revision: one wins, the others learn by whom', async () => {
      const stream = streamName();
      await append(stream, happened(0));
      const attempts = Array.from({ length: 16 }, (_, n) => append(stream, happened(n), 0n));
      const results = await Promise.allSettled(attempts);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ actualVersion: 1n });
      }
    });
  });

  test('one append split over many messages is one append', async () => {
    const stream = streamName();
    const client = target.client();
    await client.appendToStream(stream, happenedTimes(200), {
      batchAppendSize: 300,
      expectedRevision: NO_STREAM,
    });
    expect(numbers(await collect(client.readStream(stream)))).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
  });

  test('split appends to many streams at once do not mix', async () => {
    const client = target.client();
    const streams = Array.from({ length: 20 }, () => streamName());
    await Promise.all(
      streams.map((stream) => client.appendToStream(stream, happenedTimes(30), { batchAppendSize: 200 })),
    );
    for (const stream of streams) {
      const read = numbers(await collect(client.readStream(stream)));
      expect(read).toEqual(Array.from({ length: 30 }, (_, n) => n));
    }
  });
}
