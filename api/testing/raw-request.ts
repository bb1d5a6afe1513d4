import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What JSON says, else the text itself. */
  readonly body: unknown;
};

/**
 * Sends the very bytes, which no client of HTTP would send, and reads what comes until the server closes.
 * @param bytes of a request that asks for `Connection: close` or that the server cannot go on after
 */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer; so far: ${received}`)));
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  // A server that refuses the rest of a request may end the connection while it is being sent.
  socket.on('error', (error) => (received.includes('\r\n\r\n') ? resolve() : reject(error)));
  socket.on('end', () => resolve());
  socket.write(bytes);
  await promise;
  socket.destroy();
  return answerIn(received);
}

function answerIn(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const text = received.slice(end + 4);
  const isJson = headers['content-type']?.includes('json') === true;
  return { status: Number(first.split(' ')[1]), headers, body: isJson ? JSON.parse(text) : text };
}
