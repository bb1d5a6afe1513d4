import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEmail, formerCanonicalEmail } from './canonical-email.ts';
import { isFreemail } from './email-providers.ts';

/** By the one spelling of the mailbox, addresses that reach it. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'annalee@gmail.com': ['anna.lee@gmail.com', 'a.n.n.a.l.e.e+evo@GoogleMail.com', 'ANNALEE@gmail.com'],
  'annalee@proton.me': [
    'anna.lee@proton.me',
    'anna-lee@proton.me',
    'anna_lee@protonmail.com',
    'Anna.Lee+evo@pm.me',
    'annalee@protonmail.ch',
    'a.n_n-alee@pm.me',
    'annalee+1+2@protonmail.com',
    'ANNA_LEE@PROTON.ME',
  ],
  'anna.lee@icloud.com': [
    'anna.lee@me.com',
    'anna.lee@mac.com',
    'Anna.Lee+evo@icloud.com',
    'anna.lee+a@me.com',
    'ANNA.LEE@MAC.COM',
  ],
  'anna.lee@yandex.ru': [
    'anna-lee@yandex.ru',
    'anna.lee@ya.ru',
    'anna.lee@yandex.com',
    'anna-lee+evo@yandex.by',
    'anna.lee@yandex.kz',
    'anna.lee@yandex.ua',
    'Anna-Lee@yandex.com.tr',
    'anna.lee@yandex.uz',
    'anna.lee@narod.ru',
  ],
  'anna@fastmail.com': [
    'anna+evo@fastmail.com',
    'evo@anna.fastmail.com',
    'anything@Anna.FastMail.com',
    'a.b+c@anna.fastmail.com',
  ],
  'anna@fastmail.fm': ['evo@anna.fastmail.fm', 'anna+x@fastmail.fm'],
  'anna@sent.com': ['evo@anna.sent.com'],
  'anna@yahoo.com': ['anna-evo@yahoo.com', 'Anna-1@yahoo.com', 'anna+evo@yahoo.com'],
  'anna@yahoo.co.uk': ['anna-evo@yahoo.co.uk', 'anna-2-3@yahoo.co.uk'],
  'anna@yahoo.fr': ['anna-evo@yahoo.fr'],
  'anna@yahoo.de': ['anna-evo@yahoo.de'],
  'anna@yahoo.com.br': ['anna-evo@yahoo.com.br'],
  'anna@myyahoo.com': ['anna-evo@myyahoo.com'],
  'anna@ymail.com': ['anna-evo@ymail.com'],
  'anna@outlook.com': ['anna+evo@outlook.com', 'ANNA+1@Outlook.com'],
  'a.b@example.org': ['A.B+x@Example.org'],
};
const rows = Object.entries(ALIASES).flatMap(([mailbox, aliases]) =>
  aliases.map((alias) => [alias, mailbox] as const),
);

test('the table has more than forty aliases', () => expect(rows.length).toBeGreaterThanOrEqual(40));
test.each(rows)('%s reaches %s', (alias, mailbox) => expect(canonicalEmail(alias)).toBe(mailbox));

describe('other mailboxes stay others', () => {
  test.each([
    ['anna@gmail.com', 'anna@proton.me'],
    ['anna@outlook.com', 'anna@hotmail.com'],
    ['anna@yahoo.com', 'anna@ymail.com'],
    ['anna@yahoo.com', 'anna@yahoo.fr'],
    ['anna@fastmail.com', 'anna@fastmail.fm'],
    ['anna@fastmail.com', 'ben@anna.fastmail.net'],
    ['annalee@icloud.com', 'anna.lee@icloud.com'],
    ['annalee@yandex.ru', 'anna.lee@yandex.ru'],
    ['a-b@example.org', 'a@example.org'],
    ['a.b@example.org', 'ab@example.org'],
    ['x@anna.example.org', 'anna@example.org'],
    ['a-b@notyahoo.com', 'a@notyahoo.com'],
  ])('%s and %s', (one, other) => expect(canonicalEmail(one)).not.toBe(canonicalEmail(other)));
});

test('a name of ignored characters alone stays what it is', () =>
  expect(canonicalEmail('_@proton.me')).toBe('_@proton.me'));

test('the former spelling is what it was', () => {
  expect(formerCanonicalEmail('An.Na+x@GoogleMail.com')).toBe('anna@gmail.com');
  expect(formerCanonicalEmail('a-x@yahoo.com')).toBe('a@yahoo.com');
  expect(formerCanonicalEmail('A.b+x@proton.me')).toBe('a.b@proton.me');
  expect(formerCanonicalEmail('a-x@yahoo.co.uk')).toBe('a-x@yahoo.co.uk');
  expect(formerCanonicalEmail('x@anna.fastmail.com')).toBe('x@anna.fastmail.com');
});

test('addresses with one former spelling have one spelling now: nobody is told apart who was not', () => {
  const domain = fc.constantFrom(
    'gmail.com',
    'pm.me',
    'me.com',
    'ya.ru',
    'a.fastmail.com',
    'yahoo.it',
    'b.co',
  );
  const local = fc.stringMatching(/^[ab][ab._-]{0,4}[ab](\+[ab])?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(local, domain), { minLength: 2, maxLength: 30 }), (pairs) => {
      const now = new Map<string, string>();
      for (const [name, host] of pairs) {
        const address = `${name}@${host}`;
        const former = formerCanonicalEmail(address);
        expect(now.get(former) ?? canonicalEmail(address)).toBe(canonicalEmail(address));
        now.set(former, canonicalEmail(address));
        expect(canonicalEmail(canonicalEmail(address))).toBe(canonicalEmail(address));
      }
    }),
  );
});

test.each([
  ['gmail.com', true],
  ['yahoo.co.jp', true],
  ['pm.me', true],
  ['fastmail.fm', true],
  ['evo-farm.example', false],
  ['anna.fastmail.com', false],
  // What many people have: one that is taken for somebody's own shuts all but its first few out.
  ...[
    ...['outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'msn.com', 'googlemail.com', 'yahoo.com'],
    ...['ymail.com', 'icloud.com', 'me.com', 'aol.com', 'proton.me', 'protonmail.com', 'gmx.de', 'gmx.net'],
    ...['web.de', 't-online.de', 'freenet.de', 'free.fr', 'orange.fr', 'libero.it', 'seznam.cz', 'wp.pl'],
    ...['mail.ru', 'yandex.ru', 'qq.com', '163.com', '126.com', 'naver.com', 'mail.com', 'zoho.com'],
    ...['fastmail.com', 'tuta.com', 'posteo.de', 'uol.com.br', 'rediffmail.com'],
  ].map((domain): [string, boolean] => [domain, true]),
])('%s is a provider for everybody: %s', (domain, is) => expect(isFreemail(domain)).toBe(is));
