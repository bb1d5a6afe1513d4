import { describe, expect, test } from 'vitest';
import { NothingToClaim } from '../accounts/errors.ts';
import { IdempotencyKeyReused, LedgerAhead, LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import { AsideLanes } from './aside-lanes.ts';
import { RecentMap } from './recent-map.ts';
import { isForever, reasonOf } from './set-aside.ts';

const coded = (code: string) => Object.assign(new Error('Postgres says no'), { code });

describe('what cannot be handled', () => {
  test.each<[string, unknown]>([
    ['a refusal', new NothingToClaim()],
    ['a key that means something else', new IdempotencyKeyReused()],
    ['a ledger that is not what it was', new LedgerCorrupt('a gap')],
    ['a bug', new TypeError('not a function')],
    ['a number out of its range', new RangeError('too long')],
    ['a name that is not there', new ReferenceError('nothing')],
    ['a text that is no JSON', new SyntaxError('{')],
    ['a value that Postgres refuses', coded('22P02')],
    ['a constraint that Postgres keeps', coded('23505')],
  ])('%s: for ever', (_, error) => expect(isForever(error)).toBe(true));

  test.each<[string, unknown]>([
    ['the ledger does not answer', new LedgerUnavailable()],
    ['what only a newer release can read', new LedgerAhead('CheckedIn has version 9')],
    ['anything else', new Error('connection reset')],
    ['Postgres ends the connection', coded('57P01')],
    ['Postgres gives up a deadlock', coded('40P01')],
    ['a code that only contains such a class', coded('X22P02')],
    ['a code of another length', coded('22P021')],
    ['a code that is no text', Object.assign(new Error('x'), { code: 22 })],
    ['what is no error', { code: '23505' }],
  ])('%s: for now', (_, error) => expect(isForever(error)).toBe(false));

  test('has a reason of a line at the most', () => {
    expect(reasonOf(new Error('away'))).toBe('away');
    expect(reasonOf(new TypeError(''))).toBe('TypeError');
    expect(reasonOf('plain words')).toBe('plain words');
    expect(reasonOf(undefined)).toBe('undefined');
    expect(reasonOf(new Error('x'.repeat(501)))).toBe('x'.repeat(500));
  });
});

describe('lanes that queue up in the set-aside', () => {
  test('are opened once, and closed when nothing waits and nothing was added since', async () => {
    const lanes = new AsideLanes();
    expect([lanes.has('a'), lanes.names, lanes.mark('a')]).toEqual([false, [], 0]);
    lanes.open('a');
    lanes.open('b');
    await lanes.add('a', async () => undefined);
    lanes.open('a');
    expect([lanes.has('a'), lanes.names, lanes.mark('a')]).toEqual([true, ['a', 'b'], 1]);
    const before = lanes.mark('a');
    await lanes.add('a', async () => undefined);
    lanes.closeIfEmpty('a', before);
    expect(lanes.has('a')).toBe(true);
    lanes.closeIfEmpty('a', lanes.mark('a'));
    expect(lanes.names).toEqual(['b']);
    lanes.closeIfEmpty('nobody', 0);
  });

  test('are not closed while an event is on its way there, also when it does not get there', async () => {
    const lanes = new AsideLanes();
    const { promise, reject } = Promise.withResolvers<void>();
    const adding = lanes.add('a', () => promise);
    lanes.closeIfEmpty('a', lanes.mark('a'));
    expect(lanes.has('a')).toBe(true);
    reject(new Error('Postgres is away'));
    await expect(adding).rejects.toThrow('away');
    lanes.closeIfEmpty('a', lanes.mark('a'));
    expect(lanes.has('a')).toBe(false);
  });
});

test('a map of what was used last forgets what was used longest ago', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
  map.set('a', 4);
  map.set('d', 5);
  expect(['a', 'c', 'd'].map((key) => map.get(key))).toEqual([4, undefined, 5]);
});
