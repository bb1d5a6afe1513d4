import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { PlatformLimited, PlatformRefused, PlatformUnavailable } from './errors.ts';
import { createPlatformClient, type PlatformClientOptions } from './platform-client.ts';
import { type FakePlatform, type Fault, startFakePlatform } from './testing/fake-platform.ts';

let platform: FakePlatform;
const now = Date.parse('2026-03-01T12:00:00Z');
const answer = z.object({ data: z.object({ id: z.string() }) });

beforeAll(async () => {
  platform = await startFakePlatform();
});
beforeEach(() => {
  platform.fault = undefined;
  platform.requests.length = 0;
  platform.on('GET /me', { data: { id: '7' } });
});
afterAll(() => platform.close());

function client(options: Partial<PlatformClientOptions> = {}) {
  const made = createPlatformClient({
    clock: () => now,
    takeCall: async () => {},
    timeout: 10_000,
    maxBytes: 64 * 1024,
    ...options,
  });
  return (signal: AbortSignal = AbortSignal.timeout(5_000), path = '/me') =>
    made.call(
      answer,
      { url: new URL(path, platform.url), headers: { authorization: 'Bearer secret' } },
      signal,
    );
}

test('gives what the schema lets through, with the token in a header and not in the address', async () => {
  expect(await client()()).toEqual({ data: { id: '7' } });
  expect(platform.requests[0]?.headers.authorization).toBe('Bearer secret');
  expect(platform.requests[0]?.query.size).toBe(0);
});

