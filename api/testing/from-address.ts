import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a test client needs of `fetch`. */
export type Fetch = (
  url: URL,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
    readonly redirect: 'manual';
  },
) => Promise<Response>;

/**
 * `fetch` from another address of this machine (127.0.0.0/8), so that a program that believes no proxy sees callers of
 * several networks.
 */
export function fetchFrom(localAddress: string): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const sent = request(url, { method, headers, localAddress, signal, agent: false });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]; // what Node's documents say of this event
    const { statusCode: status = 0, rawHeaders } = answer;
    const received = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) {
      received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    }
    const content = await text(answer);
    return new Response(status === 204 || status === 304 ? null : content, { status, headers: received });
  };
}
