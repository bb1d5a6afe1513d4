import { expect, test } from 'vitest';
import { ApiError, NoAnswer } from './api-error.ts';
import { createCommandKey, type OpenActs } from './command-key.ts';

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

test('who has to sign in again in between goes on with the same act, in a new form, too', () => {
  const open: OpenActs = new Map();
  let made = 0;
  const form = (account: string) =>
    createCommandKey(
      () => `key ${++made}`,
      open,
      () => account,
    );
  const first = form('A');
  expect(first.keyFor({ amount: '5' })).toBe('key 1');
  first.failed(new NoAnswer(new Error()));
  expect(first.keyFor({ amount: '5' })).toBe('key 1');
  first.failed(new ApiError(401, ''));
  // Another account, or another amount, is another act.
  expect(form('B').keyFor({ amount: '5' })).toBe('key 2');
  expect(form('A').keyFor({ amount: '6' })).toBe('key 3');
  const again = form('A');
  expect(again.keyFor({ amount: '5' })).toBe('key 1');
  again.succeeded();
  expect(form('A').keyFor({ amount: '5' })).toBe('key 4');
});

test('a page of another account ends no act', () => {
  const key = counted();
  expect(key.keyFor({})).toBe('key 1');
  key.failed(new ApiError(403, '{"error":"WalletHeaderMismatch","message":"x"}'));
  expect(key.keyFor({})).toBe('key 1');
  key.failed(new ApiError(403, '{"error":"NotAnAdmin","message":"x"}'));
  expect(key.keyFor({})).toBe('key 2');
});

test('other input is another act', () => {
  const key = counted();
  key.keyFor({ amount: '1' });
  key.failed(new NoAnswer(new Error()));
  expect(key.keyFor({ amount: '2' })).toBe('key 2');
});
