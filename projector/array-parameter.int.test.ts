import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArrayParameter, type Element, type ElementType } from './array-parameter.ts';
import { createPool } from './database.ts';
import { startTestPostgres, type TestPostgres } from './testing/postgres.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString, { maxConnections: 1 });
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

/** How Postgres writes an array that it was given in binary form, and one that it was given as text. */
async function bothForms(type: ElementType, values: readonly Element[]): Promise<[string, string]> {
  const { rows } = await pool.query<{ binary: string; text: string }>(
    `select $1::${type}[]::text as binary, $2::${type}[]::text as text`,
    [new ArrayParameter(type, values), values],
  );
  const [row] = rows;
  if (!row) throw new Error('one row is asked for');
  return [row.binary, row.text];
}

const time = fc.date({
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('2199-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const amount = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.string({ unit: digit(), maxLength: 18 }))
  .map(([isNegative, whole, part]) => `${isNegative ? '-' : ''}${whole}${part && `.${part}`}`);
const ELEMENTS: Readonly<Record<ElementType, fc.Arbitrary<Element>>> = {
  boolean: fc.boolean(),
  bytea: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  bigint: fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.maxSafeInteger()),
  smallint: fc.integer({ min: -32_767, max: 32_767 }),
  text: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
  date: time.map((date) => date.toISOString().slice(0, 10)),
  timestamptz: fc.oneof(
    time.map((date) => date.toISOString()),
    time.map((date) => `${date.toISOString().slice(0, 19)}Z`),
  ),
  numeric: fc.oneof(amount, fc.bigInt(), fc.integer()),
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
};

test.each(Object.entries(ELEMENTS) as [ElementType, fc.Arbitrary<Element>][])(
  '%s: what is sent in binary form is what its text says, null among it',
  async (type, element) => {
    const arrays = fc.array(fc.option(element, { nil: null }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(arrays, async (values) => {
        expect(new ArrayParameter(type, values).toPostgres()).toBeInstanceOf(Buffer);
        const [binary, text] = await bothForms(type, values);
        expect(binary).toBe(text);
      }),
      { numRuns: 100 },
    );
  },
);

test.each<[ElementType, Element]>([
  ['bigint', '12'],
  ['smallint', '7'],
  ['date', '0044-03-15'],
  ['date', 'infinity'],
  ['timestamptz', '2026-01-02T03:04:05.123456Z'],
  ['timestamptz', '2026-01-02T03:04:05+02:00'],
  ['timestamptz', '2026-01-02T24:00:00Z'],
  ['timestamptz', '-infinity'],
  ['numeric', 'NaN'],
  ['numeric', '1e10'],
  ['uuid', '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'],
  ['uuid', 'a0eebc999c0b4ef8bb6d6bb9bd380a11'],
])('%s %s has no binary form here: all of the array goes as text', async (type, odd) => {
  expect(new ArrayParameter(type, [null, odd]).toPostgres()).toEqual([null, odd]);
  const [binary, text] = await bothForms(type, [null, odd]);
  expect(binary).toBe(text);
});

test.each<[ElementType, Element]>([
  ['date', '2026-02-30'],
  ['timestamptz', '2026-02-29T00:00:00Z'],
  ['timestamptz', '2026-01-02T03:04:61Z'],
  ['bigint', 2n ** 63n],
  ['smallint', 40_000],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1g'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d+6bb9bd380a11'],
  ['text', 'a\0b'],
])('%s %s is none, and Postgres says so', async (type, wrong) => {
  const asked = pool.query(`select $1::${type}[]`, [new ArrayParameter(type, [wrong])]);
  await expect(asked).rejects.toThrow(/invalid|out of range/);
});

function digit() {
  return fc.constantFrom(...'0123456789');
}
