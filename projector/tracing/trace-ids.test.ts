import { expect, test } from 'vitest';
import { traceIdsOf } from './trace-ids.ts';
import { parseHeaders, tracingOf } from './tracing-config.ts';

test('every process works out the same trace and first span of a request, and two requests share none', () => {
  const id = '0f0f1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d';
  const ids = traceIdsOf(id);
  expect(ids).toEqual({ traceId: id.replaceAll('-', ''), spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(traceIdsOf(id.toUpperCase())).toEqual(ids);
  expect(traceIdsOf('1f0f1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d')?.spanId).not.toBe(ids?.spanId);
});

test('what is no UUID, or the one of nothing, has no trace', () => {
  for (const id of [
    '',
    'x',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '00000000-0000-0000-0000-000000000000',
  ])
    expect(traceIdsOf(id)).toBeUndefined();
});

test('headers are read as the setting has them, and what is none is refused', () => {
  expect(parseHeaders('api-key=a%2Cb, x=1=2')).toEqual({ 'api-key': 'a,b', x: '1=2' });
  for (const text of ['', 'x', '=1', 'a b=1', 'a=%E0%A4%A']) expect(parseHeaders(text)).toBeUndefined();
  expect(tracingOf(undefined, 'a=1')).toBeUndefined();
  expect(tracingOf('http://c:4318', undefined)).toEqual({ endpoint: 'http://c:4318', headers: {} });
});
