import { describe, expect, test } from 'vitest';
import { canonicalEmail } from './canonical-email.ts';
import { isEmail } from './email.ts';

test.each(['a@b.co', 'first.last+tag@sub.example.org', "o'hara@example.com", 'x@xn--bcher-kva.example'])(
  '%s is an address',
  (text) => expect(isEmail(text)).toBe(true),
);

describe('not an address', () => {
  test.each([
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b..co',
    'a b@c.co',
    'a@b.co\r\nBcc: v@c.co',
    'a@b.co,v@c.co',
    'a@b.co;v@c.co',
    '"a b"@c.co',
    'a(comment)@b.co',
    '<a@b.co>',
    'A <a@b.co>',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '=cmd@b.co',
    '+1@b.co',
    '-1@b.co',
    '@a@b.co',
    'a..b@c.co',
    '.a@b.co',
    'a.@b.co',
    'ä@b.co',
    'a@bü.co',
    'a\0@b.co',
    'a@-b.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
    `a@${'b.'.repeat(130)}co`,
  ])('%j', (text) => expect(isEmail(text)).toBe(false));
});

describe('one mailbox, one spelling', () => {
  const spellings = ['anna.lee', 'annalee', 'Anna.Lee', 'a.n.n.a.l.e.e', 'ANNALEE'].flatMap((name) =>
    ['', '+evo', '+a.b', '+1+2'].flatMap((tag) =>
      ['gmail.com', 'GoogleMail.com'].map((domain) => `${name}${tag}@${domain}`),
    ),
  );
  test('forty spellings of one Gmail address', () => {
    expect(spellings).toHaveLength(40);
    expect(new Set(spellings.map(canonicalEmail))).toEqual(new Set(['annalee@gmail.com']));
  });
  test('elsewhere dots matter and tags do not', () => {
    expect(canonicalEmail('A.B+x@Example.org')).toBe('a.b@example.org');
    expect(canonicalEmail('ab@example.org')).not.toBe(canonicalEmail('a.b@example.org'));
  });
  test('a provider with dash tags', () => expect(canonicalEmail('a-x@yahoo.com')).toBe('a@yahoo.com'));
});
