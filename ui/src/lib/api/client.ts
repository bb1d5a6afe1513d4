import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { HEADERS } from '../../../../contracts/constants.ts';
import type { ServerTime } from '../server-time.ts';
import { ApiError, NoAnswer, UnreadableAnswer } from './api-error.ts';
import type { LedgerSync } from './ledger-sync.ts';

const TIMEOUT_MS = 15_000;

type CallOptions<E extends Endpoint> = {
  /** Values of the `:name` segments of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly request?: RequestOf<E>;
  /** A UUID made before the first send; the same one for a retry of the same act. */
  readonly idempotencyKey?: string;
  /** Whether trying again sends the same key; taken for granted where it is not given. */
  readonly isKeyKept?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Of those that the endpoint understands. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose act this is a part of, where the page may show another account before its last part is sent. */
  readonly wallet?: string | undefined;
  /** Of an act that the wallet has signed. */
  readonly signature?: ActSignature | undefined;
  /** Called where the answer is that of an earlier sending of the same act: nothing was done now. */
  readonly onReplay?: () => void;
};

/** A text that the server issued for one act, by its nonce, and the wallet's signature of it. */
export type ActSignature = { readonly nonce: string; readonly signature: string };

export type ApiClient = {
  /** @throws ApiError, NoAnswer, UnreadableAnswer */
  readonly call: <E extends Endpoint>(endpoint: E, options?: CallOptions<E>) => Promise<ResponseOf<E>>;
  /** As `call`, but null where the answer is 401. */
  readonly callIfSignedIn: <E extends Endpoint>(
    endpoint: E,
    options?: CallOptions<E>,
  ) => Promise<ResponseOf<E> | null>;
};

export type ApiClientParts = {
  readonly fetch: typeof fetch;
  readonly sync: LedgerSync;
  readonly time: ServerTime;
  /** The wallet that the page shows: every call names it, so that the server does nothing for another one. */
  readonly sessionWallet: () => string | undefined;
  /** Whether a person is there; taken for granted where it is not given. */
  readonly isAttended?: () => boolean;
};

type Answer = { readonly response: Response; readonly text: string };

export function createApiClient({ fetch, sync, time, sessionWallet, isAttended }: ApiClientParts): ApiClient {
  async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<ResponseOf<E>> {
    const { response, text } = await answerTo(endpoint, options);
    if (!response.ok) {
      const { status, statusText } = response;
      throw new ApiError(status, text || statusText, isKept(options), retryAfterOf(response));
    }
    if (response.headers.get(HEADERS.idempotencyReplayed) === 'true') options.onReplay?.();
    return parse(endpoint, text);
  }

  async function callIfSignedIn<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E> = {},
  ): Promise<ResponseOf<E> | null> {
    try {
      return await call(endpoint, options);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  /** The whole of it: an answer that breaks off after its status is none. */
  async function answerTo<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer> {
    const url = urlOf(endpoint, options);
    const timeout = AbortSignal.timeout(endpoint.patienceMs ?? TIMEOUT_MS);
    const askedAt = Date.now();
    try {
      const response = await fetch(url, {
        method: endpoint.method,
        credentials: 'include',
        headers: headersOf(endpoint, options),
        body: endpoint.method === 'GET' ? null : JSON.stringify(options.request ?? {}),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      });
      time.heard(response.headers.get('date'), askedAt);
      // Also where the rest breaks off: what was done is done.
      if (response.ok && endpoint.command) {
        sync.acted(response.headers.get(HEADERS.ledgerPosition) ?? undefined);
      }
      const text = await response.text();
      // Not before: another answer that is read meanwhile would take back what holds for the one that is shown last.
      if (response.ok && endpoint.method === 'GET' && endpoint.access !== 'public') {
        sync.answered(response.headers.has(HEADERS.ledgerLag));
      }
      return { response, text };
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new NoAnswer(error, isKept(options));
    }
  }

  function headersOf<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Headers {
    const headers = new Headers({ ...options.headers, accept: 'application/json' });
    if (endpoint.method !== 'GET') headers.set('content-type', 'application/json');
    if (isAttended?.() === false) headers.set(HEADERS.unattended, '1');
    if (options.idempotencyKey) headers.set(HEADERS.idempotencyKey, options.idempotencyKey);
    if (options.signature) {
      headers.set(HEADERS.actNonce, options.signature.nonce);
      headers.set(HEADERS.actSignature, options.signature.signature);
    }
    const position = sync.position();
    if (position && endpoint.method === 'GET') headers.set(HEADERS.ledgerPosition, position);
    const wallet = options.wallet ?? sessionWallet();
    if (wallet) headers.set(HEADERS.walletAddress, wallet);
    return headers;
  }

  return { call, callIfSignedIn };
}

/** Whether trying again sends the same key. */
const isKept = ({ idempotencyKey, isKeyKept }: CallOptions<Endpoint>): boolean =>
  idempotencyKey !== undefined && isKeyKept !== false;

/** In seconds, as our server says it; a date is not understood. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The path of a call with the values of its `:name` segments. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs a value for :${name}`);
    return encodeURIComponent(value);
  });
}

function urlOf<E extends Endpoint>(endpoint: E, options: CallOptions<E>): string {
  const path = pathOf(endpoint, options.params);
  if (endpoint.method !== 'GET' || !options.request) return path;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.request)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function parse<E extends Endpoint>(endpoint: E, text: string): ResponseOf<E> {
  try {
    // The schema that just accepted the value is the one that ResponseOf<E> is inferred from.
    return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
  } catch (error) {
    throw new UnreadableAnswer(endpoint.path, error);
  }
}
