import { type Agent, request } from 'node:http';

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Answer = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Whom a call is sent to: 127.0.0.1, under the name that it has itself. */
export type Target = { readonly port: number; readonly origin: string };

/** @throws Error on any answer but 200 */
export function send(agent: Agent, { port, origin }: Target, call: Call): Promise<Answer> {
  const { method, path, headers, body } = call;
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: new URL(origin).host,
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && {
          origin,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    });
    sent.once('error', reject).once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve({ headers: answer.headers, body: text });
        else reject(new Error(`${method} ${path} answers ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sent.end(body);
  });
}
