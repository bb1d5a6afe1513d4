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
