import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { type Count, leased, leaseOf } from './leased-limit.ts';

/** What all replicas share, and how often it was asked. */
function shared(limit: number, seconds = 60) {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  const asked: number[] = [];
  const count: Count = (caller, requests): Promise<RateLimiterRes> => {
    asked.push(requests);
    return limiter.consume(caller, requests);
  };
  return { count, asked };
}

async function passed(take: (caller: string) => Promise<void>, tries: number): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: tries }, () => take('somebody')));
  return all.filter(({ status }) => status === 'fulfilled').length;
}

test('one replica lets in as many as the limit says, side by side and one after the other', async () => {
  for (const limit of [1, 3, 60, 240, 1_200]) {
    const { count } = shared(limit);
    expect(await passed(leased(count, limit), limit + 50)).toBe(limit);
    const other = leased(shared(limit).count, limit);
    let alone = 0;
    for (let n = 0; n < limit + 5; n++) alone += await passed(other, 1);
    expect(alone).toBe(limit);
  }
});

test('two replicas together never let in more, and hardly fewer', async () => {
  const limit = 240;
  const { count } = shared(limit);
  const [one, other] = [leased(count, limit), leased(count, limit)];
  let letIn = 0;
  for (let n = 0; n < limit + 20; n++) letIn += await passed(n % 2 === 0 ? one : other, 1);
  expect(letIn).toBeLessThanOrEqual(limit);
  expect(letIn).toBeGreaterThanOrEqual(limit - leaseOf(limit));
});

test('a small limit is counted one by one, a large one some at a time', async () => {
  const small = shared(3);
  const take = leased(small.count, 3);
  for (let n = 0; n < 3; n++) await take('somebody');
  expect(small.asked).toEqual([1, 1, 1]);
  const large = shared(1_200);
  const takeMany = leased(large.count, 1_200);
  for (let n = 0; n < 100; n++) await takeMany('somebody');
  expect(large.asked.length).toBeLessThanOrEqual(5);
});

test('what comes at the same moment is counted together', async () => {
  const { count, asked } = shared(60);
  expect(await passed(leased(count, 60), 50)).toBe(50);
  expect(asked).toEqual([50]);
});

test('what was counted in one window of time is good for no other', async () => {
  const { count, asked } = shared(120, 0.05);
  const take = leased(count, 120);
  await take('somebody');
  await new Promise((resolve) => setTimeout(resolve, 80));
  await take('somebody');
  expect(asked).toEqual([2, 2]);
});

test('who cannot be counted is told, and counted again the next time', async () => {
  let isAway = true;
  const { count } = shared(60);
  const take = leased((...call) => (isAway ? Promise.reject(new Error('away')) : count(...call)), 60);
  await expect(take('somebody')).rejects.toThrow('away');
  isAway = false;
  await take('somebody');
});

test('callers without end do not fill the memory', async () => {
  const take = leased(async () => new RateLimiterRes(59, 60_000, 1, true), 60);
  for (let caller = 0; caller < 20_050; caller++) await take(String(caller));
  const { entries, bytes, mostBytes } = take.use();
  expect(entries).toBe(20_000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
});
