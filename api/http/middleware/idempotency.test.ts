import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { commandIdOf, requestHashOf } from './idempotency.ts';

test('two people who choose the same key send two commands: neither is given the answer of the other', () => {
  const key = randomUUID();
  const [anna, ben] = [randomUUID(), randomUUID()];
  expect(commandIdOf(anna, key)).not.toBe(commandIdOf(ben, key));
  expect(commandIdOf(anna, key)).toBe(commandIdOf(anna, key.toUpperCase()));
  expect(commandIdOf(anna, key)).not.toBe(commandIdOf(anna, randomUUID()));
});

test('requests differ by where they go and by what they ask for, and by nothing else', () => {
  const request = { method: 'POST', path: '/api/rewards/claim', body: { amount: 5n, reason: 'x' } };
  const hash = requestHashOf(request);
  expect(requestHashOf({ ...request, body: { reason: 'x', amount: 5n, note: undefined } })).toBe(hash);
  for (const other of [
    { ...request, method: 'PUT' },
    { ...request, path: '/api/rewards/check-in' },
    { ...request, body: { amount: 6n, reason: 'x' } },
    { ...request, body: { amount: 5n, reason: 'y' } },
  ]) {
    expect(requestHashOf(other)).not.toBe(hash);
  }
});
