import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../../contracts/api/endpoint.ts';
import { createServerTime } from '../server-time.ts';
import { ApiError, errorText, isOutcomeUnknown, NoAnswer, UnreadableAnswer } from './api-error.ts';
import { createApiClient } from './client.ts';
import { createLedgerSync } from './ledger-sync.ts';

const base = { summary: '', response: z.object({ ok: z.boolean() }) } as const;
const read = endpoint({
  ...base,
  method: 'GET',
  path: '/api/dashboard',
  access: 'session',
  command: false,
  request: z.object({ cursor: z.optional(z.string()) }),
});
const claim = endpoint({
  ...base,
  method: 'POST',
  path: '/api/rewards/claim',
  access: 'session',
  command: true,
  request: z.object({}),
});
const rename = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/users/:walletAddress/username',
  access: 'admin',
  command: true,
  request: z.object({ username: z.string() }),
});

let attended = true;

function clientAnswering(answer: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
  const sync = createLedgerSync();
  const time = createServerTime(Date.now);
  const client = createApiClient({
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) });
      return answer();
    },
    sync,
    time,
    sessionWallet: () => '0xabc',
    isAttended: () => attended,
  });
  return { client, sync, time, sent };
}

const ok =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response('{"ok":true}', { headers });
const fails = (status: number, body: string) => () => new Response(body, { status, statusText: 'Odd' });

test('every answer says what time it is, also one that refuses', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const later = new Date(Date.now() + 3_600_000).toUTCString();
  const earlier = new Date(Date.now() - 3_600_000).toUTCString();
  const isAt = (date: string, now: number) => expect(Math.abs(now - Date.parse(date))).toBeLessThan(1_500);
  const told = clientAnswering(ok({ date: later }));
  await told.client.call(read);
  isAt(later, told.time.now());
  const refused = clientAnswering(() => new Response('no', { status: 409, headers: { date: earlier } }));
  await expect(refused.client.call(claim)).rejects.toThrow(ApiError);
  isAt(earlier, refused.time.now());
});

test.each([
  ['37', 37],
  ['Fri, 27 Nov 2026 08:00:00 GMT', undefined],
  [undefined, undefined],
])('a refusal with Retry-After %s says to come again after %s seconds', async (header, seconds) => {
  const headers = new Headers(header === undefined ? {} : { 'retry-after': header });
  const { client } = clientAnswering(() => new Response('no', { status: 429, headers }));
  const refusal = await client.call(read).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 429, retryAfter: seconds });
});

test('credentials go along, query parameters into the address', async () => {
  const { client, sent } = clientAnswering(ok());
  expect(await client.call(read, { request: { cursor: 'a b' } })).toEqual({ ok: true });
  expect(sent[0]).toMatchObject({
    url: '/api/dashboard?cursor=a+b',
    init: { credentials: 'include', body: null },
  });
  // What a form has not said is not asked for.
  await client.call({ ...read, request: z.any() }, { request: { cursor: null, limit: undefined } });
  expect(sent[1]?.url).toBe('/api/dashboard');
});

test('path parameters are encoded; every call names the wallet that the page shows', async () => {
  const { client, sent } = clientAnswering(ok());
  await client.call(rename, { params: { walletAddress: '0x/1' }, request: { username: 'n' } });
  await client.call(read);
  expect(sent[0]?.url).toBe('/api/users/0x%2F1/username');
  expect(sent.map(({ headers }) => headers.get('x-wallet-address'))).toEqual(['0xabc', '0xabc']);
});

test('a part of a longer act goes on naming the wallet that began it', async () => {
  const { client, sent } = clientAnswering(ok());
  await client.call(claim, { request: {}, wallet: '0xdef' });
  expect(sent[0]?.headers.get('x-wallet-address')).toBe('0xdef');
});

test('a command carries its key; the position it reached goes with every later read', async () => {
  const { client, sent } = clientAnswering(ok({ 'x-ledger-position': 'C:7/P:7' }));
  await client.call(claim, { request: {}, idempotencyKey: 'key' });
  await client.call(read);
  expect(sent[0]?.headers.get('idempotency-key')).toBe('key');
  expect(sent.map(({ headers }) => headers.get('x-ledger-position'))).toEqual([null, 'C:7/P:7']);
});

