import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batches } from './batches.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) yield n;
}

async function collect(source: AsyncIterable<number>, max: number, pause = 0): Promise<number[][]> {
  const found: number[][] = [];
  for await (const batch of batches(source, { max, signal: new AbortController().signal })) {
    found.push(batch);
    if (pause) await sleep(pause);
  }
  return found;
}

test('everything comes once, in order, in batches of at most max', async () => {
  const found = await collect(numbers(1_000), 64, 1);
  expect(found.flat()).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  expect(Math.max(...found.map(({ length }) => length))).toBe(64);
});

test('a lone item goes out at once', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  async function* lone() {
    yield 1;
    await never;
  }
  const iterator = batches(lone(), { max: 100, signal: AbortSignal.timeout(20_000) });
  const started = performance.now();
  expect(await iterator.next()).toEqual({ done: false, value: [1] });
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('the source is read ahead by a bounded number', async () => {
  let given = 0;
  async function* counted() {
    while (true) yield given++;
  }
  const leave = new AbortController();
  const iterator = batches(counted(), { max: 10, signal: leave.signal });
  await iterator.next();
  await sleep(20);
  expect(given).toBeLessThanOrEqual(31);
  leave.abort();
  expect((await iterator.next()).done).toBe(true);
});

test('what came before a failure still goes out', async () => {
  async function* failing() {
    yield 1;
    yield 2;
    throw new Error('broken');
  }
  const found: number[] = [];
  await expect(async () => {
    for await (const batch of batches(failing(), { max: 10, signal: new AbortController().signal }))
      found.push(...batch);
  }).rejects.toThrow('broken');
  expect(found).toEqual([1, 2]);
});

test('the signal ends it although the source hangs', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  async function* hanging(): AsyncGenerator<number> {
    await never;
    yield 1;
  }
  const leave = new AbortController();
  const next = batches(hanging(), { max: 1, signal: leave.signal }).next();
  leave.abort();
  expect((await next).done).toBe(true);
});

/** Items that come one by one, each a moment after the one before; with the times at which their batches went out. */
async function paced(count: number, apart: number, pace: { every: number; burst: number }) {
  async function* source() {
    for (let n = 0; n < count; n++) {
      yield n;
      await sleep(apart);
    }
  }
  const went: { readonly at: number; readonly items: number[] }[] = [];
  for await (const items of batches(source(), { max: 100, signal: new AbortController().signal, pace })) {
    went.push({ at: performance.now(), items });
  }
  return went;
}

test('with a pace the first few go at once and the others in fewer, larger batches: everything, in order', async () => {
  const began = performance.now();
  const went = await paced(40, 2, { every: 30, burst: 3 });
  const turns = (performance.now() - began) / 30;
  expect(went.flatMap(({ items }) => items)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  const [first, second, third] = went;
  expect([first, second, third].map((batch) => batch?.items.length)).toEqual([1, 1, 1]);
  // On a machine that does other work, too, the items themselves come slower than the pace.
  expect(went.length).toBeLessThanOrEqual(4 + turns);
});

test('what fills a batch waits for no pace', async () => {
  const source = numbers(1_000);
  const began = performance.now();
  const sizes: number[] = [];
  const pace = { every: 60_000, burst: 1 };
  for await (const batch of batches(source, { max: 100, signal: new AbortController().signal, pace })) {
    sizes.push(batch.length);
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBe(1_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('who waits for the pace is let go by the signal', async () => {
  const leave = new AbortController();
  async function* endless() {
    for (let n = 0; ; n++) {
      yield n;
      await sleep(1);
    }
  }
  const iterator = batches(endless(), { max: 100, signal: leave.signal, pace: { every: 60_000, burst: 1 } });
  await iterator.next();
  const next = iterator.next();
  leave.abort();
  expect((await next).done).toBe(true);
});
