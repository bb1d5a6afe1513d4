import { status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../wire/frame.ts';
import { createFilter } from './event-filter.ts';

function matches(regex: string, type: string): boolean {
  return createFilter(
    'type',
    regex,
    [],
  )(
    encodeFrame({
      id: '00000000-0000-4000-8000-000000000000',
      stream: 's',
      revision: 0,
      position: 1,
      type,
      isJson: true,
      created: 0,
      metadata: Buffer.alloc(0),
      data: Buffer.alloc(0),
    }),
  );
}

describe('a regular expression matches what .NET matches', () => {
  test.each([
    ['^[^$].*', 'Happened', true],
    ['^[^$].*', '$metadata', false],
    ['^(a|bc){2,3}$', 'abca', true],
    ['^a{,2}$', 'a{,2}', true],
    ['^(?:Reward|Raffle)(?=s)', 'Rewards', true],
    ['(?<!un)done', 'undone', false],
    ['^(?<kind>\\w+)-(?<kind>\\w+)$', 'a-b', true],
    ['(?i)^GRANTED$', 'granted', true],
    ['^\\d$', '٣', true],
    ['^[\\d]$', '٣', true],
    ['^\\D$', '٣', false],
    ['^\\w+$', 'größe雪', true],
    ['^[^\\w]$', 'é', false],
    ['^a\\sb$', 'a\u0085b', true],
    ['^a\\sb$', 'a\ufeffb', false],
    ['\\bété\\b', 'un été là', true],
    ['^.$', '\u2028', true],
    ['^.$', '\n', false],
    ['(?s)^.$', '\n', true],
    ['^..$', '\u{1F984}', true],
    ['^[^a]$', '\u{1F984}', false],
    ['^\u{1F984}$', '\u{1F984}', true],
    ['^a$', 'a\n', true],
    ['^a$', 'a\r', false],
    ['(?m)^b$', 'a\nb\nc', true],
    ['(?m)^b', 'a\rb', false],
    ['^[]a]$', ']', true],
    ['^[^]a]$', ']', false],
    ['^[a[b]$', '[', true],
    ['^[a-c-e]+$', '-e', true],
    ['^[\\b]$', '\b', true],
    ['^\\x41\\u0042\\t$', 'AB\t', true],
    ['^\\p{Lu}\\P{Lu}$', 'Éa', true],
    ['^[\\p{L}\\p{Nd}]+$', '雪7', true],
    ['^\\p{L}$', '\u{1D4B3}', false],
    ['\\AHappened', 'Happened', true],
    ['\\AHappened', 'HasHappened', false],
    ['(?m)\\Ab', 'a\nb', false],
    ['\\GHappened', 'HasHappened', false],
    ['Happened\\z', 'Happened\n', false],
    ['Happened\\Z', 'Happened\n', true],
    ['(?m)a\\Z', 'a\nb', false],
    ['^[a-z-[aeiou]]+$', 'xyz', true],
    ['^[a-z-[aeiou]]+$', 'xaz', false],
    ['^[^a-z-[A-F]]$', 'G', true],
    ['^[^a-z-[A-F]]$', 'B', false],
    ['^[a-z-[a-m-[c]]]$', 'c', true],
    ['^[a-z-[a-m-[c]]]$', 'd', false],
    ['^[\\w-[a]]$', 'b', true],
    ['a(?i)b', 'aB', true],
    ['a(?i)b', 'AB', false],
    ['^(?:a(?i)b)c$', 'aBc', true],
    ['^(?:a(?i)b)c$', 'aBC', false],
    ['^a(?i)b|c$', 'C', true],
    ['^a(?i:b[x-z]+)c$', 'aBYZc', true],
    ['^a(?i:b)c$', 'aBC', false],
    ['^(?i)a(?-i)b$', 'Ab', true],
    ['^(?i)a(?-i)b$', 'AB', false],
    ['^(?i:a(?-i:b))$', 'Ab', true],
    ['^(?si-m:.A)$', '\na', true],
    ['(?n)^(a)$', 'a', true],
    ['^a\\.b\\/c\\-d e]}$', 'a.b/c-d e]}', true],
  ])('%j and %j: %s', (regex, type, expected) => {
    expect(matches(regex, type)).toBe(expected);
  });
});

describe('what it would read otherwise it refuses in words', () => {
  test.each([
    ['^[a-z-[aeiou]x]$', /subtracts/],
    ['^[-[a]]$', /subtract/],
    ['[[:alpha:]]', /\[:/],
    ['[\\w-z]', /range/],
    ['(?<open-close>a)', /group/],
    ['(?<1>a)', /group/],
    ["(?'name'a)", /group/],
    ['(?>a+)b', /group/],
    ['(?(a)b|c)', /group/],
    ['(?#a comment)b', /group/],
    ['(?x) a b', /flags/],
    ['(?i)größe', /ASCII/],
    ['(?i)\\u00e9', /ASCII/],
    ['(?i)\\p{Lu}', /letter case/],
    ['\\p{IsGreek}', /IsGreek/],
    ['\\p{Script=Greek}', /Script=Greek/],
    ['\\p{Letter}', /Letter/],
    ['\\pL', /\\p/],
    ['(a)\\1', /\\1/],
    ['(?<n>a)\\k<n>', /\\k/],
    ['\\0', /\\0/],
    ['\\a', /\\a/],
    ['\\e', /\\e/],
    ['\\cA', /\\c/],
    ['\\x4', /\\x/],
    ['\\u{41}', /\\u/],
    ['\\y', /\\y/],
    ['\\é', /\\é/],
    ['a\\', /backslash/],
    ['[abc', /character class/],
    ['a{99999999999}', /repetition/],
    ['a**', /valid/],
    ['(a', /valid/],
    ['[z-a]', /valid/],
    ['{2}', /valid/],
  ])('%s', (regex, words) => {
    const refused = (() => {
      try {
        matches(regex, 'Happened');
      } catch (error) {
        return error;
      }
      return 'it was taken';
    })();
    expect(refused).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringMatching(words),
    });
    expect(refused).toMatchObject({ details: expect.stringContaining(`'${regex}'`) });
  });
});

describe('prefixes are compared by culture, as .NET does', () => {
  test.each([
    ['account-', 'account-7', true],
    ['account-', 'Account-7', false],
    ['größe', 'gro\u0308ße-1', true],
    ['ab', 'a\u00adbc', true],
    ['a', 'a\u0301b', false],
    ['a\u200b', 'abc', true],
    ['größe', 'grösse-1', false],
  ])('%j and %j: %s', (prefix, stream, expected) => {
    const frame = encodeFrame({
      ...{ id: '00000000-0000-4000-8000-000000000000', stream, revision: 0, position: 1, type: 'T' },
      ...{ isJson: true, created: 0, metadata: Buffer.alloc(0), data: Buffer.alloc(0) },
    });
    expect(createFilter('stream', '', [prefix])(frame)).toBe(expected);
  });
});
