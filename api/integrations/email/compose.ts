import { mails } from '../../../contracts/messages.ts';
import type { MailKind } from './outbox.ts';

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** The page that a mailed link opens; opening it uses nothing up. */
export function verificationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/verify-email?token=${token}`;
}

/** @param link where the mail leads: the verification link, or the site itself */
export function compose(kind: MailKind, publicUrl: string, link: string): Letter {
  const { subject, before, button, after } = mails[kind](new URL(publicUrl).host);
  return {
    subject,
    text: [...before, `${button}:\n${link}`, ...after].join('\n\n').concat('\n'),
    html: page([
      ...before.map(paragraph),
      `<p><a href="${escaped(link)}">${escaped(button)}</a></p>`,
      paragraph(link),
      ...after.map(paragraph),
    ]),
  };
}

function page(body: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">
${body.join('\n')}
</body></html>
`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
