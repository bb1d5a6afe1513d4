import type { Random } from '../../embedded/demo-data/random.ts';

const UUID_OF_NOBODY = '00000000-0000-0000-0000-000000000000';

/** Texts that somebody somewhere has got through with. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{d800}',
  'x\u{dfff}y',
  '\u{202e}evil',
  '\u{feff}',
  '\r\nX-Evil: 1',
  '𝒳'.repeat(50),
  'e\u{301}'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(10_000),
  'null',
  'NaN',
  '-1',
  '0',
  '1e309',
  '1,000',
  '٣',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'g'.repeat(40)}`,
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  '1'.repeat(400),
  '0.0000000000000000001',
  '-'.repeat(36),
  UUID_OF_NOBODY,
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-00000000zzzz',
  '../../etc/passwd',
  '%00',
  '%zz',
  "' or 1=1 --",
  '\\',
  '%_%',
  '{"a":1}',
  'C:1/P:1',
  'C:9223372036854775807/P:9223372036854775807',
  'C:99999999999999999999/P:1',
  `1:${UUID_OF_NOBODY}`,
  `${'9'.repeat(79)}:${UUID_OF_NOBODY}`,
  `1:${'-'.repeat(36)}`,
  `1_${UUID_OF_NOBODY}`,
  `1_${'-'.repeat(36)}`,
  '1_2',
  '9999999999999999999_9999999999999999999',
  'C:1/P:1@mails',
  'C:1/P:1@\0',
  '__proto__',
  'constructor',
  '2026-02-30T25:61:61Z',
  '🏆',
] as const;

export function oddText(random: Random): string {
  return random.pick(ODD_TEXTS);
}

/** A JSON value of any kind. */
export function oddValue(random: Random): unknown {
  const text = oddText(random);
  return random.pick<unknown>([
    text,
    text,
    text,
    null,
    true,
    0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    Number.MIN_VALUE,
    [],
    {},
    [text],
    [[], [[]]],
    { [text]: text },
    { toString: 1, valueOf: null },
    Array.from({ length: 600 }, (_, at) => at),
  ]);
}

/** The bytes of a body that come from a likely one and are not. */
export function oddBody(likely: unknown, random: Random): Buffer {
  const text = JSON.stringify(likely) ?? '{}';
  const changed = () => JSON.stringify(changedOnce(likely, random));
  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const first = typeof likely === 'object' && likely !== null ? Object.keys(likely)[0] : undefined;
  const member = JSON.stringify(first ?? 'x');
  const makes: readonly (() => string | Buffer)[] = [
    changed,
    changed,
    changed,
    changed,
    () => changed().replace(/^\{/, `{${member}:1,`),
    () => changed().replace(/\}$/, `,${member}:null}`),
    () => changed().replace(/^\{/, '{"__proto__":{"isAdmin":true},'),
    () => changed().replace(/^\{/, '{"constructor":{"prototype":{"x":1}},'),
    () => text.replace(/^\{\}?/, `{"more":${deep('[', ']', 5_000)}${text === '{}' ? '}' : ','}`),
    () => `{${member}:${deep('{"a":', '}', 5_000)}}`,
    () => deep('[', ']', 30_000),
    () => `{${member}:"${'x'.repeat(70_000)}"}`,
    () => `{${member}:1e400}`,
    () => `{${member}:-0}`,
    () => `{${member}:${'9'.repeat(5_000)}}`,
    () => `{${member}:"\\ud800"}`,
    () => `{${member}:"\\u0000"}`,
    () => Buffer.concat([Buffer.from(`{${member}:"`), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    () => text.slice(0, -1),
    () => `${text}${text}`,
    () => `\u{feff}${text}`,
    () => '[]',
    () => 'null',
    () => '"text"',
    () => '',
  ];
  return Buffer.from(random.pick(makes)());
}

/** A value with one of its parts replaced, left out or added. */
function changedOnce(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && random.chance(0.5)) return [...value, oddValue(random)];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return oddValue(random);
  const members = Object.entries(value);
  if (members.length === 0 || random.chance(0.2)) return { ...value, [oddText(random)]: oddValue(random) };
  const at = random.between(0, members.length - 1);
  const isLeftOut = random.chance(0.2);
  return Object.fromEntries(
    members.flatMap(([name, inner], index) => {
      if (index !== at) return [[name, inner]];
      return isLeftOut ? [] : [[name, changedOnce(inner, random)]];
    }),
  );
}
