import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire. */
type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
};

type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};
export type Answer = (request: SeenRequest) => Reply | Promise<Reply>;

/** Ways in which a server on the other side goes wrong. */
export type Fault =
  | 'status 500'
  | 'hang'
  | 'slow drip'
  | 'not JSON'
  | 'another form'
  | 'too large'
  | 'redirect'
  | 'cut off';

/** A server on this machine that speaks a platform's wire form. */
export type FakePlatform = {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** Replaces or adds an answer; `at` is method and path. Anything else is 404. */
  on(at: string, answer: Answer | object): void;
  /** Every request meets the fault until it is set to undefined. */
  fault: Fault | undefined;
  close(): Promise<void>;
};

export async function startFakePlatform(
  answers: Record<string, Answer | object> = {},
): Promise<FakePlatform> {
  const known = new Map<string, Answer | object>(Object.entries(answers));
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const platform: FakePlatform = {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (at, answer) => void known.set(at, answer),
    fault: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return platform;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    requests.push(seen);
    if (platform.fault) return misbehave(platform.fault, response);
    const answer = known.get(`${seen.method} ${seen.path}`);
    const reply: Reply =
      answer === undefined
        ? { status: 404, body: { title: 'Not Found Error' } }
        : typeof answer === 'function'
          ? await (answer as Answer)(seen) // an object with a call signature is no plain object
          : { body: answer };
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  }
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    form: new URLSearchParams(Buffer.concat(chunks).toString()),
  };
}

function misbehave(fault: Fault, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'status 500':
      response.writeHead(500, json).end('{"title":"Internal Server Error"}');
      return;
    case 'hang':
      return;
    case 'slow drip': {
      response.writeHead(200, json).write('{');
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
      return;
    }
    case 'not JSON':
      response.writeHead(200, json).end('<html>Over capacity</html>');
      return;
    case 'another form':
      response.writeHead(200, json).end('{"data":{"id":7,"username":["x"]},"items":{}}');
      return;
    case 'too large':
      response.writeHead(200, json);
      for (let part = 0; part < 64; part++) response.write(' '.repeat(16_384));
      response.end('{}');
      return;
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
      return;
    case 'cut off':
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"data"');
      setTimeout(() => response.destroy(), 20);
      return;
  }
}
