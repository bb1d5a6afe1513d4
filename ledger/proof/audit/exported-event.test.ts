import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotAnExportLine, parseExportLine } from './exported-event.ts';

const ID = '00000000-0000-4000-8000-00000000000a';
const event = {
  position: 'C:9223372036854775807/P:0',
  id: ID,
  type: 'CheckedIn',
  stream: `account-${ID}`,
  revision: 0,
  data: {},
  metadata: {},
};
const key = { verifierKey: 'k', replaces: null };
const end = { end: true, events: 0, checkpoint: null, notaryKeys: [key] };
const head = { format: 'evo-rewards-ledger/1', from: 0, to: null };

/** What a reader of the line is told. */
function refusalOf(text: string): string {
  try {
    return `read as ${parseExportLine(text).kind}`;
  } catch (error) {
    if (error instanceof NotAnExportLine) return error.message;
    throw error;
  }
}

describe('a line is read', () => {
  test.each([
    { ...event, created: '2026-01-01T00:00:00.000Z' },
    { ...event, position: 'C:0/P:10' },
    { ...event, revision: Number.MAX_SAFE_INTEGER },
  ])('that is the event %j', (line) => {
    expect(parseExportLine(JSON.stringify(line))).toEqual({ kind: 'event', event: line });
  });

  test.each([head, { ...head, from: 3, to: 0 }])('that is the head %j', (line) => {
    expect(parseExportLine(JSON.stringify(line))).toEqual({ kind: 'head', head: line });
  });

  test.each([
    end,
    { ...end, events: 12, checkpoint: 'a note', sha256: 'a'.repeat(64), notaryKeys: [] },
    { ...end, notaryKeys: [key, { verifierKey: 'l', replaces: { verifierKey: 'k', signature: 's' } }] },
  ])('that is the end %j', (line) => {
    expect(parseExportLine(JSON.stringify(line))).toEqual({ kind: 'end', end: line });
  });
});

describe('a line that is none is refused by what is wrong with it', () => {
  const member = (name: string) => `its '${name}' is not what an export has there`;

  test.each([
    ['[]', 'it is not an object'],
    ['null', 'it is not an object'],
    ['"position"', 'it is not an object'],
    ['{}', 'it is no head, no event and no end'],
    ['{"format":"x/2"}', 'the format x/2 is not evo-rewards-ledger/1'],
  ])('%s', (text, words) => expect(refusalOf(text)).toBe(words));

  const ambiguous = 'it names a member twice';
  const line = JSON.stringify({ ...event, data: { amount: '1', list: [{ one: 1 }] } });
  test.each([
    ['of its own', line.replace('"id":', `"id":"${ID}","id":`), ambiguous],
    ['of its data', line.replace('"amount":"1"', '"amount":"999","amount":"1"'), ambiguous],
    ['deep within', line.replace('{"one":1}', '{"one":2, "one" : 1}'), ambiguous],
    ['in another writing', line.replace('"amount":"1"', '"amoun\\u0074":"999","amount":"1"'), ambiguous],
    ['of another prototype', line.replace('"amount":"1"', '"__proto__":{},"__proto__":{}'), ambiguous],
    [
      'only in a text',
      line.replace('"amount":"1"', String.raw`"amount":"\"amount\":\"1\"\\"`),
      'read as event',
    ],
    ['in two objects', line.replace('{"one":1}', '{"one":1},{"one":1}'), 'read as event'],
  ])('that has a name twice, %s', (_, text, words) => expect(refusalOf(text)).toBe(words));

  test('never for its names where it has each once, however it is written', () => {
    const data = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(data, fc.constantFrom(undefined, 2), (data, indent) => {
        expect(refusalOf(JSON.stringify({ ...event, data }, undefined, indent))).toBe('read as event');
      }),
    );
  });

  test('however deep it is', () => {
    const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
    expect(refusalOf(line.replace('[{"one":1}]', deep))).toBe('read as event');
    expect(refusalOf(line.replace('[{"one":1}]', deep.replace('"a":1', '"a":2,"a":1')))).toBe(ambiguous);
  });

  test('what is no JSON', () => expect(refusalOf('{')).toMatch(/^it is not JSON: .*JSON/));

  test.each<[string, object]>([
    ...[1, 'C:1', 'xC:1/P:1', 'C:1/P:1x', 'C:01/P:1', 'C:1/P:01', 'C:1/P:', `C:${'1'.repeat(20)}/P:1`].map(
      (position): [string, object] => ['position', { position }],
    ),
    ...[1, `x${ID}`, `${ID}x`, ID.toUpperCase(), ''].map((id): [string, object] => ['id', { id }]),
    ['type', { type: 1 }],
    ['type', { type: '' }],
    ['stream', { stream: null }],
    ['stream', { stream: '' }],
    ...['0', -1, 0.5, 2 ** 53].map((revision): [string, object] => ['revision', { revision }]),
    ['created', { created: 5 }],
    ['created', { created: 'yesterday' }],
    ['data', { data: [] }],
    ['data', { data: null }],
    ['metadata', { metadata: 'x' }],
    ['metadata', { metadata: undefined }],
    ['more', { more: 1 }],
  ])('the %s of an event with %j', (name, change) => {
    expect(refusalOf(JSON.stringify({ ...event, ...change }))).toBe(member(name));
  });

  test.each<[string, object]>([
    ...[5, null, [head.format], { toString: 1 }].map((format): [string, object] => ['format', { format }]),
    ['from', { from: -1 }],
    ['from', { from: '0' }],
    ['from', { from: 0.5 }],
    ['to', { to: -1 }],
    ['to', { to: undefined }],
  ])('the %s of a head with %j', (name, change) => {
    expect(refusalOf(JSON.stringify({ ...head, ...change }))).toBe(member(name));
  });

  test('the format of a head with many lists in one another', () => {
    const depth = 100_000;
    expect(refusalOf(`{"format":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(member('format'));
  });

  test.each<[string, object]>([
    ['end', { end: 1 }],
    ['events', { events: null }],
    ['checkpoint', { checkpoint: 1 }],
    ['notaryKeys', { notaryKeys: {} }],
    ...[1, null, {}, { ...key, replaces: 1 }, { ...key, verifierKey: 1 }, { verifierKey: 'k' }].map(
      (one): [string, object] => ['notaryKeys', { notaryKeys: [key, one] }],
    ),
    ...[{}, { verifierKey: 'k' }, { signature: 's' }, { verifierKey: 1, signature: 's' }].map(
      (replaces): [string, object] => ['notaryKeys', { notaryKeys: [{ ...key, replaces }] }],
    ),
    ...[1, null, 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64)].map((sha256): [string, object] => [
      'sha256',
      { sha256 },
    ]),
  ])('the %s of an end with %j', (name, change) => {
    expect(refusalOf(JSON.stringify({ ...end, ...change }))).toBe(member(name));
  });
});
