import { once } from 'node:events';
import { connect } from 'node:net';

/** More than any buffer between a sender and a server on one machine holds. Bytes. */
const LARGE = 24 * 1024 * 1024;

/**
 * What comes, until the server ends the connection, to a sender of a large body who reads nothing until all of it is sent, as
 * browsers do.
 * @param head lines of the request, without the length of its body
 * @param next sent behind it
 */
export async function readOnceSent(port: number, head: readonly string[], next = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  socket.setTimeout(4_000, () => socket.destroy(new Error('nothing is taken, and nothing comes')));
  socket.write([...head, `Content-Length: ${LARGE}`, '\r\n'].join('\r\n'));
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(LARGE), resolve));
  await Promise.race([sent, failed]);
  let received = '';
  const over = once(socket, 'end');
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.resume();
  if (next !== '') socket.write(next);
  await Promise.race([over, failed]);
  socket.destroy();
  return received;
}
