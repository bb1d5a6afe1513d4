import { afterEach, expect, test, vi } from 'vitest';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { atEachPosition } from './at-each-position.ts';

afterEach(() => vi.restoreAllMocks());

function board() {
  let position: LedgerPosition | undefined = { commit: 1n, prepare: 1n };
  let reads = 0;
  const read = async () => {
    const seen = position?.commit;
    reads += 1;
    await Promise.resolve();
    return seen;
  };
  const current = atEachPosition({ position: () => position }, read);
  return {
    current,
    reads: () => reads,
    move: (commit: bigint | undefined) => {
      position = commit === undefined ? undefined : { commit, prepare: commit };
    },
  };
}

test('while the read models stand it is read once, for however many', async () => {
  const { current, reads } = board();
  expect(await Promise.all([current(), current(), current()])).toEqual([1n, 1n, 1n]);
  expect(await current()).toBe(1n);
  expect(reads()).toBe(1);
});

test('whoever asks after they have moved gets what they hold then', async () => {
  const { current, move } = board();
  expect(await current()).toBe(1n);
  move(2n);
  expect(await current()).toBe(2n);
  const before = current();
  move(3n);
  const after = current();
  expect(await after).toBe(3n);
  expect((await before) ?? 0n).toBeGreaterThanOrEqual(2n);
});

test('nobody is kept for longer than a second from what is read, should nothing be heard of the read models', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const { current, reads } = board();
  await current();
  clock.mockReturnValue(10_999);
  await current();
  expect(reads()).toBe(1);
  clock.mockReturnValue(11_001);
  await current();
  expect(reads()).toBe(2);
});

test('who asks when they have moved is not given what others wait for', async () => {
  let position = { commit: 1n, prepare: 1n };
  const readings = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let begun = 0;
  const current = atEachPosition({ position: () => position }, async () => readings[begun++]?.promise);
  const early = current();
  await vi.waitFor(() => expect(begun).toBe(1));
  position = { commit: 2n, prepare: 2n };
  const late = current();
  readings[1]?.resolve('of 2');
  expect(await late).toBe('of 2');
  readings[0]?.resolve('of 1');
  expect(await early).toBe('of 1');
});

test('where nobody knows how far they are, it is read each time', async () => {
  const { current, reads, move } = board();
  move(undefined);
  await current();
  await current();
  expect(reads()).toBe(2);
});
