import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export type ReceivedMail = {
  readonly id: string;
  /** Of the envelope, as are the recipients. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly receivedAt: Date;
};

export type MailSink = {
  /** Where it takes mail: `smtp://127.0.0.1:<port>`. */
  readonly url: string;
  /** Newest first. */
  messages(): readonly ReceivedMail[];
  stop(): Promise<void>;
};

/** How many it keeps. */
const KEPT = 500;
const MAX_BYTES = 256 * 1024;

/** A real SMTP server on the loopback interface that delivers nothing: the mails of a local trial end here. */
export async function startMailSink(): Promise<MailSink> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    size: MAX_BYTES,
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then(({ messageId, subject, text, html }) => {
          received.unshift({
            id: messageId ?? '',
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            subject: subject ?? '',
            text: text ?? '',
            html: html ?? '',
            receivedAt: new Date(),
          });
          received.splice(KEPT);
          callback();
        })
        .catch(callback);
    },
  });
  // A client that hangs up is no concern of the program's.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  // A TCP server that listens has an AddressInfo.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages: () => received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
