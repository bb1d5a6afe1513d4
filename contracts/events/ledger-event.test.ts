import { expect, test } from 'vitest';
import { parseStream, SINGLE_STREAMS, STREAM_PREFIXES, streamOf } from './ledger-event.ts';

test('a stream that is one of many has a category and an id', () => {
  expect(parseStream(streamOf('raffle', '7'))).toEqual({ category: 'raffle', id: '7' });
  const day = streamOf('access-log', '2026-11-22');
  expect(day).toBe('access-log-2026-11-22');
  expect(parseStream(day)).toEqual({ category: 'access-log', id: '2026-11-22' });
});

test.each(SINGLE_STREAMS)(
  '%s has neither, whatever it begins with, and is read with the ledger',
  (stream) => {
    expect(parseStream(stream)).toBeUndefined();
    expect(STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix))).toBe(true);
  },
);
