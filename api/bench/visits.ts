import { Agent, request } from 'node:http';
import { SESSION_COOKIE } from '../http/session-cookie.ts';

/** What a browser asks for. */
export type Visit = { readonly path: string; readonly token?: string };

export type Browsers = {
  /** @throws Error on any answer but 200 */
  visit(visit: Visit): Promise<void>;
  close(): void;
};

/** Connections that stay open, as browsers keep them. */
export function openBrowsers(url: string): Browsers {
  const agent = new Agent({ keepAlive: true });
  return {
    visit: ({ path, token }) =>
      new Promise((resolve, reject) => {
        const cookie = token === undefined ? {} : { cookie: `${SESSION_COOKIE}=${token}` };
        const headers = { ...cookie, 'accept-encoding': 'gzip, deflate, br' };
        const sent = request(new URL(path, url), { agent, headers }, (answer) => {
          answer.once('error', reject);
          answer.once('end', () => {
            if (answer.statusCode === 200) resolve();
            else reject(new Error(`${path} answers ${answer.statusCode}`));
          });
          answer.resume();
        });
        sent.once('error', reject);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}
