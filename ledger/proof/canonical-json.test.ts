import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../testing/runs-of.ts';
import { canonicalJson, MOST_DEPTH, NotCanonical } from './canonical-json.ts';

describe('RFC 8785', () => {
  test('the example of section 3.2.2 and 3.2.3', () => {
    const input = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('keys sort by UTF-16 code units, not by code points', () => {
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(keys)))).toHaveLength(7);
    expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
  });

  test.each([
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a Date', new Date(0)],
    ['a hole', new Array(2)],
    ['a list too deep in others', nested(MOST_DEPTH + 1)],
    ['what no stack could hold', { a: nested(200_000) }],
  ])('%s has no canonical form', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(NotCanonical);
  });

  test('as many values in one another as there may be have one', () => {
    expect(canonicalJson(nested(MOST_DEPTH))).toBe('['.repeat(MOST_DEPTH) + ']'.repeat(MOST_DEPTH));
  });

  test('the order of members does not matter and the meaning survives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(JSON.parse(text)))).toBe(text);
      }),
      { numRuns: runsOf(100) },
    );
  });
});

/** So many lists, each in the one before it. */
function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}
