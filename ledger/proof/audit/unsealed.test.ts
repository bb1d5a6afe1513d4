import { expect, test } from 'vitest';
import { Unsealed } from './unsealed.ts';

const bytesOf = (number: number) => Uint8Array.from({ length: 40 }, (_, at) => (number * 31 + at * 7) % 256);

function push(waiting: Unsealed, number: number): void {
  // The entry begins in the middle of what it stands in.
  const position = { commit: BigInt(number) * 1_000n, prepare: BigInt(number) * 1_000n + 7n };
  waiting.push({ bytes: bytesOf(number), at: 8 }, number, position);
}

function expectNext(waiting: Unsealed, number: number): void {
  expect(waiting.oldest).toBe(number);
  const next = waiting.shift();
  expect(next?.number).toBe(number);
  expect(next?.position()).toBe(`C:${number * 1_000}/P:${number * 1_000 + 7}`);
  const { bytes, at } = next?.leaf ?? { bytes: new Uint8Array(), at: 0 };
  expect(bytes.slice(at, at + 32)).toEqual(bytesOf(number).slice(8));
}

test('what waits comes out as it went in, the oldest first', () => {
  const waiting = new Unsealed();
  expect([waiting.length, waiting.oldest, waiting.shift()]).toEqual([0, undefined, undefined]);
  push(waiting, 3);
  push(waiting, 5);
  expect(waiting.length).toBe(2);
  expectNext(waiting, 3);
  expect(waiting.length).toBe(1);
  expectNext(waiting, 5);
  expect([waiting.length, waiting.oldest, waiting.shift()]).toEqual([0, undefined, undefined]);
});

test.each([
  ['more at once than there is room for', 3_000, 0],
  ['few at once, and many in all', 10, 5_000],
  ['half of the room, and more while it is emptied', 600, 3_000],
])('%s', (_, most, moving) => {
  const waiting = new Unsealed();
  let [pushed, shifted] = [0, 0];
  for (; pushed < most; pushed++) push(waiting, pushed);
  for (; pushed < most + moving; pushed++, shifted++) {
    push(waiting, pushed);
    expectNext(waiting, shifted);
  }
  expect(waiting.length).toBe(most);
  for (; shifted < pushed; shifted++) expectNext(waiting, shifted);
  expect(waiting.length).toBe(0);
});
