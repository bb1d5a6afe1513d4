import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Gives the numbers from 0 on, and notes how many were asked for. */
function numbers(limit: number, failure?: Error) {
  const asked = { count: 0, ended: false };
  const source = (async function* () {
    try {
      for (; asked.count < limit; ) yield asked.count++;
      if (failure) throw failure;
    } finally {
      asked.ended = true;
    }
  })();
  return { source, asked };
}

/** What is behind is given at once, and ten items are read ahead. */
const live = {
  ...{ most: 10, margin: 0 },
  isLevel: () => true,
  aMoment: async () => undefined,
  show: () => undefined,
};

async function idle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

test('everything is given once, in order, and shown before it is given', async () => {
  const shown = new Set<number>();
  const given: number[] = [];
  for await (const n of readAhead(numbers(1_000).source, { ...live, show: (item) => void shown.add(item) })) {
    expect(shown.has(n)).toBe(true);
    given.push(n);
  }
  expect(given).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
});

test('who is slow is read ahead for, and only so far', async () => {
  const { source, asked } = numbers(1_000);
  const items = readAhead(source, live);
  await items.next();
  await idle();
  expect(asked.count).toBeGreaterThan(5);
  expect(asked.count).toBeLessThanOrEqual(25);
  await items.return(undefined);
});

test('what came before a failure is given before it is thrown', async () => {
  const given: number[] = [];
  const failure = new Error('the connection is gone');
  const all = async () => {
    for await (const n of readAhead(numbers(25, failure).source, live)) {
      given.push(n);
      await idle();
    }
  };
  await expect(all()).rejects.toBe(failure);
  expect(given).toHaveLength(25);
});

test('a source is left when its reader leaves', async () => {
  const { source, asked } = numbers(1_000);
  for await (const n of readAhead(source, live)) if (n === 3) break;
  await idle();
  expect(asked.ended).toBe(true);
});

test('what comes is given at once, with nothing behind it', async () => {
  const first = Promise.withResolvers<string>();
  const source = (async function* () {
    yield await first.promise;
    await new Promise<never>(() => undefined);
  })();
  const given = readAhead(source, live).next();
  first.resolve('alone');
  expect(await given).toEqual({ done: false, value: 'alone' });
});

describe('while what is old is read', () => {
  const old = { ...live, most: 100, margin: 20, isLevel: () => false };

  test('each item is given with those in sight that came after it', async () => {
    let shown = -1;
    const given: number[] = [];
    const show = (item: number) => {
      shown = item;
    };
    for await (const n of readAhead(numbers(1_000).source, { ...old, show, aMoment: idle })) {
      given.push(n);
      expect(shown).toBeGreaterThanOrEqual(Math.min(n + 20, 999));
    }
    expect(given).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  });

  test('what is there is given when nothing more comes in a moment', async () => {
    const source = (async function* () {
      yield* [0, 1, 2];
      await new Promise<never>(() => undefined);
    })();
    const items = readAhead(source, { ...old, aMoment: idle });
    expect(await items.next()).toEqual({ done: false, value: 0 });
    expect(await items.next()).toEqual({ done: false, value: 1 });
    expect(await items.next()).toEqual({ done: false, value: 2 });
  });
});
