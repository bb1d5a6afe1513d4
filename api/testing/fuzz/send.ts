import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib';

export type FuzzRequest = {
  readonly method: string;
  /** With the query, as it goes over the wire. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
};

export type FuzzAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** From the first byte sent to the last one received, or to the head of an answer that never ends. */
  readonly milliseconds: number;
};

/** Milliseconds after which an answer is given up. */
const GIVEN_UP_MS = 15_000;

/**
 * Sends a request as it is. Of server-sent events, which never end, only the beginning is read.
 * @throws Error when there is no answer
 */
export function send(url: string, agent: Agent, sent: FuzzRequest): Promise<FuzzAnswer> {
  const { method, target, headers, body } = sent;
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request({
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      method,
      path: target,
      headers,
      agent,
    });
    call.setTimeout(GIVEN_UP_MS, () => call.destroy(new Error('no answer in 15 s')));
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The server ended an idle connection just as this request took it: https://nodejs.org/api/http.html#requestreusedsocket
      if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, new Agent(), sent));
      else reject(error);
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      const finish = () => {
        const body = unpacked(Buffer.concat(chunks), response.headers['content-encoding']);
        const milliseconds = performance.now() - started;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, milliseconds });
      };
      // A body that cannot be unpacked is a fault like no answer.
      const finishOrFail = () => {
        try {
          finish();
        } catch (error) {
          reject(error);
        }
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!response.headers['content-type']?.startsWith('text/event-stream')) return;
        finishOrFail();
        call.destroy();
      });
      response.on('end', finishOrFail);
      response.on('error', reject);
    });
    call.end(body);
  });
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  if (encoding === 'zstd') return zstdDecompressSync(body);
  // Knows gzip and deflate by their first bytes.
  return encoding === 'gzip' || encoding === 'deflate' ? unzipSync(body) : body;
}

/** The request as a person can read and send it again. */
export function inWords({ method, target, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${shortened(String(value))}`);
  const text =
    body === undefined ? [] : ['', `${body.length} bytes, as a JSON string of latin1:`, quoted(body)];
  return [`${method} ${target}`, ...lines, ...text].join('\n');
}

function quoted(body: Buffer): string {
  const text = JSON.stringify(body.toString('latin1'));
  return shortened(text);
}

/** What is longer is the same all along. */
function shortened(text: string): string {
  return text.length <= 4_000
    ? text
    : `${text.slice(0, 300)} … ${text.slice(-300)} (${text.length} characters)`;
}
