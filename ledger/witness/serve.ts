import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatNote } from '../proof/signed-note.ts';
import { MAX_REQUEST_BYTES } from './add-checkpoint.ts';
import type { RunningWitness, WitnessAnswer } from './witness.ts';

const TEXT = 'text/plain; charset=utf-8';

export type WitnessServer = { readonly url: string; stop(): Promise<void> };

/**
 * `POST /add-checkpoint` for logs, `GET /checkpoint` for whoever wants to compare, `GET /` for the key. Anybody may
 * ask: a checkpoint counts by the signature on it.
 */
export async function serveWitness(
  witness: RunningWitness,
  {
    port,
    host,
    onError,
  }: { readonly port: number; readonly host: string; readonly onError: (error: unknown) => void },
): Promise<WitnessServer> {
  const http = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answerTo(witness, request)
      .catch((error: unknown): WitnessAnswer => {
        onError(error);
        return { status: 500, type: TEXT, body: 'the witness failed\n' };
      })
      .then((answer) => send(request, response, answer));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  // Listening on a port, not on a pipe.
  const address = http.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

async function answerTo(witness: RunningWitness, request: IncomingMessage): Promise<WitnessAnswer> {
  const path = request.url?.split('?')[0];
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return { status: 405, type: TEXT, body: 'POST it\n' };
    const body = await bodyOf(request);
    return body === undefined ? { status: 413, type: TEXT, body: 'too large\n' } : witness.add(body);
  }
  if (request.method !== 'GET') return { status: 405, type: TEXT, body: 'GET it\n' };
  if (path === '/') return { status: 200, type: TEXT, body: `${witness.verifierKey}\n` };
  const newest = witness.newest();
  if (path === '/checkpoint' && newest) return { status: 200, type: TEXT, body: formatNote(newest.note) };
  return { status: 404, type: TEXT, body: 'there is no such thing\n' };
}

/** Undefined when it is too large; what is left of it then was not read. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    // A request without an encoding gives buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MAX_REQUEST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Bytes that are taken, and thrown away, of a request that is answered before it has come whole. */
const TAKEN_BYTES = 16 * 1024 * 1024;

/**
 * A connection that ends while its request still comes is cut, and who sends may never read the answer: it stands whole
 * before the rest is taken, and the connection ends with that.
 */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body }: WitnessAnswer,
): void {
  const headers = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  };
  if (request.complete) {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { ...headers, Connection: 'close' }).write(body);
  let left = TAKEN_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) response.end();
  });
  request.once('close', () => response.end());
}