test('only a command that was done moves what is waited for, and is the own act that was done last', async () => {
  const answers = [
    ok({ 'x-ledger-position': 'C:7/P:7' }),
    () => new Response('{}', { status: 409, headers: { 'x-ledger-position': 'C:8/P:8' } }),
    ok({ 'x-ledger-position': 'C:9/P:9' }),
  ];
  const { client, sync } = clientAnswering(() => (answers.shift() ?? ok())());
  await client.call(claim, { request: {} });
  await expect(client.call(claim, { request: {} })).rejects.toThrow(ApiError);
  await client.call(read);
  expect([sync.position(), sync.ownAct()]).toEqual(['C:7/P:7', 'C:7/P:7']);
  sync.forget();
  expect([sync.position(), sync.ownAct()]).toEqual([undefined, undefined]);
});

test('only a newer position replaces the one that is known', () => {
  const sync = createLedgerSync();
  sync.reached('C:10/P:10');
  sync.reached('C:9/P:9');
  sync.reached('nonsense');
  expect(sync.position()).toBe('C:10/P:10');
  sync.reached('C:11/P:11');
  expect(sync.position()).toBe('C:11/P:11');
  sync.forget();
  expect(sync.position()).toBeUndefined();
});

test('what one page of a browser did, the others know, and one that is loaded again', () => {
  let kept: string | undefined;
  const memory = {
    recall: () => kept,
    keep: (position: string | undefined) => {
      kept = position;
    },
  };
  const [one, other] = [createLedgerSync(memory), createLedgerSync(memory)];
  one.acted('C:9/P:9');
  expect(other.position()).toBe('C:9/P:9');
  expect(createLedgerSync(memory).position()).toBe('C:9/P:9');
  // An act of its own that was answered late takes nothing back.
  other.acted('C:8/P:8');
  expect([one.position(), other.position()]).toEqual(['C:9/P:9', 'C:9/P:9']);
  other.acted('C:10/P:10');
  expect(one.position()).toBe('C:10/P:10');
  one.forget();
  expect(createLedgerSync(memory).position()).toBeUndefined();
  kept = 'no position';
  expect(one.position()).toBeUndefined();
});

test('an answer that lags is known to until one does not', async () => {
  const headers: Record<string, string>[] = [{ 'x-ledger-lag': '12' }, {}];
  const { client, sync } = clientAnswering(() => ok(headers.shift())());
  await client.call(read);
  expect(sync.laggingSince()).toBeDefined();
  await client.call(read);
  expect(sync.laggingSince()).toBeUndefined();
  // What everybody may see waits for no act of this browser, and says nothing of the own figures.
  headers.push({ 'x-ledger-lag': '1' }, {});
  await client.call(read);
  await client.call({ ...read, access: 'public' });
  expect(sync.laggingSince()).toBeDefined();
});

test('an answer that lags does so however late the rest of it comes, whatever others said meanwhile', async () => {
  let rest = (): void => undefined;
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      rest = () => {
        controller.enqueue(new TextEncoder().encode('{"ok":true}'));
        controller.close();
      };
    },
  });
  const answers = [new Response(slow, { headers: { 'x-ledger-lag': '12' } }), new Response('{"ok":true}')];
  const { client, sync } = clientAnswering(async () => answers.shift() ?? Response.error());
  const late = client.call(read);
  await client.call(read);
  rest();
  await late;
  expect(sync.laggingSince()).toBeDefined();
});

test('a failed answer says `{status}: {text}` and keeps the parsed body', async () => {
  const body = '{"error":"nothing_to_claim","message":"There is nothing"}';
  const { client } = clientAnswering(fails(409, body));
  const error = await client.call(claim, { request: {} }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: `409: ${body}`, status: 409, body: { error: 'nothing_to_claim' } });
  expect(errorText(error)).toBe('There is nothing');
});

test.each([
  [502, '<html><title>502 Bad Gateway</title></html>'],
  [503, ''],
  [504, 'upstream request timeout'],
])(
  'what stands in front of the server and answers %d in its place is told of in words: %j',
  async (status, text) => {
    const { client } = clientAnswering(fails(status, text));
    const told = (call: Promise<unknown>) => call.then(() => undefined, errorText);
    expect(await told(client.call(read))).toBe(errorText(new NoAnswer('gone')));
    const sent = { request: {}, idempotencyKey: 'key' };
    expect(await told(client.call(claim, sent))).toBe(errorText(new NoAnswer('gone', true)));
    expect(await told(client.call(claim, { ...sent, isKeyKept: false }))).toBe(
      errorText(new NoAnswer('gone')),
    );
  },
);

