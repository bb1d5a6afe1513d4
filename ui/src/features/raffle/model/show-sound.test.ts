import { expect, test } from 'vitest';
import { frameAt, LIVE_DRAW, nextChange } from './show.ts';
import { notesBetween } from './show-sound.ts';

/** All that is heard of a show, frame by frame. */
function heard(winners: number) {
  const notes = [];
  let at = 0;
  for (let wait = nextChange(0, winners, LIVE_DRAW); wait !== undefined; ) {
    const [before, after] = [frameAt(at, winners, LIVE_DRAW), frameAt(at + wait, winners, LIVE_DRAW)];
    notes.push({ phase: after.phase, notes: notesBetween(before, after, winners) });
    at += wait;
    wait = nextChange(at, winners, LIVE_DRAW);
  }
  return notes;
}

test('each shuffle ticks, each place is higher than the one before, and the first has a chord', () => {
  const all = heard(4);
  expect(all.filter(({ phase, notes }) => phase === 'spinning' && notes.length === 1)).toHaveLength(29);
  const reveals = all.filter(({ phase, notes }) => phase !== 'spinning' && notes.length > 0);
  expect(reveals.map(({ notes }) => notes.length)).toEqual([1, 1, 1, 4]);
  const pitches = reveals.map(({ notes }) => notes[0]?.pitch ?? 0);
  expect(pitches).toEqual(pitches.toSorted((a, b) => a - b));
  expect(new Set(pitches).size).toBe(4);
});

test('the end is silent, and so is what was heard before', () => {
  const complete = { phase: 'complete', tick: 29, revealed: 3 } as const;
  expect(notesBetween({ ...complete, phase: 'revealing' }, complete, 3)).toEqual([]);
  expect(notesBetween(complete, complete, 3)).toEqual([]);
  // Who skips to the end hears the first place and not all places at once.
  expect(notesBetween({ phase: 'spinning', tick: 3, revealed: 0 }, complete, 3)).toHaveLength(4);
});

test('of five hundred places none is out of hearing', () => {
  const pitches = heard(500).flatMap(({ notes }) => notes.map(({ pitch }) => pitch));
  expect(Math.min(...pitches)).toBeGreaterThan(200);
  expect(Math.max(...pitches)).toBeLessThan(4_000);
});