describe('no usable answer is PlatformUnavailable in bounded time', () => {
  const faults: Fault[] = [
    'status 500',
    'hang',
    'slow drip',
    'not JSON',
    'another form',
    'too large',
    'redirect',
    'cut off',
  ];
  test.each(faults)('%s', async (fault) => {
    platform.fault = fault;
    const started = performance.now();
    const failure = await client({ timeout: 250 })(AbortSignal.timeout(30_000)).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PlatformUnavailable);
    expect(String(failure)).not.toContain('secret');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('nobody listens', async () => {
    const gone = await startFakePlatform();
    await gone.close();
    const made = createPlatformClient({ clock: () => now, takeCall: async () => {} });
    const call = made.call(answer, { url: new URL(gone.url), headers: {} }, AbortSignal.timeout(5_000));
    await expect(call).rejects.toBeInstanceOf(PlatformUnavailable);
  });

  test("the caller's own time is up", async () => {
    platform.fault = 'hang';
    const started = performance.now();
    await expect(client({ timeout: 30_000 })(AbortSignal.timeout(100))).rejects.toBeInstanceOf(
      PlatformUnavailable,
    );
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('a limit says when to ask again', () => {
  const inHttp = (milliseconds: number) => new Date(milliseconds).toUTCString();
  const limited = async (headers: Record<string, string>) => {
    platform.on('GET /me', () => ({
      status: 429,
      headers: { date: inHttp(now), ...headers },
      body: { title: 'Too Many Requests' },
    }));
    const failure = await client()().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PlatformLimited);
    return failure instanceof PlatformLimited ? failure.retryAt.getTime() - now : Number.NaN;
  };
  test("X's epoch second", async () =>
    expect(await limited({ 'x-rate-limit-reset': String(now / 1_000 + 600) })).toBe(600_000));
  test('seconds from now', async () => expect(await limited({ 'retry-after': '30' })).toBe(30_000));
  test('a date', async () => expect(await limited({ 'retry-after': inHttp(now + 30_000) })).toBe(30_000));
  test.each([-300, 300])('a moment, by a clock that is %i s off', async (off) => {
    const theirs = now + off * 1_000;
    const date = inHttp(theirs);
    expect(await limited({ date, 'retry-after': inHttp(theirs + 30_000) })).toBe(30_000);
    expect(await limited({ date, 'x-rate-limit-reset': String(theirs / 1_000 + 60) })).toBe(60_000);
  });
  test('nothing named', async () => expect(await limited({})).toBe(15 * 60_000));
  test.each(['x', '-5', '', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    '%j is held within a day',
    async (value) => {
      const wait = await limited({ 'retry-after': value });
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(24 * 3_600_000);
    },
  );
  test("a platform's own word for it", async () => {
    platform.on('GET /me', () => ({
      status: 403,
      body: { error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } },
    }));
    await expect(client({ limitReasons: ['quotaExceeded'] })()).rejects.toBeInstanceOf(PlatformLimited);
    await expect(client()()).rejects.toBeInstanceOf(PlatformRefused);
  });
});

test.each([
  [401, { title: 'Unauthorized' }, 'Unauthorized'],
  [400, { error: 'invalid_grant', error_description: 'x' }, 'invalid_grant'],
  [403, { error: { code: 190, message: 'x' } }, 'code 190'],
  [404, 'x', 'no reason given'],
])('%i is a refusal with the reason of %j', async (status, body, reason) => {
  platform.on('GET /me', () => ({ status, body }));
  const failure = await client()().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlatformRefused);
  expect(failure).toMatchObject({ status, reason });
});

describe('the breaker', () => {
  /** Milliseconds; longer than a slow machine takes between two calls. */
  const PAUSE = 3_000;

  test('opens after failures in a row, spends no call while open, and closes when the platform is back', async () => {
    let taken = 0;
    const takeCall = async () => void taken++;
    const outcomes: string[] = [];
    const onOutcome = (outcome: string) => void outcomes.push(outcome);
    const call = client({ failures: 3, pause: PAUSE, takeCall, onOutcome });
    platform.fault = 'status 500';
    for (let n = 0; n < 3; n++) await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    expect(platform.requests).toHaveLength(3);

    platform.fault = undefined;
    const refused = await call().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PlatformUnavailable);
    expect(refused).toMatchObject({ retryAt: new Date(now + PAUSE) });
    expect(platform.requests).toHaveLength(3);
    expect(taken).toBe(3);

    const answered = () => call().catch(() => undefined);
    await expect.poll(answered).toEqual({ data: { id: '7' } });
    expect(await call()).toEqual({ data: { id: '7' } });
    expect(taken).toBe(5);
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'unavailable', 'answered', 'answered']);
  });

  test('leaves a platform alone for as long as it says, also where the clock of the machine is set back', async () => {
    const call = client({ failures: 2, pause: PAUSE });
    platform.fault = 'status 500';
    for (let n = 0; n < 2; n++) await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    platform.fault = undefined;
    const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    try {
      await expect(call()).rejects.toMatchObject({ retryAt: new Date(now + PAUSE) });
      const answered = () => call().catch(() => undefined);
      await expect.poll(answered).toEqual({ data: { id: '7' } });
    } finally {
      set.mockRestore();
    }
  });

  test('keeps nobody waiting for the trial of another beyond their own time', async () => {
    const call = client({ failures: 2, pause: 100, timeout: 60_000 });
    platform.fault = 'status 500';
    for (let n = 0; n < 2; n++) await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    platform.fault = 'hang';
    const trial = new AbortController();
    const tried = () => {
      void call(trial.signal).catch(() => undefined);
      return platform.requests.length;
    };
    await expect.poll(tried).toBe(3);
    const outcome = call(AbortSignal.timeout(100)).catch((error: unknown) => error);
    const tooLong = AbortSignal.timeout(20_000);
    const waited = new Promise((resolve) => tooLong.addEventListener('abort', () => resolve('too long')));
    expect(await Promise.race([outcome, waited])).toBeInstanceOf(PlatformUnavailable);
    trial.abort();
  });

  test('stays open when the trial fails', async () => {
    const call = client({ failures: 2, pause: PAUSE });
    platform.fault = 'status 500';
    for (let n = 0; n < 2; n++) await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    const asked = async () => {
      await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
      return platform.requests.length;
    };
    expect(await asked()).toBe(2);
    await expect.poll(asked).toBe(3);
    await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    expect(platform.requests).toHaveLength(3);
  });

  test('is opened by nobody alone: the platform may hang for one account and be well for the others', async () => {
    let asker = 'one';
    const call = client({ failures: 3, askedBy: () => asker });
    platform.fault = 'status 500';
    for (let n = 0; n < 6; n++) await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    expect(platform.requests).toHaveLength(6);
    asker = 'another';
    await expect(call()).rejects.toBeInstanceOf(PlatformUnavailable);
    await expect(call()).rejects.toMatchObject({ retryAt: expect.any(Date) });
    expect(platform.requests).toHaveLength(7);
  });

  test('is not opened by refusals and limits, which are answers', async () => {
    const call = client({ failures: 2 });
    platform.on('GET /me', () => ({ status: 401, body: {} }));
    for (let n = 0; n < 5; n++) await expect(call()).rejects.toBeInstanceOf(PlatformRefused);
    platform.on('GET /me', () => ({ status: 429, body: {} }));
    for (let n = 0; n < 5; n++) await expect(call()).rejects.toBeInstanceOf(PlatformLimited);
    expect(platform.requests).toHaveLength(10);
  });
});

test('who has no time left takes no call of the day, and nothing of it counts against the platform', async () => {
  let taken = 0;
  const call = client({ failures: 2, takeCall: async () => void taken++ });
  for (let n = 0; n < 2; n++)
    await expect(call(AbortSignal.abort())).rejects.toBeInstanceOf(PlatformUnavailable);
  expect(taken).toBe(0);
  expect(await call()).toEqual({ data: { id: '7' } });
});

test('a budget that is used up asks nobody', async () => {
  const retryAt = new Date(now + 1_000);
  const call = client({
    takeCall: async () => {
      throw new PlatformLimited(retryAt);
    },
  });
  await expect(call()).rejects.toMatchObject({ retryAt });
  expect(platform.requests).toHaveLength(0);
});
