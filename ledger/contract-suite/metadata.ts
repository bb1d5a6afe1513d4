import { ANY, BACKWARDS, binaryEvent, END, StreamNotFoundError } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  happened,
  happenedTimes,
  numbers,
  rejection,
  streamName,
  type Target,
  writeRawMetadata,
} from './target.ts';

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

  describe('stream metadata that says nothing', () => {
    /** What a stream of five events shows once this was written as its metadata. */
    const shownUnder = async (json: string) => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(5));
      await writeRawMetadata(client, stream, json);
      return numbers(await collect(client.readStream(stream)));
    };
    const everything = [0, 1, 2, 3, 4];

    test.each(['{"$maxCount":0}', '{"$maxCount":-1}', '{"$maxAge":0}', '{"$maxAge":-3600}', '{"$tb":-1}'])(
      'a number that is not positive is left out: %s',
      async (json) => {
        expect(await shownUnder(json)).toEqual(everything);
      },
    );

    test.each([
      '"$maxAge":0',
      '"$cacheControl":-1',
      '"$tb":0',
      '"$tmp":true',
      '"$acl":{"$r":"$all","$w":["a"]}',
      '"mine":{"$maxCount":"x"}',
    ])('and does not keep what stands beside it from counting: %s', async (field) => {
      expect(await shownUnder(`{${field},"$maxCount":2}`)).toEqual([3, 4]);
    });

    test.each([
      ['a text', '"$tb":"3"'],
      ['null', '"$tb":null'],
      ['a fraction', '"$tb":1.0'],
      ['an exponent', '"$maxAge":3e3'],
      ['more than 64 bits', '"$tb":9223372036854776000'],
      ['more seconds than a time span has', '"$maxAge":9223372036854775807'],
      ['a cache control that is a text', '"$cacheControl":"60"'],
      ['a temporary mark that is a number', '"$tmp":1'],
      ['rights that are a text', '"$acl":"$all"'],
      ['an unknown right', '"$acl":{"$x":"$all"}'],
      ['a right that is a number', '"$acl":{"$r":1}'],
      ['a role that is null', '"$acl":{"$w":["a",null]}'],
    ])('one field of a wrong kind makes all of it count for nothing: %s', async (_case, field) => {
      expect(await shownUnder(`{"$maxCount":2,${field}}`)).toEqual(everything);
      expect(await shownUnder(`{${field},"$maxCount":2}`)).toEqual(everything);
    });

    test.each(['[{"$maxCount":2}]', '2', 'null'])('what is no JSON object: %s', async (json) => {
      expect(await shownUnder(json)).toEqual(everything);
    });

    test('bytes that are not said to be JSON', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(5));
      await client.setStreamMetadata(stream, { maxCount: 1 });
      const data = Buffer.from('{"$maxCount":2}');
      await client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data }));
      expect(numbers(await collect(client.readStream(stream)))).toEqual(everything);
    });

    test('a soft delete is one only in its own number', async () => {
      const client = target.client();
      const stream = streamName();
      await client.appendToStream(stream, happenedTimes(2));
      await writeRawMetadata(client, stream, '{"$tb":9223372036854775807}');
      expect(await rejection(collect(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
      await client.appendToStream(stream, happened(2), { expectedRevision: ANY });
      expect(numbers(await collect(client.readStream(stream)))).toEqual([2]);
    });
  });
}
