import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalJson } from '../canonical-json.ts';
import { allowsPlainOnly, fittingText } from './fitting-text.ts';
import { accepted, bent, OTHERS, schemas, slowText } from './testing/schema-values.ts';

test('the compiled pass says of every schema of an event what the schema and the slow writer say', {
  timeout: 60_000,
}, () => {
  for (const [name, schema] of schemas) {
    const quick = fittingText(schema);
    const values = accepted(schema);
    let fitting = 0;
    fc.assert(
      fc.property(values, (value) => {
        const text = slowText(schema, value);
        if (text !== undefined) fitting += 1;
        expect(quick(value), name).toBe(text);
      }),
      { numRuns: 12 },
    );
    expect(fitting, name).toBeGreaterThan(3);
    const bends = fc.tuple(fc.nat(60), fc.nat(5));
    fc.assert(
      fc.property(values, bends, fc.constantFrom(...OTHERS), (value, bend, other) => {
        const changed = bent(value, bend, other);
        expect(quick(changed), name).toBe(slowText(schema, changed));
      }),
      { numRuns: 20 },
    );
  }
});

test('what is no plain object fits nowhere', () => {
  const quick = fittingText(z.strictObject({ a: z.optional(z.string()) }));
  for (const value of [null, undefined, [], 'a', 1, new Map(), JSON.parse('{"__proto__":"x"}'), { b: 1 }])
    expect(quick(value)).toBeUndefined();
  expect(quick({})).toBe('{}');
  expect(quick({ a: '\u2028"\\\n' })).toBe(canonicalJson({ a: '\u2028"\\\n' }));
  expect(quick({ a: '\ud800' })).toBeUndefined();
});

test('a pattern that may match a mark that JSON escapes is told from one that cannot', () => {
  for (const pattern of [/^[0-9a-f]{64}$/, /^0x[0-9a-fA-F]{40}$/, /^C:\d+\/P:\d+$/, /^(a|b)$/])
    expect(allowsPlainOnly(pattern), String(pattern)).toBe(true);
  for (const pattern of [/^\S+$/, /^[^a]$/, /^.$/, /a$/, /^a/, /^a|b$/, /^[ -~]$/, /^\W$/, /^\x22$/])
    expect(allowsPlainOnly(pattern), String(pattern)).toBe(false);
});

test('bounds are those of the schema, both of them included', () => {
  const string = (...checks: Parameters<ReturnType<typeof z.string>['check']>) =>
    fittingText(z.string().check(...checks));
  const within = string(z.minLength(2), z.maxLength(3), z.maxLength(9), z.minLength(1));
  expect(['a', 'ab', 'abc', 'abcd', 'é"', 5, null].map(within)).toEqual([
    ...[undefined, '"ab"', '"abc"', undefined, canonicalJson('é"'), undefined, undefined],
  ]);
  const marked = string(z.regex(/^\S+$/), z.maxLength(4));
  expect(['a"b', 'a b', 'abcde', '\ud800', ''].map(marked)).toEqual(['"a\\"b"', ...Array(4).fill(undefined)]);
  const plain = string(z.regex(/^[a-c]+$/), z.regex(/^a[a-z]*$/));
  expect(['abc', 'bca', 'axx'].map(plain)).toEqual(['"abc"', undefined, undefined]);

  const number = (...checks: Parameters<ReturnType<typeof z.int>['check']>) =>
    fittingText(z.int().check(...checks));
  const bounded = number(z.minimum(1), z.maximum(3), z.maximum(7), z.minimum(0));
  expect([0, 1, 3, 4, 1.5, '2', Number.NaN, 2 ** 53].map(bounded)).toEqual([
    ...[undefined, '1', '3', undefined, undefined, undefined, undefined, undefined],
  ]);
  const most = Number.MAX_SAFE_INTEGER;
  expect([most, -most, most + 1].map(number())).toEqual([String(most), String(-most), undefined]);
  expect([2, 3].map(number(z.lt(3)))).toEqual(['2', undefined]);
  expect([3, 4].map(number(z.gt(3)))).toEqual([undefined, '4']);
  const anyNumber = fittingText(z.number());
  expect([0.5, '0.5'].map(anyNumber)).toEqual(['0.5', undefined]);
});

test('one of several schemas, nothing, and what is true or false', () => {
  const one = fittingText(z.union([z.literal('a'), z.int(), z.null()]));
  expect(['a', 5, 'b', null, undefined].map(one)).toEqual(['"a"', '5', undefined, 'null', undefined]);
  const nothing = fittingText(z.nullable(z.boolean()));
  expect([null, true, false, 'true'].map(nothing)).toEqual(['null', 'true', 'false', undefined]);
});
