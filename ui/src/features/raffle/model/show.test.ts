import { expect, test } from 'vitest';
import {
  frameAt,
  isRevealed,
  LIVE_DRAW,
  newestPlace,
  nextChange,
  nextPlace,
  REPLAY,
  shuffledNames,
} from './show.ts';

test('the draw spins 30 times 100 ms, pauses 0.5 s, reveals every 1.5 s and is complete after 1 s', () => {
  const at = (ms: number) => frameAt(ms, 3, LIVE_DRAW);
  expect(at(0)).toEqual({ phase: 'spinning', tick: 0, revealed: 0 });
  expect(at(2_999)).toMatchObject({ phase: 'spinning', tick: 29 });
  expect(at(3_499)).toMatchObject({ phase: 'spinning', tick: 29 });
  expect(at(3_500)).toMatchObject({ phase: 'revealing', revealed: 1 });
  expect(at(4_999)).toMatchObject({ phase: 'revealing', revealed: 1 });
  expect(at(5_000)).toMatchObject({ phase: 'revealing', revealed: 2 });
  expect(at(6_500)).toMatchObject({ phase: 'revealing', revealed: 3 });
  expect(at(7_499)).toMatchObject({ phase: 'revealing', revealed: 3 });
  expect(at(7_500)).toMatchObject({ phase: 'complete', revealed: 3 });
});

test('the replay spins 3 s, reveals every 2 s and is complete 1 s after the last', () => {
  const at = (ms: number) => frameAt(ms, 2, REPLAY);
  expect(at(2_999).phase).toBe('spinning');
  expect(at(3_000)).toMatchObject({ phase: 'revealing', revealed: 1 });
  expect(at(4_999)).toMatchObject({ phase: 'revealing', revealed: 1 });
  expect(at(5_000)).toMatchObject({ phase: 'revealing', revealed: 2 });
  expect(at(5_999)).toMatchObject({ phase: 'revealing', revealed: 2 });
  expect(at(6_000)).toMatchObject({ phase: 'complete', revealed: 2 });
});

test('going from change to change misses no frame and ends', () => {
  for (const [winners, times] of [
    [1, LIVE_DRAW],
    [5, LIVE_DRAW],
    [50, REPLAY],
  ] as const) {
    const seen = new Set<string>();
    let at = 0;
    for (;;) {
      const { phase, tick, revealed } = frameAt(at, winners, times);
      seen.add(phase === 'spinning' ? `tick ${tick}` : `revealed ${revealed}`);
      const wait = nextChange(at, winners, times);
      if (wait === undefined) break;
      expect(wait).toBeGreaterThan(0);
      at += wait;
    }
    expect(seen.size).toBe(30 + winners);
  }
});

test('the wheel shows as many names as there are, five or three', () => {
  const names = Array.from({ length: 40 }, (_, n) => `user_${n}`);
  for (let tick = 0; tick < 30; tick += 1) {
    expect(new Set(shuffledNames(names, tick, 5)).size).toBe(5);
  }
  expect(shuffledNames(['a', 'b'], 4, 5)).toHaveLength(2);
  expect(shuffledNames([], 0, 5)).toEqual([]);
});

test('winners are revealed from the last place to the first', () => {
  const frame = (revealed: number) => ({ phase: 'revealing', tick: 29, revealed }) as const;
  const shown = (revealed: number) => [1, 2, 3, 4].filter((place) => isRevealed(place, frame(revealed), 4));
  expect([0, 1, 3, 4].map(shown)).toEqual([[], [4], [2, 3, 4], [1, 2, 3, 4]]);
  expect(newestPlace(frame(1), 4)).toBe(4);
  expect(nextPlace(frame(1), 4)).toBe(3);
  expect(newestPlace(frame(4), 4)).toBe(1);
  expect(nextPlace(frame(4), 4)).toBe(0);
});

test('however many names there are, no shuffle shows one twice, and each shuffle is another one', () => {
  for (let count = 1; count <= 60; count += 1) {
    const names = Array.from({ length: count }, (_, n) => `user_${n}`);
    let before: readonly string[] = [];
    for (let tick = 0; tick < 30; tick += 1) {
      const shown = shuffledNames(names, tick, 5);
      expect(new Set(shown).size, `${count} names`).toBe(Math.min(count, 5));
      if (count > 1) expect(shown, `${count} names`).not.toEqual(before);
      before = shown;
    }
  }
});
