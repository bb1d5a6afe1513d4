import { expect, test } from 'vitest';
import { newsOf, type Topic } from './news.ts';

function gate() {
  const counts = new Map<Topic, number>();
  const readers = new Set<() => void>();
  return {
    readers,
    newsCount: (topic: Topic) => counts.get(topic) ?? 0,
    onNews(call: () => void) {
      readers.add(call);
      return () => readers.delete(call);
    },
    tell(topic: Topic) {
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      for (const call of readers) call();
    },
  };
}

const LONG = 60_000;
const never = new AbortController().signal;

test('who waits is woken by the news of the own topic, and by no other', async () => {
  const told = gate();
  const wait = newsOf(told, 'mails');
  let isWoken = false;
  const waiting = wait(LONG, never).then(() => {
    isWoken = true;
  });
  told.tell('set-aside');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWoken).toBe(false);
  told.tell('mails');
  await waiting;
  expect(told.readers.size).toBe(0);
});

test('news that come between two waits are not lost, and count once', async () => {
  const told = gate();
  const wait = newsOf(told, 'mails');
  told.tell('mails');
  told.tell('mails');
  await wait(LONG, never);
  const began = performance.now();
  await wait(30, never);
  expect(performance.now() - began).toBeGreaterThan(20);
});

test('two readers of a topic both hear of it', async () => {
  const told = gate();
  const waits = [newsOf(told, 'mails'), newsOf(told, 'mails')].map((wait) => wait(LONG, never));
  told.tell('mails');
  // No wait has gone on to its own end, which is longer than the test may take.
  await Promise.all(waits);
  expect(told.readers.size).toBe(0);
});

test('the signal ends a wait, and one that has fired begins none', async () => {
  const leave = new AbortController();
  const told = gate();
  const wait = newsOf(told, 'mails');
  const waiting = wait(LONG, leave.signal);
  expect(told.readers.size).toBe(1);
  leave.abort();
  await waiting;
  await wait(LONG, leave.signal);
  expect(told.readers.size).toBe(0);
});
