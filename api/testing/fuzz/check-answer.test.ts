import { expect, test } from 'vitest';
import { z } from 'zod';
import { faultOf } from './check-answer.ts';
import type { Api, Operation } from './operations.ts';
import type { FuzzAnswer } from './send.ts';

const error = z.strictObject({ error: z.string() });
const json = (schema: z.ZodType) => ({ contentType: 'application/json', schema });
const operation: Operation = {
  method: 'GET',
  path: '/api/thing',
  parameters: [],
  body: undefined,
  consumes: undefined,
  answers: new Map([
    [200, json(z.strictObject({ thing: z.int() }))],
    [404, json(error)],
    [503, json(error)],
  ]),
  isSlow: false,
};
const api: Api = { operations: [operation], error };
const fault = (answer: Partial<FuzzAnswer> & { readonly text?: string }, method = 'GET', isSlow = false) =>
  faultOf(
    api,
    { ...operation, isSlow },
    { method, target: '/api/thing', headers: {}, body: undefined },
    {
      status: 200,
      milliseconds: 10,
      ...answer,
      headers: { 'content-type': 'application/json', 'x-request-id': 'x', ...answer.headers },
      body: Buffer.from(answer.text ?? '{"thing":1}'),
    },
  );

test('an answer as documented has no fault', () => {
  expect(fault({})).toBeUndefined();
  expect(fault({ status: 404, text: '{"error":"NotFound"}' })).toBeUndefined();
  expect(fault({ status: 405, text: '{"error":"MethodNotAllowed"}' }, 'PATCH')).toBeUndefined();
  const later = { status: 503, text: '{"error":"Later"}', headers: { 'retry-after': '1' } };
  expect(fault(later)).toBeUndefined();
  expect(fault({ milliseconds: 9_000 }, 'GET', true)).toBeUndefined();
});

test.each([
  ['a fault of the program', { status: 500, text: '{"error":"x"}' }, 'GET', /^500$/],
  ['503 that does not say when', { status: 503, text: '{"error":"x"}' }, 'GET', /Retry-After/],
  ['a long wait', { milliseconds: 3_001 }, 'GET', /3001 ms/],
  ['a status that is not documented', { status: 402, text: '{"error":"x"}' }, 'GET', /not documented/],
  ['another body', { text: '{"thing":"1"}' }, 'GET', /thing: /],
  ['more than the body has', { text: '{"thing":1,"secret":2}' }, 'GET', /not as documented/],
  ['no JSON', { text: 'Internal Server Error' }, 'GET', /no JSON/],
  ['another type', { headers: { 'content-type': 'text/html' } }, 'GET', /Content-Type/],
  ['a method that is not there and is done', { status: 200 }, 'DELETE', /200 to DELETE/],
  ['a refusal without a body', { status: 405, text: '' }, 'PATCH', /no JSON/],
  ['a text in place of the error', { status: 405, text: '"no"' }, 'PATCH', /not as documented/],
])('%s is a fault', (_, answer, method, expected) => expect(fault(answer, method)).toMatch(expected));
