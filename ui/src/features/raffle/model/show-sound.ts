import type { ShowFrame } from './show.ts';

/** A short tone: hertz, milliseconds from now and long, and how loud, 0 to 1. */
export type Note = {
  readonly pitch: number;
  readonly delayMs: number;
  readonly lengthMs: number;
  readonly volume: number;
};

/** Quiet beside music: the show is for the eyes. */
const TICK: Note = { pitch: 1_500, delayMs: 0, lengthMs: 28, volume: 0.04 };
/** A major scale from C5; the last winners before the first place climb it. */
const SCALE = [523.25, 587.33, 659.26, 698.46, 783.99, 880, 987.77] as const;
/** C6, E6, G6 and C7, for the first place. */
const CHORD = [1_046.5, 1_318.51, 1_567.98, 2_093] as const;

/** What is heard as one frame follows another: a tick for each shuffle, a step up for each place, a chord for the first. */
export function notesBetween(before: ShowFrame, after: ShowFrame, winners: number): readonly Note[] {
  if (after.phase === 'spinning') return after.tick === before.tick ? [] : [TICK];
  if (after.revealed <= before.revealed) return [];
  const left = winners - after.revealed;
  if (left === 0) {
    return CHORD.map((pitch, at) => ({ pitch, delayMs: at * 90, lengthMs: 700, volume: 0.07 }));
  }
  const pitch = SCALE[Math.max(0, SCALE.length - left)] ?? SCALE[0];
  return [{ pitch, delayMs: 0, lengthMs: 320, volume: 0.08 }];
}
