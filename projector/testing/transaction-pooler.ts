import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { throughPort } from './through-port.ts';

export type TransactionPooler = {
  /** The address of the Postgres, by way of the pooler. */
  readonly connectionString: string;
  /** The process ids of its sessions in Postgres. */
  pids(): ReadonlySet<number>;
  close(): Promise<void>;
};

/** A session in Postgres, and who is told of its next answer. */
type Session = { readonly pid: number; readonly socket: Socket; tell: (message: Buffer) => void };

/**
 * Stands before a Postgres as PgBouncer does in its `transaction` mode: each transaction goes to the session that was given
 * back last, and a new one is opened where none is free.
 * @param ignoresLimits whether it was told to ignore the limits that clients bring; else it refuses who brings some
 */
export async function startTransactionPooler(
  connectionString: string,
  { ignoresLimits = true } = {},
): Promise<TransactionPooler> {
  const clients: pg.Client[] = [];
  const callers = new Set<Socket>();
  const all: Session[] = [];
  const free: Session[] = [];
  const open = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString, application_name: 'pooler' });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Signed in, its socket speaks for whoever has the session.
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    const session: Session = { pid: rows[0]?.pid ?? 0, socket: stream, tell: () => undefined };
    stream.on(
      'data',
      inMessages(TYPED, (message) => session.tell(message)),
    );
    all.push(session);
    return session;
  };

  const server = createServer((socket) => {
    callers.add(socket);
    socket.on('error', () => undefined).on('close', () => callers.delete(socket));
    let held: Session | undefined;
    let line = Promise.resolve();
    const send = async (message: Buffer): Promise<void> => {
      if (message[0] === TERMINATE) return void socket.end();
      const session = held ?? free.pop() ?? (await open());
      held = session;
      session.tell = (answer) => {
        socket.write(answer);
        // Ready for the next question, and in no transaction.
        if (answer[0] !== READY || answer[5] !== IDLE) return;
        held = undefined;
        free.push(session);
      };
      session.socket.write(message);
    };
    const typed = inMessages(TYPED, (message) => {
      line = line.then(() => send(message)).catch(() => void socket.destroy());
    });
    let isSignedIn = false;
    const untyped = inMessages(UNTYPED, (message) => {
      if (message.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
      if (!ignoresLimits && message.includes('\0options\0')) return void socket.end(REFUSED);
      isSignedIn = true;
      socket.write(Buffer.concat([SIGNED_IN, VERSION, READY_AND_IDLE]));
    });
    socket.on('data', (bytes) => (isSignedIn ? typed : untyped)(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: throughPort(connectionString, port),
    pids: () => new Set(all.map(({ pid }) => pid)),
    async close() {
      server.close();
      for (const socket of callers) socket.destroy();
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html */
const TERMINATE = 'X'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const SSL_REQUEST = 80_877_103;
/** Bytes before the length, which counts itself. */
const [UNTYPED, TYPED] = [0, 1];

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const SIGNED_IN = message('R', Buffer.alloc(4));
const VERSION = message('S', Buffer.from('server_version\x0018.0\0'));
const REFUSED = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'),
);
const READY_AND_IDLE = message('Z', Buffer.from('I'));

/** Cuts what arrives into messages. */
function inMessages(before: number, take: (message: Buffer) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    while (left.length >= before + 4) {
      const length = before + left.readInt32BE(before);
      if (left.length < length) return;
      take(left.subarray(0, length));
      left = left.subarray(length);
    }
  };
}
