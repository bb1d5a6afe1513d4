import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { reasonOf } from '../../contracts/reason-of.ts';
import { connectDatabase } from './connect.ts';

afterEach(() => vi.restoreAllMocks());

test('a Postgres that is at none of the addresses of its name is told with the reason', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  // Of its overloads the one that a connection asks.
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: object,
    found: (error: null, all: object[]) => void,
  ) => found(null, addresses)) as never);
  await expect(connectDatabase('postgres://evo@two-addresses.example:1/evo')).rejects.toThrow(
    /Postgres does not answer: .*ECONNREFUSED 127\.0\.0\.1:1.*ECONNREFUSED 127\.0\.0\.2:1/,
  );
});

test('whatever fails has a reason in words', () => {
  expect(reasonOf(new Error('it is gone'))).toBe('it is gone');
  expect(reasonOf(new AggregateError([new Error('one'), new Error('two')]))).toBe('one; two');
  expect(reasonOf(new AggregateError([new Error('one')], 'all'))).toBe('all');
  expect(reasonOf(new TypeError())).toBe('TypeError');
  expect(reasonOf('why')).toBe('why');
});
