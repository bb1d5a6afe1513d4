import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeKnown, composeLink } from '../integrations/email/compose.ts';
import { readableMail } from './readable-mail.ts';

const site = 'http://localhost:3000';
const account = { username: '<b>anna</b>', walletAddress: null };

test("the program's own mails keep their paragraphs, their look and their link", () => {
  const { html } = composeLink(site, `${site}/verify-email?token=abc&x=1`, account);
  const shown = readableMail(html);
  expect(shown).toContain(
    `<a href="${site}/verify-email?token=abc&amp;x=1" target="_blank" rel="noopener noreferrer">`,
  );
  expect(shown).toContain('<div style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">');
  expect(shown.match(/<p>/g)?.length).toBe(html.match(/<p>/g)?.length);
  // A name is text, however it is spelled.
  expect(shown).toContain('&lt;b&gt;anna&lt;/b&gt;');
  expect(readableMail(composeKnown(site, account).html)).toContain(`href="${site}"`);
});

test.each([
  ['a script', '<script>alert(1)</script>after', 'after'],
  ['a script that never ends', '<script>alert(1) after', ''],
  ['a script in another case', '<ScRiPt src=//x>a</sCrIpT >after', 'after'],
  ['a handler', '<p onclick="alert(1)" style="color: red">x</p>', '<p style="color: red">x</p>'],
  ['a link that runs', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['one that hides it', '<a href="javascript&#58;alert(1)">x</a>', '<a>x</a>'],
  ['one with blanks before', '<a href=" javascript:alert(1)">x</a>', '<a>x</a>'],
  ['data', "<a href='data:text/html,<script>1</script>'>x</a>", '<a>x</a>'],
  ['a picture', '<img src="https://x/pixel" alt="Logo &amp; name">', 'Logo &amp; name'],
  ['a picture whose name is none', '<img src=x alt="<script>1</script>">', '&lt;script&gt;1&lt;/script&gt;'],
  [
    'styles that fetch',
    '<p style="background-color: url(https://x); color: red">x</p>',
    '<p style="color: red">x</p>',
  ],
  ['styles that hide', '<p style="color: re\\64 ; position: fixed">x</p>', '<p>x</p>'],
  ['a sheet', '<style>@import "https://x"</style><link rel="preconnect" href="https://x">y', 'y'],
  ['what refreshes', '<meta http-equiv="refresh" content="0;url=https://x">y', 'y'],
  ['another base', '<base href="https://x"><form action="https://x"><input autofocus>y</form>', 'y'],
  ['drawings', '<svg><a href="javascript:1"><text>x</text></a></svg>y', 'y'],
  ['a comment that hides', '<!-- <p> --><!--[if mso]><script>1</script><![endif]-->y', 'y'],
  [
    'a quote that ends nothing',
    '<a href="https://x" title=">"><b>y</b></a>',
    '<a href="https://x" target="_blank" rel="noopener noreferrer"><b>y</b></a>',
  ],
  ['a tag in a tag', '<<script>script>1</script>y', '&lt;y'],
  ['less than', '1 < 2 > 0', '1 &lt; 2 &gt; 0'],
])('of %s nothing stays but what can be read', (_, html, shown) => {
  expect(readableMail(html)).toBe(shown);
});

test('whatever a mail holds, nothing is written but tags that show, styles that name no address, and links', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '<a href=',
      '<img src=x ',
      'onerror=',
      'https://x',
      'javascript:',
      '<script',
      '</script>',
    ],
    ...[
      '<p style="',
      'url(',
      ')',
      '&quot;',
      '&#60;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<svg>',
      '</title>',
      'style=',
      '<body ',
      '\0',
      '\n',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const shown = readableMail(parts.join(''));
      const rest = shown.replaceAll(
        /<\/?[a-z][a-z0-9]*(?: style="[\w#%., :;-]*")?(?: href="(?:https?:\/\/|mailto:)[^\s"'<>`]+" target="_blank" rel="noopener noreferrer")?>/g,
        '',
      );
      expect(rest).not.toMatch(/[<>]/);
      expect(shown).not.toMatch(/<(?:script|svg|img|style|link|meta|iframe|form|object)/i);
    }),
    { numRuns: 3_000 },
  );
});
