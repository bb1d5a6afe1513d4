import { expect, test } from 'vitest';
import { whereStoresAre } from './deployed-stores.ts';

const stores = { EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://p/db' };

test('stores that are named are used, Docker or not', () => {
  expect(whereStoresAre(stores, false)).toEqual({ kind: 'given', stores });
  expect(whereStoresAre({ ...stores, HOME: '/' }, true)).toEqual({ kind: 'given', stores });
});

test('one store alone is a mistake, never a run that passes', () => {
  const { EVENTSTORE_URL, DATABASE_URL } = stores;
  expect(whereStoresAre({ EVENTSTORE_URL }, true)).toMatchObject({ kind: 'nowhere', exitCode: 2 });
  expect(whereStoresAre({ DATABASE_URL }, true)).toMatchObject({
    kind: 'nowhere',
    words: expect.stringMatching(/EVENTSTORE_URL is not set/),
    exitCode: 2,
  });
});

test('without either it runs in containers, and without Docker not at all, in one line', () => {
  expect(whereStoresAre({ EVENTSTORE_URL: '' }, true)).toEqual({ kind: 'docker' });
  expect(whereStoresAre({}, false)).toEqual({
    kind: 'nowhere',
    words: expect.stringMatching(/^The deployed suite did not run: [^\n]*Nothing was tested\.$/),
    exitCode: 0,
  });
});
