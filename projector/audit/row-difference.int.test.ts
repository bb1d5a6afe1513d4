import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { differenceOf } from './row-difference.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

/** A table of these names, in a transaction of its own that nothing comes of. */
async function holding(names: readonly string[]) {
  const db = new pg.Client({ connectionString: postgres.connectionString });
  await db.connect();
  await db.query('begin; create temp table names (name text)');
  await db.query('insert into names select * from unnest($1::text[])', [names]);
  return { db, schema: 'pg_temp', [Symbol.asyncDispose]: () => db.end() };
}

async function difference(names: readonly string[], expectedNames: readonly string[]) {
  await using live = await holding(names);
  await using expected = await holding(expectedNames);
  return await differenceOf('names', live, expected);
}

test('rows are the same in whatever order, and where there are none', async () => {
  expect(await difference(['b', 'a', 'a'], ['a', 'b', 'a'])).toBeUndefined();
  expect(await difference([], [])).toBeUndefined();
});

test('rows that are there another number of times are told', async () => {
  const told = { table: 'names', rows: 3, expectedRows: 3, missing: ['(b)'], surplus: ['(a)'] };
  expect(await difference(['a', 'a', 'b'], ['a', 'b', 'b'])).toEqual(told);
});

test('a row is told that was written so that its short hash is that of the row in whose place it stands', async () => {
  const [given, forged] = ['Weekly-10.0a0aaeaq0habA', 'Weekly-99dukjc+AE+qAyAl'];
  await using both = await holding([given, forged]);
  const { rows } = await both.db.query(
    'select count(distinct hashtextextended(row::text, 0))::int as hashes from names as row',
  );
  expect(rows).toEqual([{ hashes: 1 }]);
  const told = {
    table: 'names',
    rows: 2,
    expectedRows: 2,
    missing: [`(${given})`],
    surplus: [`(${forged})`],
  };
  expect(await difference([forged, 'a'], [given, 'a'])).toEqual(told);
});
