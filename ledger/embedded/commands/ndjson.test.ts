import { expect, test } from 'vitest';
import { contentBytes, fromLine, toLine } from './ndjson.ts';

const event = {
  id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  stream: 'a"b\nü',
  revision: 3,
  position: 9,
  type: 'Type"',
  isJson: true,
  created: 17_000_000_000_000_000,
} as const;

test.each([
  ['JSON', '{"a":[1,"ü"]}'],
  ['numbers beyond a double', '{"$tb":9223372036854775807,"small":0.10000000000000000001}'],
  ['JSON with spaces', '{ "a": 1 }'],
  ['JSON over lines', '{\n"a": 1\n}'],
  ['no JSON at all', 'a\nb'],
  ['nothing', ''],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
])('%s come back byte for byte', (_case, content) => {
  const data = Buffer.from(content);
  const line = toLine({ ...event, data, metadata: data });
  expect(line).not.toContain('\n');
  const read = fromLine(line);
  expect(read).toMatchObject({ stream: event.stream, revision: 3, id: event.id, type: event.type });
  expect(Buffer.from(contentBytes(read.data)).equals(data)).toBe(true);
  expect(Buffer.from(contentBytes(read.metadata)).equals(data)).toBe(true);
});

test.each([
  '',
  '[]',
  '{}',
  '{"stream":"a","id":"b","type":"c","contentType":"d","revision":1,"data":1,"metadata":{}}',
])('%j is no event', (line) => expect(() => fromLine(line)).toThrow());
