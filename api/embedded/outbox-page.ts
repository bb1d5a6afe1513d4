import { PRODUCT_NAME } from '../../contracts/constants.ts';
import { outboxTexts } from '../../contracts/outbox-messages.ts';
import type { ReceivedMail } from '../integrations/email/sink.ts';
import { readableMail } from './readable-mail.ts';

export const OUTBOX_PATH = '/api/dev/outbox';
export const MAIL_PATH = `${OUTBOX_PATH}/mail`;

/** The page runs nothing and fetches nothing but the mail that it frames. */
export const pagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * A mail has its own document, which may do still less, however it is opened: it has no origin, and its links open
 * outside of it. The styles of its elements are those that `readableMail` lets through.
 */
export const mailPolicy = (nonce: string): string =>
  `sandbox ${SANDBOX}; default-src 'none'; style-src-elem 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** All mails, newest first, and one of them: the chosen one, or the newest. */
export function outboxPage(
  mails: readonly ReceivedMail[],
  chosen: string | undefined,
  nonce: string,
): string {
  const shown = chosen === undefined ? mails[0] : mails.find(({ id }) => id === chosen);
  return document(outboxTexts.title, nonce, PAGE_STYLES, [
    '<link rel="icon" href="/icon.svg">',
    `<header><h1>${outboxTexts.title}</h1><p>${outboxTexts.note}</p>`,
    `<p><a href="${OUTBOX_PATH}">${outboxTexts.refresh}</a> · <a href="/">${outboxTexts.back}</a></p></header>`,
    '<main>',
    ...(mails.length === 0
      ? [`<section class="none"><h2>${outboxTexts.none}</h2><p>${outboxTexts.noneNext}</p></section>`]
      : [
          `<nav aria-label="${outboxTexts.list}"><ol>${mails.map((mail) => row(mail, mail === shown)).join('')}</ol></nav>`,
          shown ? mailSection(shown) : `<section class="none"><h2>${outboxTexts.gone}</h2></section>`,
        ]),
    '</main>',
  ]);
}

function row({ id, subject, to, receivedAt }: ReceivedMail, isShown: boolean): string {
  return [
    `<li><a href="${OUTBOX_PATH}?mail=${encodeURIComponent(id)}"${isShown ? ' aria-current="page"' : ''}>`,
    `<strong>${escaped(subject || outboxTexts.noSubject)}</strong>`,
    `<span>${escaped(to.join(', '))}</span>${time(receivedAt)}</a></li>`,
  ].join('');
}

function mailSection({ id, from, to, subject, text, receivedAt }: ReceivedMail): string {
  const fact = (name: string, value: string) => `<dt>${name}</dt><dd>${value}</dd>`;
  return [
    '<section>',
    `<h2>${escaped(subject || outboxTexts.noSubject)}</h2>`,
    `<dl>${fact(outboxTexts.from, escaped(from))}${fact(outboxTexts.to, escaped(to.join(', ')))}${fact(outboxTexts.at, time(receivedAt))}</dl>`,
    `<iframe title="${outboxTexts.mail}" sandbox="${SANDBOX}" src="${MAIL_PATH}?mail=${encodeURIComponent(id)}"></iframe>`,
    `<details><summary>${outboxTexts.plain}</summary><pre>${escaped(text)}</pre></details>`,
    '</section>',
  ].join('\n');
}

/** One mail as its reader would see it: its HTML, or its text where it has none. */
export function mailPage({ subject, html, text }: ReceivedMail, nonce: string): string {
  const body = html === '' ? `<pre>${escaped(text)}</pre>` : readableMail(html);
  return document(subject || outboxTexts.noSubject, nonce, MAIL_STYLES, [body]);
}

function document(title: string, nonce: string, styles: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${PRODUCT_NAME}</title>
<style nonce="${escaped(nonce)}">${styles}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}

const time = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The product's colours; without a script the page follows the system's theme. */
const PAGE_STYLES = `
:root { color-scheme: light dark; --bg: #f5f6f9; --card: #fff; --line: #dcdfe8; --text: #14151c; --muted: #4b4f5e; --accent: #5636d3; --chosen: #ece9fb }
@media (prefers-color-scheme: dark) { :root { --bg: #0b0c11; --card: #13141b; --line: #30323c; --text: #f2f3f7; --muted: #a5a9b6; --accent: #9c92ff; --chosen: #211f34 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -0.02em } h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere }
p { margin: 0.25rem 0; color: var(--muted) } a { color: var(--accent); text-underline-offset: 4px }
header a { display: inline-block; min-height: 24px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
main { display: grid; gap: 1rem; margin-top: 1rem }
nav, section { min-width: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
section { padding: 1.25rem } .none { padding: 4rem 1.25rem; text-align: center }
ol { margin: 0; padding: 0.5rem; list-style: none; max-height: 16rem; overflow-y: auto }
nav a { display: grid; gap: 2px; padding: 0.6rem 0.75rem; border-radius: 8px; color: inherit; text-decoration: none; font-size: 13px }
nav a:hover, nav a[aria-current] { background: var(--chosen) } nav strong { font-size: 14px }
nav span, time { color: var(--muted); overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0.75rem 0 1rem; font-size: 13px } dt { color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: 8px; background: #fff }
details { margin-top: 0.75rem } summary { min-height: 24px; cursor: pointer } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace }
@media (min-width: 60rem) { main { grid-template-columns: 22rem 1fr; align-items: start } ol { max-height: 44rem } .none:only-child { grid-column: 1 / -1 } }
`;

/** On paper, as most readers show mails; nothing of a mail's own stands outside. */
const MAIL_STYLES = `
body { margin: 0; padding: 1.25rem; background: #fff; color: #14151c; font: 16px/1.5 sans-serif; overflow-wrap: anywhere }
a { color: #0b57d0 } pre { white-space: pre-wrap; font: inherit }
`;