test.each([
  [
    413,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>',
    '413: Request Entity Too Large',
  ],
  [429, '<!DOCTYPE html><title>\n  Slow down \n</title><body>much</body>', '429: Slow down'],
  [403, '<html><title> 403 </title><body>no</body></html>', '403: Refused on its way to the server'],
  [403, '<h1>Blocked</h1>', '403: Refused on its way to the server'],
])(
  'what stands in front of the server and refuses with a page is told by its title: %d %j',
  async (status, text, told) => {
    const { client } = clientAnswering(fails(status, text));
    const sent = client.call(claim, { request: {}, idempotencyKey: 'key' });
    expect(await sent.catch(errorText)).toBe(told);
  },
);

test('without a text the status text stands', async () => {
  const { client } = clientAnswering(fails(502, ''));
  await expect(client.call(read)).rejects.toThrow('502: Odd');
});

test('401 throws, or is null for those who ask so', async () => {
  const { client } = clientAnswering(fails(401, '{}'));
  await expect(client.call(read)).rejects.toThrow('401: {}');
  expect(await client.callIfSignedIn(read)).toBeNull();
});

test('no answer and an answer of another shape are told apart', async () => {
  const offline = clientAnswering(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(offline.client.call(read)).rejects.toThrow(NoAnswer);
  const odd = clientAnswering(() => new Response('{"ok":"perhaps"}'));
  await expect(odd.client.call(read)).rejects.toThrow(UnreadableAnswer);
});

const breaksOff =
  (error: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(
      new ReadableStream({
        pull(body) {
          body.enqueue(new TextEncoder().encode('{"ok":'));
          body.error(error);
        },
      }),
      { headers },
    );

test('an answer that breaks off in the middle is none, and what it would have told is not known', async () => {
  const { client, sync } = clientAnswering(
    breaksOff(new TypeError('network error'), { 'x-ledger-position': 'C:4/P:4' }),
  );
  const error = await client.call(claim, { request: {} }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(isOutcomeUnknown(error)).toBe(true);
  // What is read from now on is from after it.
  expect(sync.position()).toBe('C:4/P:4');
});

test('who no longer wants an answer, and gives it up in its middle, is not told that there was none', async () => {
  const giveUp = new AbortController();
  const { client } = clientAnswering(() => {
    giveUp.abort();
    return breaksOff(giveUp.signal.reason)();
  });
  await expect(client.call(read, { signal: giveUp.signal })).rejects.toThrow(giveUp.signal.reason);
});

test('one that may be given up is not waited for longer than any other', async () => {
  const tooLong = new AbortController();
  const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong.signal);
  try {
    const { client, sent } = clientAnswering(ok());
    await client.call(read, { signal: new AbortController().signal });
    tooLong.abort();
    expect(sent[0]?.init.signal?.aborted).toBe(true);
  } finally {
    patience.mockRestore();
  }
});

test('who sent a command that is not answered is told that trying again is safe, where its key is kept', async () => {
  const { client } = clientAnswering(() => Promise.reject(new TypeError('Failed to fetch')));
  const kept = client.call(claim, { request: {}, idempotencyKey: 'key' });
  await expect(kept).rejects.toThrow('not known whether this was done');
  const unkept = client.call(claim, { request: {}, idempotencyKey: 'key', isKeyKept: false });
  await expect(unkept).rejects.toThrow('could not be reached');
  await expect(client.call(read)).rejects.toThrow('could not be reached');
});

test('a path without its parameter is a bug and sends nothing', async () => {
  const { client, sent } = clientAnswering(ok());
  const call = client.call(rename, { request: { username: 'n' } });
  await expect(call).rejects.toThrow('needs a value for :walletAddress');
  expect(sent).toHaveLength(0);
});

test('a call waits as long as its answer may take', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout');
  try {
    const { client } = clientAnswering(ok());
    await client.call(claim, { request: {} });
    expect(patience).toHaveBeenLastCalledWith(15_000);
    await client.call({ ...claim, patienceMs: 90_000 }, { request: {} });
    expect(patience).toHaveBeenLastCalledWith(90_000);
  } finally {
    patience.mockRestore();
  }
});

test('what a page asks that was left alone says so', async () => {
  const { client, sent } = clientAnswering(() => Response.json({ ok: true }));
  await client.call(read);
  attended = false;
  await client.call(read);
  attended = true;
  expect(sent.map(({ headers }) => headers.get('x-unattended'))).toEqual([null, '1']);
});
