import { describe, expect, test } from 'vitest';
import { canonicalEmail, formerCanonicalEmail } from './canonical-email.ts';
import { emailInput, isEmail } from './email.ts';
import { validation } from './messages.ts';

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

describe('at the edge of what an address may be', () => {
  const domain = (length: number) => `${`${'b'.repeat(60)}.`.repeat(4).slice(0, length - 3)}.co`;
  test('64 characters before the @', () => {
    expect(isEmail(`${'a'.repeat(64)}@b.co`)).toBe(true);
    expect(isEmail(`${'a'.repeat(65)}@b.co`)).toBe(false);
  });
  test('254 characters in all', () => {
    const of = (length: number) => `${'a'.repeat(20)}@${domain(length - 21)}`;
    expect([254, 255].map((length) => of(length).length)).toEqual([254, 255]);
    expect(isEmail(of(254))).toBe(true);
    expect(isEmail(of(255))).toBe(false);
  });
  test.each([
    ['a@b.c', false],
    ['a@b.co', true],
    ['a@b.c0', false],
    ['a@b.0co', false],
    ['a@b.xn--p1ai', true],
    ['a@b.co-xn--a', false],
    ['a@b.1', false],
  ])('%s: %s', (text, isOne) => expect(isEmail(text)).toBe(isOne));
  test('what a person types loses the spaces around it, and is told what is wrong', () => {
    expect(emailInput.parse(' a@b.co ')).toBe('a@b.co');
    expect(emailInput.safeParse('a@b').error?.issues[0]?.message).toBe(validation.emailInvalid);
    expect(emailInput.safeParse(7).error?.issues[0]?.message).toBe(validation.emailInvalid);
  });
});

test('spaces around an address are no part of its mailbox', () => {
  expect(canonicalEmail(' anna@example.org ')).toBe('anna@example.org');
  expect(formerCanonicalEmail(' A.nna+x@GoogleMail.com ')).toBe('anna@gmail.com');
  expect(formerCanonicalEmail('a-x@ymail.com')).toBe('a@ymail.com');
  expect(formerCanonicalEmail('a-x@rocketmail.com')).toBe('a@rocketmail.com');
  expect(formerCanonicalEmail('a-x@yahoo.com')).toBe('a@yahoo.com');
  expect(formerCanonicalEmail('a-x@example.org')).toBe('a-x@example.org');
});
