import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mails. */
export type SmtpFault =
  | 'none'
  | 'hang up at once'
  | 'never greet'
  | 'busy'
  | 'no such mailbox'
  | 'relay nothing'
  | 'have a quota'
  | 'refuse what it says'
  | 'take it and hang up'
  | 'refuse the login'
  | 'refuse the sender';

export type FaultySmtp = {
  readonly url: string;
  fault: SmtpFault;
  /** Mails to these are taken, and their senders are told nothing. */
  readonly silentFor: Set<string>;
  /** The raw mails that were taken, whatever the sender was told. */
  readonly taken: { readonly to: readonly string[]; readonly raw: string }[];
  /** Connections so far. */
  connections: number;
  stop(): Promise<void>;
};

/** A real SMTP server with switchable faults. */
export async function startFaultySmtp(): Promise<FaultySmtp> {
  const sockets = new Set<Socket>();
  const refusal = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth(_, __, callback) {
      callback(smtp.fault === 'refuse the login' ? refusal(535, 'no') : null, { user: 'someone' });
    },
    onMailFrom(_, __, callback) {
      callback(smtp.fault === 'refuse the sender' ? refusal(550, 'who are you') : null);
    },
    onRcptTo(_, __, callback) {
      if (smtp.fault === 'busy') return callback(refusal(451, 'try again later'));
      if (smtp.fault === 'relay nothing') return callback(refusal(554, '5.7.1 Relay access denied'));
      callback(smtp.fault === 'no such mailbox' ? refusal(550, 'no such user') : null);
    },
    onData(stream, session, callback) {
      text(stream).then((raw) => {
        if (smtp.fault === 'refuse what it says') return callback(refusal(554, 'this looks like spam'));
        if (smtp.fault === 'have a quota')
          return callback(refusal(550, '5.4.5 Daily user sending limit exceeded'));
        smtp.taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        if (session.envelope.rcptTo.some(({ address }) => smtp.silentFor.has(address))) return;
        if (smtp.fault !== 'take it and hang up') return callback();
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
      }, callback);
    },
  });
  server.on('error', () => undefined);
  server.server.prependListener('connection', (socket: Socket) => {
    smtp.connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (smtp.fault === 'hang up at once') socket.destroy();
    // What the server writes from here on never leaves.
    if (smtp.fault === 'never greet') socket.write = () => true;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  // A TCP server that listens has an AddressInfo.
  const { port } = server.server.address() as AddressInfo;
  const smtp: FaultySmtp = {
    url: `smtp://127.0.0.1:${port}`,
    fault: 'none',
    silentFor: new Set(),
    taken: [],
    connections: 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return smtp;
}
