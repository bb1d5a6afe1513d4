import { expect, test } from 'vitest';
import { ApiError, NoAnswer } from './api-error.ts';
import { createCommandKey } from './command-key.ts';

function counted() {
  let made = 0;
  return createCommandKey(() => {
    made += 1;
    return `key ${made}`;
  });
}

test.each([
  ['no answer', new NoAnswer(new Error())],
  ['503', new ApiError(503, '')],
  ['429', new ApiError(429, '')],
])('after %s the same act keeps its key', (_name, error) => {
  const key = counted();
  expect(key.keyFor({})).toBe('key 1');
  key.failed(error);
  expect(key.keyFor({})).toBe('key 1');
});

test('after a refusal or a success the next act has its own', () => {
  const key = counted();
  key.keyFor({});
  key.failed(new ApiError(409, ''));
  expect(key.keyFor({})).toBe('key 2');
  key.succeeded();
  expect(key.keyFor({})).toBe('key 3');
});

test('other input is another act', () => {
  const key = counted();
  key.keyFor({ amount: '1' });
  key.failed(new NoAnswer(new Error()));
  expect(key.keyFor({ amount: '2' })).toBe('key 2');
});
