import type { KeptProcess } from './kept-process.ts';

/** What one request is told; `body` is the parsed JSON, or the text of a file. */
export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of `X-Ledger-Position`. */
  readonly position: string | undefined;
  readonly cookie: string | undefined;
};

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: string;
  /** Milliseconds until whoever asks gives up. */
  readonly patience: number;
};

/** One request to one process; undefined when nothing certain came back. */
export function call(api: KeptProcess, request: Request): Promise<Answer | undefined> {
  return api.limit ? api.limit(() => callNow(api, request)) : callNow(api, request);
}

async function callNow(api: KeptProcess, request: Request): Promise<Answer | undefined> {
  const url = api.url();
  if (!url) return undefined;
  const { method, path, body, headers, cookie, patience } = request;
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin: new URL(url).origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const set = response.headers.getSetCookie().find((one) => one.startsWith('evo_session='));
    return {
      status: response.status,
      // An answer of this API is an object.
      body: (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>,
      position: response.headers.get('x-ledger-position') ?? undefined,
      cookie: set?.split(';')[0],
    };
  } catch (error) {
    // A connection that breaks and a wait that is given up are what this is about; anything else is the test's fault.
    if (error instanceof TypeError || (error instanceof Error && /Timeout|Abort/.test(error.name)))
      return undefined;
    throw error;
  }
}
