import { type LinkedAccount, type MailText, mails } from '../../../contracts/mail-messages.ts';

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** The page that a mailed link opens; opening it uses nothing up. */
export function verificationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/verify-email?token=${token}`;
}

/** @param link the verification link; the mail names the account that it verifies */
export function composeLink(publicUrl: string, link: string, account: LinkedAccount): Letter {
  return letter(mails.link(new URL(publicUrl).host, account), link);
}

/** To an address that has an account; leads to the site itself. */
export function composeKnown(publicUrl: string, account: Pick<LinkedAccount, 'walletAddress'>): Letter {
  return letter(mails.known(new URL(publicUrl).host, account), publicUrl);
}

function letter({ subject, before, button, after }: MailText, link: string): Letter {
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
