import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Fetch } from './from-address.ts';

export type Answer<Body = Record<string, unknown>> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

/**
 * For a read that waits for what a command has done, as a page does.
 * @throws Error where the command's answer names no place in the ledger
 */
export function placeIn({ headers }: { readonly headers: Headers }): {
  readonly 'x-ledger-position': string;
} {
  const position = headers.get('x-ledger-position');
  if (position === null) throw new Error('the answer names no place in the ledger');
  return { 'x-ledger-position': position };
}

/** Milliseconds in which a program that has no time on a busy machine is asked again. */
const PATIENCE = 60_000;

/**
 * A browser without a screen: keeps its cookie, names its origin and, signed in, its wallet, and signs with a key of
 * its own. A program that has no time on a busy machine asks to come again (503), or answers from read models that are
 * behind: it comes again, under the same key. The test gets what it is answered then, or after a minute.
 */
export type TestClient = {
  readonly account: PrivateKeyAccount;
  readonly privateKey: `0x${string}`;
  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  head(path: string, headers?: Record<string, string>): Promise<Answer<string>>;
  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** As `post`, which signs what the server wants signed; this one only says what is answered. */
  postUnsigned<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** The headers of an act that the wallet has signed; `headers` are those that the act is sent with. */
  signAct(path: string, body: unknown, headers: Record<string, string>): Promise<Record<string, string>>;
  put<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Signs in as the app does; opens the account of a new wallet. */
  connect(more?: { readonly referrerId?: string }): Promise<Answer<SignedIn>>;
  /** The challenge and its signature, not yet sent. */
  sign(): Promise<{ walletAddress: string; message: string; signature: string; walletType: 'metamask' }>;
  /** Forgets the session. */
  signOut(): void;
};

type SignedIn = { user: { id: string }; isNewUser: boolean; role: string };

const SIGN_IN = '/api/wallet/connect';

type TestClientOptions = {
  /** In place of `fetch`. */
  readonly reach?: Fetch;
  /** The site's, where that is not the address that is called. */
  readonly origin?: string;
  /** `false` is for tests of what is told while a store gives no answer or read models are behind; `true` unless given. */
  readonly comesAgain?: boolean;
};

export function createTestClient(
  url: string,
  privateKey = generatePrivateKey(),
  { reach = fetch, origin = new URL(url).origin, comesAgain = true }: TestClientOptions = {},
): TestClient {
  const account = privateKeyToAccount(privateKey);
  let cookie = '';

  const call = <Body>(...request: Parameters<typeof send>) =>
    comesAgain ? untilServed(() => send<Body>(...request)) : send<Body>(...request);

  async function send<Body>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await reach(new URL(path, url), {
      method,
      headers: {
        // As the page does; a test that leaves the wallet out gives an empty one.
        ...(cookie && { cookie, 'x-wallet-address': account.address }),
        ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      // Where an answer sends the browser is for the test to see.
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const set = response.headers.getSetCookie().find((one) => one.startsWith('evo_session='));
    if (set) cookie = set.split(';')[0] ?? '';
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    // The caller names the type that its own assertions check.
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  /** As the panel does: what a wallet has to sign is signed, and sent again under the same key. */
  async function signedPost<Body>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    // What is sent to sign in is used up by the first sending, whatever comes of it.
    if (path === SIGN_IN) return send('POST', path, body, headers);
    const first = await call<Body>('POST', path, body, headers);
    const error: unknown = first.status === 403 ? Reflect.get(Object(first.body), 'error') : undefined;
    if (error !== 'SignatureNeeded' || 'x-act-nonce' in headers) return first;
    const named = { ...idempotencyKey(), ...headers };
    const text = await textToSign(path, body, named);
    // A right or a session that is gone since is what the act itself would be told.
    if (text.status !== 200) return { ...first, ...text, body: Object.assign({}, first.body, text.body) };
    return call('POST', path, body, { ...named, ...(await signatureOf(text.body)) });
  }

  type TextToSign = { readonly message: string; readonly nonce: string };

  const textToSign = (operation: string, input: unknown, headers: Record<string, string>) =>
    call<TextToSign>('POST', '/api/wallet/act-challenge', { operation, input }, headers);

  const signatureOf = async ({ message, nonce }: TextToSign) => ({
    'x-act-nonce': nonce,
    'x-act-signature': await account.signMessage({ message }),
  });

  const client: TestClient = {
    account,
    privateKey,
    get: (path, headers) => call('GET', path, undefined, headers),
    head: (path, headers) => call('HEAD', path, undefined, headers),
    post: (path, body, headers) => signedPost(path, body ?? {}, headers),
    postUnsigned: (path, body, headers) => call('POST', path, body ?? {}, headers),
    async signAct(path, body, headers) {
      const text = await textToSign(path, body, headers);
      if (text.status !== 200) throw new Error(`no text to sign: ${JSON.stringify(text.body)}`);
      return signatureOf(text.body);
    },
    put: (path, body, headers) => call('PUT', path, body ?? {}, headers),
    async sign() {
      const walletAddress = account.address;
      const challenge = client.post<{ message: string }>('/api/wallet/challenge', { walletAddress });
      const { message } = (await done(challenge)).body;
      return {
        walletAddress,
        message,
        signature: await account.signMessage({ message }),
        walletType: 'metamask',
      };
    },
    async connect(more = {}) {
      const signIn = async () => client.post<SignedIn>(SIGN_IN, { ...(await client.sign()), ...more });
      return comesAgain ? untilServed(signIn) : signIn();
    },
    signOut() {
      cookie = '';
    },
  };
  return client;
}

/** Sends again what a busy program has not done in its time, when it says so; for a minute at the most. */
async function untilServed<A extends Answer<unknown>>(send: () => Promise<A>): Promise<A> {
  const giveUp = performance.now() + PATIENCE;
  for (;;) {
    const answer = await send();
    const seconds = asksToComeAgain(answer);
    if (seconds === null || performance.now() + seconds * 1_000 > giveUp) return answer;
    await sleep(seconds * 1_000);
  }
}

/** In so many seconds; null: it was served, or has another reason than its time. */
function asksToComeAgain({ status, headers, body }: Answer<unknown>): number | null {
  // It has waited already, for read models that are behind what the caller has done.
  if (headers.has('x-ledger-lag')) return 0;
  const error: unknown = Reflect.get(Object(body), 'error');
  if (status !== 503 || (error !== 'LedgerUnavailable' && error !== 'DatabaseUnavailable')) return null;
  const seconds = headers.get('retry-after');
  return seconds === null ? null : Number(seconds);
}

/**
 * What a test begins with is done.
 * @throws Error with the answer, where it is another one: what comes of it would be waited for in vain
 */
export async function done<A extends Answer<unknown>>(asked: Promise<A>): Promise<A> {
  const answer = await asked;
  const { status, body } = answer;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return answer;
}

/** A fresh Idempotency-Key header. */
export function idempotencyKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}
