import { expect, test } from 'vitest';
import { createRateLimits, type RateLimits } from './rate-limit.ts';

/** Requests of one caller, and the seconds in which they are counted. */
const LIMITS: Readonly<Record<keyof RateLimits, readonly [requests: number, seconds: number]>> = {
  all: [1_200, 60],
  files: [3_000, 60],
  signIn: [60, 60],
  commands: [240, 60],
  names: [60, 3_600],
  proofs: [60, 60],
  exports: [30, 3_600],
  social: [20, 60],
  socialDay: [200, 86_400],
  mails: [20, 600],
  mailboxes: [3, 3_600],
  ownMailbox: [6, 3_600],
  verifications: [60, 600],
};

// The keys of the record are the names of the limits.
const names = Object.keys(LIMITS) as (keyof RateLimits)[];

test.each(names)(
  '%s: so many requests of one caller are let in, the next is told when to come again',
  async (name) => {
    const [requests, seconds] = LIMITS[name];
    const limit = createRateLimits(1)[name];
    for (let n = 0; n < requests; n++) await limit.take('anna');
    const refusal = await limit.take('anna').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, code: 'TooManyRequests' });
    const { 'Retry-After': wait } = (refusal as { headers: Record<string, string> }).headers;
    expect(Number(wait)).toBeGreaterThan(seconds - 30);
    expect(Number(wait)).toBeLessThanOrEqual(seconds);
    await limit.take('ben');
  },
);

test('a trial has more of each', async () => {
  const limit = createRateLimits(2).mailboxes;
  for (let n = 0; n < 6; n++) await limit.take('anna');
  await expect(limit.take('anna')).rejects.toMatchObject({ status: 429 });
});
