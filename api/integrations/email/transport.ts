import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import * as z from 'zod/mini';
import { isEmail } from '../../../contracts/email.ts';
import type { Letter } from './compose.ts';

/**
 * How an attempt ended. `refused`: this mail will never be taken. `later`: it was certainly not taken, and may be
 * another time. `unknown`: the connection was lost after the mail was handed over. A reason names no person.
 */
type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'later' | 'unknown'; readonly reason: string };

type Message = Letter & {
  /** Makes the Message-ID, so that a mail that went out twice can be recognised. */
  readonly id: string;
  /** One plain address. */
  readonly to: string;
};

/** Never throws. */
export type MailTransport = (message: Message) => Promise<Delivery>;

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** For all of one attempt: a server that answers in drips is left too. */
const ATTEMPT_MS = 60_000;

/**
 * Sends over SMTP, one connection a mail.
 * @param url `smtp://user:password@host:port`, `smtps://…`; the query takes nodemailer's connection options
 * @param from one plain address
 */
export function smtpTransport(url: string, from: string, attemptMs = ATTEMPT_MS): MailTransport {
  const { auth, ...options } = parseConnectionUrl(url);
  return async (message) => {
    // The mail library reads an address again and may find more than one in it.
    if (!isEmail(message.to)) return { kind: 'refused', reason: 'not an address' };
    const body = await bytesOf(message, from);
    let handedOver = false;
    const stream = new Readable({
      read() {
        // Asked for only when the server has said that it takes the message.
        handedOver = true;
        this.push(body);
        this.push(null);
      },
    });
    const connection = new SMTPConnection({ ...options, ...LIMITS });
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new AttemptTooLong()), attemptMs);
        // Also those that come after the end of this attempt.
        connection.on('error', reject);
        connection.on('end', () => reject(new Error('the connection ended')));
        const send = () =>
          connection.send({ from, to: [message.to] }, stream, (error) => (error ? reject(error) : resolve()));
        connection.connect((error) => {
          if (error) return reject(error);
          if (!auth) return send();
          connection.login(auth, (refused) => (refused ? reject(refused) : send()));
        });
      });
      connection.quit();
      return { kind: 'sent' };
    } catch (error) {
      connection.close();
      return failureOf(error, handedOver);
    } finally {
      clearTimeout(timer);
    }
  };
}

class AttemptTooLong extends Error {}

function bytesOf({ id, to, subject, text, html }: Message, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: 'EvoRewards', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // RFC 3834: no out-of-office answers, please.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** What nodemailer says about a failure, as far as we go by it. */
const failure = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
  permanent: z.optional(z.boolean()),
});

/**
 * A server says with the same codes that it knows no such mailbox, and that it takes nothing from us: it relays for others
 * alone, our sign-in is missing (5.7.x), or what we may send on one day is used up (5.4.5).
 * https://www.rfc-editor.org/rfc/rfc3463 https://support.google.com/a/answer/3726730
 */
const ABOUT_US = { 'RCPT TO': /(^5\d\d[ -]|#)5\.(7\.\d|4\.5\b)/, DATA: /^5\d\d[ -]5\.4\.5\b/ } as const;

function failureOf(error: unknown, handedOver: boolean): Delivery {
  const parsed = failure.safeParse(error);
  const { code, command, responseCode, response = '', permanent } = parsed.success ? parsed.data : {};
  const reason =
    error instanceof AttemptTooLong ? 'too slow' : [code, responseCode].filter(Boolean).join(' ');
  // A reply is certain. A refusal of the login, the sender or all that we send is about our settings, not about this mail.
  if (responseCode !== undefined) {
    const aboutThisMail = (command === 'RCPT TO' || command === 'DATA') && !ABOUT_US[command].test(response);
    return { kind: permanent && aboutThisMail ? 'refused' : 'later', reason };
  }
  return { kind: handedOver ? 'unknown' : 'later', reason: reason || 'no connection' };
}
