import { expect, test } from 'vitest';
import { Tail } from './tail.ts';

/** Publishes so many events of so many bytes, some at a time, after what is there. */
function publish(tail: Tail, count: number, bytes: number, atOnce = 64): void {
  const frame = new Uint8Array(bytes);
  for (let left = count; left > 0; left -= atOnce) {
    const from = tail.head + 1;
    const size = Math.min(atOnce, left);
    tail.publish(Array.from({ length: size }, (_, n) => ({ position: from + n, stream: 's', frame })));
  }
}

/** How many of the newest events are still there. */
function kept(tail: Tail): number {
  for (let position = 0; position < tail.head; position++) {
    const events = tail.after(position, Number.POSITIVE_INFINITY);
    if (events) return events.length;
  }
  return 0;
}

/** From whatever position: all that came after it, or nothing. */
function expectNoGap(tail: Tail): void {
  for (let position = 0; position <= tail.head; position++) {
    const found = tail.after(position, 3);
    if (!found) continue;
    const following = [1, 2, 3].map((n) => position + n).filter((at) => at <= tail.head);
    expect(found.map((event) => event.position)).toEqual(following);
  }
}

test('of many small events the newest 4,096 at the least are kept, and no more than twice as many', () => {
  const tail = new Tail(0);
  publish(tail, 8_192, 10);
  expect(kept(tail)).toBe(8_192);
  for (let round = 0; round < 10; round++) {
    publish(tail, 1_500, 10);
    expect(kept(tail)).toBeGreaterThanOrEqual(4_096);
    expect(kept(tail)).toBeLessThanOrEqual(8_192);
  }
  expectNoGap(tail);
});

test('of large events as many are kept as have room in 16 MiB, and never more than in twice as much', () => {
  const tail = new Tail(0);
  const mebibyte = 1024 * 1024;
  for (let n = 1; n <= 100; n++) {
    publish(tail, 1, mebibyte);
    expect(kept(tail)).toBeGreaterThanOrEqual(Math.min(n, 16));
    expect(kept(tail)).toBeLessThanOrEqual(32);
  }
  expectNoGap(tail);
});

test('what is too large to be kept is read from the file, and what comes behind it is here again', () => {
  const tail = new Tail(0);
  publish(tail, 5, 10);
  publish(tail, 1, 33 * 1024 * 1024);
  expect(tail.after(5, 10)).toBeUndefined();
  publish(tail, 2, 10);
  expect(tail.after(5, 10)).toBeUndefined();
  expect(tail.after(6, 10)?.map(({ position }) => position)).toEqual([7, 8]);
  expectNoGap(tail);
});

test('after the newest event there is nothing yet, and before the first of this start nobody knows here', () => {
  const tail = new Tail(10);
  expect(tail.after(10, 5)).toBeUndefined();
  publish(tail, 3, 10);
  expect(tail.after(9, 5)).toBeUndefined();
  expect(tail.after(10, 2)?.map(({ position }) => position)).toEqual([11, 12]);
  expect(tail.after(13, 5)).toEqual([]);
});
