/**
 * What the large providers of mailboxes take for the same mailbox, from their own help pages. Dropping `+tag` is
 * common to nearly all and done for every domain.
 *
 * Gmail        https://support.google.com/mail/answer/7436150 (dots), /answer/10313 (googlemail.com)
 * Proton       https://proton.me/support/addresses-and-aliases (one name in all domains; dots, dashes, underscores)
 * iCloud       https://support.apple.com/en-us/102525 (icloud.com, me.com and mac.com are one mailbox)
 * Yandex       https://yandex.com/support/mail/web/preferences/email.html (one name in all domains; - and . alike)
 * Fastmail     https://www.fastmail.help/hc/en-us/articles/360060591053 (subdomain addressing)
 * Yahoo        https://help.yahoo.com/kb/SLN28815.html (disposable addresses: base-keyword)
 */
type MailboxRule = {
  /** The first is the one that stands for all, where they are one mailbox. */
  readonly domains: readonly string[];
  readonly isOneMailbox: boolean;
  /** The local part, lower case and without its tag, as it is told apart. */
  readonly nameOf: (local: string) => string;
};

export const MAILBOX_RULES: readonly MailboxRule[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    isOneMailbox: true,
    nameOf: (local) => local.replaceAll('.', ''),
  },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    isOneMailbox: true,
    nameOf: (local) => local.replaceAll(/[._-]/g, ''),
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'], isOneMailbox: true, nameOf: (local) => local },
  {
    domains: [
      'yandex.ru',
      'ya.ru',
      'yandex.com',
      'yandex.by',
      'yandex.kz',
      'yandex.ua',
      'yandex.uz',
      'yandex.az',
      'yandex.com.am',
      'yandex.com.ge',
      'yandex.com.tr',
      'yandex.co.il',
      'yandex.ee',
      'yandex.fr',
      'yandex.kg',
      'yandex.lt',
      'yandex.lv',
      'yandex.md',
      'yandex.tj',
      'yandex.tm',
      'narod.ru',
    ],
    isOneMailbox: true,
    nameOf: (local) => local.replaceAll('-', '.'),
  },
];

/** Each has names of its own, and mail to a subdomain goes to the name of the subdomain. */
export const FASTMAIL_DOMAINS: readonly string[] = [
  'fastmail.com',
  'fastmail.fm',
  'fastmail.net',
  'fastmail.org',
  'fastmail.co.uk',
  'fastmail.de',
  'fastmail.es',
  'fastmail.fr',
  'fastmail.im',
  'fastmail.in',
  'fastmail.jp',
  'fastmail.mx',
  'fastmail.nl',
  'fastmail.se',
  'fastmail.to',
  'fastmail.tw',
  'fastmail.uk',
  'fastmail.us',
  'sent.com',
  'eml.cc',
  'fea.st',
  'imap.cc',
  'mailbolt.com',
  '123mail.org',
];

/** Yahoo's domains in all countries, where a tag begins with `-`. */
export const YAHOO = /^(?:yahoo\.(?:com|[a-z]{2}|com?\.[a-z]{2})|ymail\.com|rocketmail\.com|myyahoo\.com)$/;

/**
 * Domains where anybody can open a mailbox, so that many friends of one person may have theirs there. Any other domain
 * is somebody's own: who has it can make as many mailboxes as they like.
 */
const FREEMAIL: readonly string[] = [
  'aol.com',
  'bk.ru',
  'foxmail.com',
  'free.fr',
  'freenet.de',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'hanmail.net',
  'hey.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.de',
  'hotmail.es',
  'hotmail.fr',
  'hotmail.it',
  'inbox.ru',
  'interia.pl',
  'laposte.net',
  'libero.it',
  'list.ru',
  'live.com',
  'mail.com',
  'mail.ru',
  'msn.com',
  'naver.com',
  'o2.pl',
  'onet.pl',
  'orange.fr',
  'outlook.com',
  'outlook.de',
  'outlook.es',
  'outlook.fr',
  'posteo.de',
  'qq.com',
  'rambler.ru',
  'rediffmail.com',
  'seznam.cz',
  't-online.de',
  'tuta.com',
  'tuta.io',
  'tutanota.com',
  'uol.com.br',
  'web.de',
  'wp.pl',
  'yeah.net',
  'zoho.com',
  '126.com',
  '163.com',
];

const WELL_KNOWN = new Set([
  ...FREEMAIL,
  ...FASTMAIL_DOMAINS,
  ...MAILBOX_RULES.flatMap(({ domains }) => domains),
]);

/** @param domain lower case */
export function isFreemail(domain: string): boolean {
  return WELL_KNOWN.has(domain) || YAHOO.test(domain);
}
