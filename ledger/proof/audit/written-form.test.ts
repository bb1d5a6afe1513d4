import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accepted, bent, OTHERS, schemas, slowText } from './testing/schema-values.ts';
import { unrolled, type WrittenForm, writtenForm } from './written-form.ts';

/** What a form makes of a text that is one value from beginning to end. */
function whole(form: WrittenForm | undefined, text: string): string | undefined {
  const found = form?.recognise(`,${text}`, 1);
  return found?.end === text.length + 1 ? found.canonical : undefined;
}

/** The text with something in it put another way: what JSON reads as the same, and what it reads as something else. */
function altered(text: string, [place, kind]: readonly [number, number], mark: string): string {
  const at = place % text.length;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === 0) return before + mark + after;
  if (kind === 1) return before + mark + after.slice(1);
  if (kind === 2) return before + after.slice(1);
  // A member twice, of which a parser takes the last.
  if (kind === 3) return text.replace(/("\w+":)("[^"]*"|\d+)/, `$1$2,$1$2`);
  return text.replace(/[a-z]/g, (letter, index) =>
    index === at ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
  );
}
const MARKS = [' ', '"', '\\', ',', '{', '}', '0', '-', '.', 'e', '1', 'a', 'é', '\u007f', '\n', ':', 'null'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** These hold lists, or numbers within bounds that no pattern says. They are few in a ledger. */
const WITHOUT = [
  'DenialsCounted',
  'MusicTrackAdded',
  'RaffleCommitted',
  'RaffleDrawn',
  'NotaryKeySet',
  'LedgerSealed',
];

/** Text that JSON writes as it is. */
const plain = fc.stringMatching(/^[ !#-[\]-~]{1,20}$/);

test('a form recognises each plain value that is written so, and its canonical text', {
  timeout: 60_000,
}, () => {
  const without: string[] = [];
  for (const [name, schema] of schemas) {
    let recognised = 0;
    const check = (value: unknown) => {
      const form = writtenForm(schema, value);
      if (!form) return;
      expect(whole(form, JSON.stringify(value)), name).toBe(slowText(schema, value));
      recognised += 1;
    };
    fc.assert(fc.property(accepted(schema, plain), check), { numRuns: 12 });
    if (recognised === 0) without.push(name);
  }
  expect(without).toEqual(WITHOUT);
});

test('what a form recognises is what the schema accepts, however the text was altered', {
  timeout: 60_000,
}, () => {
  for (const [name, schema] of schemas) {
    const bends = fc.tuple(fc.nat(60), fc.nat(5), fc.constantFrom(...OTHERS));
    const alterations = fc.tuple(fc.nat(600), fc.nat(5), fc.constantFrom(...MARKS));
    fc.assert(
      fc.property(
        fc.oneof(accepted(schema, plain), accepted(schema)),
        bends,
        alterations,
        (value, [place, kind, other], [at, how, mark]) => {
          const form = writtenForm(schema, value);
          const text = JSON.stringify(value);
          const changed = JSON.stringify(bent(value, [place, kind], other)) ?? '';
          for (const another of [text, changed, altered(text, [at, how], mark)]) {
            const canonical = whole(form, another);
            if (canonical === undefined) continue;
            expect(canonical, name).toBe(slowText(schema, parsed(another)));
            expect(another.length, name).toBe(canonical.length);
          }
        },
      ),
      { numRuns: 20 },
    );
  }
});

test('members are put in order, those within others too, and nothing else is recognised', () => {
  const schema = z.strictObject({
    b: z.strictObject({ d: z.string(), c: z.optional(z.int()) }),
    a: z.nullable(z.string()),
  });
  const form = writtenForm(schema, { b: { d: 'x', c: 1 }, a: null });
  expect(whole(form, '{"b":{"d":"x","c":1},"a":null}')).toBe('{"a":null,"b":{"c":1,"d":"x"}}');
  for (const text of [
    '{"b":{"d":"x","c":1},"a":null,"a":null}',
    '{"b":{"d":"x","c":1},"a":null} ',
    '{"b":{"d":"x","c":1.0},"a":null}',
    '{"b":{"d":"x","c":01},"a":null}',
    '{"b":{"d":"x","c":9007199254740993},"a":null}',
    '{"b":{"d":"\\u0078","c":1},"a":null}',
    '{"b":{"d":"é","c":1},"a":null}',
    '{"a":null,"b":{"d":"x","c":1}}',
    '{"b":{"d":"x"},"a":null}',
  ])
    expect(whole(form, text), text).toBeUndefined();
  expect(writtenForm(z.object({ a: z.string() }), { a: 'x' })).toBeUndefined();
  expect(writtenForm(z.array(z.string()), ['x'])).toBeUndefined();
  expect(writtenForm(z.string().check(z.regex(/^\S+$/)), 'x')).toBeUndefined();
});

test('what is counted in a pattern is written out, and what is optional, escaped or in a class stays', () => {
  expect(unrolled('[0-9a]{3}-\\d{2}\\{2\\}')).toBe('[0-9a][0-9a][0-9a]-\\d\\d\\{2\\}');
  expect(unrolled('[\\]{3}]{2}x{2}(?:ab){2}')).toBe('[\\]{3}][\\]{3}]x{2}(?:ab){2}');
  expect(unrolled('[ab]{0,3}[ab]{2}?')).toBe('[ab]{0,3}[ab]{2}?');
});
