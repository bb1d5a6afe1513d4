import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';
import type { ErrorResponse } from '../../contracts/api/error.ts';
import { refusals } from '../../contracts/messages.ts';
import { HttpError } from './http-error.ts';

/** Milliseconds after which a connection on which nothing moves is ended. */
const SILENCE_MS = 60_000;
/**
 * Between two requests: longer than proxies keep connections by themselves (nginx, and the load balancers of most clouds, for
 * a minute). What one of them sends on a connection that ends here at that moment has no answer, and a command is not sent again.
 */
const KEPT_MS = 75_000;

/**
 * An HTTP server whose own answers, given before any route sees the request, have the form of all others: what its
 * parser refuses, what takes too long to arrive, what is expected of it, and a tunnel that is asked for. Who takes nothing
 * of an answer for a minute is let go: what waits for them is kept in memory, and connections cost their sender nothing.
 */
export function createHttpServer(listener: RequestListener): Server {
  // Without a host Node would answer an empty 400; `requireHost` does it instead.
  const http = createServer({ requireHostHeader: false, keepAliveTimeout: KEPT_MS });
  http.setTimeout(SILENCE_MS, (socket) => {
    // Between two requests a connection has the time of those that are kept alive. Where nothing waits to be taken it is a
    // request or an answer that is not there yet, and each has a time of its own.
    const isAwaited = socket.timeout === http.timeout && socket.writableLength === 0;
    if (!isAwaited) socket.destroy();
  });
  http.on('request', takeRest).on('request', listener);
  http.on('clientError', (error: ClientError, socket) => {
    refuse(socket, { ...refusalOf(error.code), isOfHead: isOfHead(error, socket) });
  });
  http.on('connect', (_, socket) => refuse(socket, METHOD));
  http.on('checkExpectation', (request, response: ServerResponse) => {
    takeRest(request, response);
    const text = JSON.stringify(EXPECTATION.body);
    response.writeHead(EXPECTATION.status, headersOf(text)).end(text);
  });
  return http;
}

/** RFC 9112 section 3.2: a request of HTTP/1.1 names its host, and no request two. */
export const requireHost: Middleware = async ({ req }, next) => {
  // Of two Node tells the first, and what stands in front may go by the other.
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0')) {
    throw new HttpError(400, 'InvalidRequest', refusals.invalidRequest);
  }
  return next();
};

/**
 * What still comes of a request that was answered is thrown away: its sender may read nothing before all of it is sent. A
 * connection that was to end with the answer waits for that, as long as something comes: a reset would take the answer
 * away.
 */
function takeRest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  // Before Node's own listener, which ends the connection so.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { destroySoon } = socket;
    socket.destroySoon = () => {
      socket.end();
      // A server destroys what times out.
      socket.setTimeout(LINGER_MS);
      request.once('close', () => socket.destroy());
    };
    request.once('close', () => {
      socket.destroySoon = destroySoon;
    });
    request.resume();
  });
}

type Refusal = {
  readonly status: number;
  readonly body: ErrorResponse;
  /** RFC 9110 section 9.3.2: what answers a HEAD has no content. */
  readonly isOfHead?: boolean;
};

const refusal = (status: number, error: string, message: string): Refusal => ({
  status,
  body: { error, message },
});
const INVALID = refusal(400, 'InvalidRequest', refusals.invalidRequest);
const METHOD = refusal(405, 'MethodNotAllowed', refusals.methodNotAllowed);
const TOO_SLOW = refusal(408, 'RequestTimeout', refusals.requestTooSlow);
const BODY = refusal(413, 'BodyTooLarge', refusals.bodyTooLarge);
const EXPECTATION = refusal(417, 'ExpectationFailed', refusals.expectationFailed);
const HEADERS = refusal(431, 'HeadersTooLarge', refusals.headersTooLarge);

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Whether it is the head or the body of a HEAD that is refused; of a head that came in pieces nothing tells. */
function isOfHead({ rawPacket }: ClientError, socket: Duplex): boolean {
  const asked = answerOn(socket)?.req;
  if (asked && !asked.complete) return asked.method === 'HEAD';
  return rawPacket?.subarray(0, HEAD.length).equals(HEAD) === true;
}

const HEAD = Buffer.from('HEAD ');

/** https://nodejs.org/docs/latest-v24.x/api/http.html#event-clienterror */
function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return HEADERS;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return BODY;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  return INVALID;
}

/** The connection ends with such an answer: what comes after it cannot be told apart from what went wrong. */
function headersOf(text: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}

/** Connections that have got their last answer. */
const refused = new WeakSet<Duplex>();
/** Milliseconds in which a sender that is still sending can read its last answer: a reset would take that away. */
const LINGER_MS = 1_000;

function refuse(socket: Duplex, refusal: Refusal): void {
  // What the sender still sends is no request either.
  if (refused.has(socket)) return;
  refused.add(socket);
  const answer = answerOn(socket);
  if (answer?.req.complete) refuseBehind(answer, socket, refusal);
  // To a request that is still coming. One that is under way would be torn by another.
  else if (!socket.writable || (answer?.headersSent && !answer.writableEnded)) socket.destroy();
  else sendLast(socket, refusal);
}

/**
 * The request has come whole, and what it asks for may be done already: a refusal of what came behind it would be taken
 * for its answer.
 */
function refuseBehind(answer: ServerResponse, socket: Duplex, refusal: Refusal): void {
  answer.once('close', () => {
    const next = answerOn(socket);
    if (next) refuseBehind(next, socket, refusal);
    // One that was the last of its connection ends it by itself.
    else if (socket.writable) sendLast(socket, refusal);
  });
}

function sendLast(socket: Duplex, { status, body, isOfHead = false }: Refusal): void {
  const text = JSON.stringify(body);
  const headers = Object.entries(headersOf(text)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${isOfHead ? '' : text}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * The answer that a connection waits for, the first where others wait behind it: where Node itself looks before it says that
 * something is wrong (lib/_http_server.js). What was ended goes out before ours.
 */
function answerOn(socket: Duplex): ServerResponse | undefined {
  return '_httpMessage' in socket ? ((socket._httpMessage as ServerResponse | null) ?? undefined) : undefined;
}
