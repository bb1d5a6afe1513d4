import {
  bass,
  hat,
  inRoom,
  keys,
  kick,
  mastered,
  type Note,
  pad,
  pluck,
  SAMPLE_RATE,
  type Voice,
} from './sound.ts';

/** A chord by its pitches of MIDI, from the root up. */
type Chord = readonly number[];

type Piece = {
  readonly id: string;
  readonly beatsAMinute: number;
  readonly beatsABar: number;
  /** One a bar. */
  readonly chords: readonly Chord[];
  readonly play: (bar: Bar, add: (voice: Voice, note: Note) => void) => void;
  /** From 0 to 1. */
  readonly room: number;
};

type Bar = {
  readonly number: number;
  readonly chord: Chord;
  readonly isLast: boolean;
  /** A note that begins so many beats into the bar. */
  readonly note: (beat: number, beats: number, pitch: number, loudness?: number) => Note;
};

const A_MINOR: Chord = [57, 60, 64, 69];
const F_MAJOR: Chord = [53, 57, 60, 65];
const C_MAJOR: Chord = [48, 55, 60, 64];
const G_MAJOR: Chord = [55, 59, 62, 67];
const E_MINOR: Chord = [52, 59, 64, 67];
const D_MAJOR: Chord = [50, 57, 62, 66];

/** Four short pieces for the tracks of the catalogue that the socials page names. */
const PIECES: readonly Piece[] = [
  {
    id: 'the-evolution',
    beatsAMinute: 96,
    beatsABar: 4,
    chords: [A_MINOR, F_MAJOR, C_MAJOR, G_MAJOR, F_MAJOR, A_MINOR],
    room: 0.5,
    play(bar, add) {
      sustain(bar, add, 4);
      add(bass, bar.note(0, 1.8, root(bar) - 24));
      add(bass, bar.note(2.5, 1.2, root(bar) - 24, 0.7));
      for (const beat of bar.number > 0 ? [0, 2] : []) add(kick, bar.note(beat, 1, 0, 0.8));
      if (bar.isLast) return add(pluck, bar.note(0, 3, root(bar) + 12, 0.9));
      for (const [step, tone] of [0, 1, 2, 3, 2, 1, 2, 1].entries()) {
        add(pluck, bar.note(step / 2, 0.5, tones(bar, tone) + 12, step % 2 === 0 ? 0.9 : 0.6));
      }
    },
  },
  {
    id: 'defi-dreams',
    beatsAMinute: 76,
    beatsABar: 4,
    chords: [
      [50, 57, 61, 66],
      [47, 54, 57, 62],
      [43, 50, 54, 59],
      [45, 52, 57, 61],
      [50, 57, 61, 66],
    ],
    room: 0.7,
    play(bar, add) {
      sustain(bar, add, 4, 0.6);
      add(bass, bar.note(0, 3.4, root(bar) - 12, 0.8));
      for (const pitch of bar.chord.slice(1)) add(keys, bar.note(0, 1.6, pitch, 0.8));
      if (bar.isLast) return add(keys, bar.note(1, 3, tones(bar, 3) + 12, 0.7));
      for (const pitch of bar.chord.slice(1)) add(keys, bar.note(1.5, 1.4, pitch, 0.55));
      for (const [step, tone] of [3, 2, 3, 1].entries()) {
        add(keys, bar.note(2 + step / 2, 0.7, tones(bar, tone) + 12, 0.6));
      }
      for (const beat of [1, 3]) add(hat, bar.note(beat, 1, 0, 0.7));
    },
  },
  {
    id: 'blockchain-symphony',
    beatsAMinute: 112,
    beatsABar: 3,
    chords: [C_MAJOR, G_MAJOR, A_MINOR, E_MINOR, F_MAJOR, C_MAJOR, [50, 57, 62, 65], G_MAJOR, C_MAJOR],
    room: 0.8,
    play(bar, add) {
      sustain(bar, add, 3, 1.2);
      add(bass, bar.note(0, 2.6, root(bar) - 12, 0.8));
      if (bar.isLast) return add(pluck, bar.note(0, 3, root(bar) + 24, 0.8));
      for (const beat of [1, 2]) {
        for (const pitch of bar.chord.slice(1, 3)) add(pluck, bar.note(beat, 0.6, pitch + 12, 0.4));
      }
      const melody = [7, 6, 5, 7, 6, 4, 5, 6][bar.number % 8] ?? 7;
      add(keys, bar.note(0, 2, tones(bar, melody % 4) + 24, 0.7));
      add(keys, bar.note(2, 1, tones(bar, (melody + 1) % 4) + 24, 0.6));
    },
  },
  {
    id: 'digital-horizon',
    beatsAMinute: 120,
    beatsABar: 4,
    chords: [E_MINOR, C_MAJOR, G_MAJOR, D_MAJOR, E_MINOR, C_MAJOR, D_MAJOR, E_MINOR],
    room: 0.45,
    play(bar, add) {
      sustain(bar, add, 4, 0.8);
      if (bar.isLast) {
        add(bass, bar.note(0, 3, root(bar) - 12));
        return add(pluck, bar.note(0, 3, root(bar) + 24, 0.8));
      }
      for (let beat = 0; beat < 4; beat++) {
        if (bar.number > 0) add(kick, bar.note(beat, 1, 0, 0.9));
        add(hat, bar.note(beat + 0.5, 1, 0, 1));
        add(bass, bar.note(beat + 0.5, 0.4, root(bar) - 12, 0.85));
      }
      for (let step = 0; step < 16; step++) {
        add(
          pluck,
          bar.note(step / 4, 0.25, tones(bar, [0, 2, 3, 1][step % 4] ?? 0) + 12, step % 4 === 0 ? 0.7 : 0.4),
        );
      }
    },
  },
];

export const PIECE_IDS: readonly string[] = PIECES.map(({ id }) => id);

/**
 * The samples of a piece.
 * @param most bars, from the first one on; all if not given
 * @throws Error where there is none of this id
 */
export function render(id: string, most?: number): Float32Array {
  const piece = PIECES.find((one) => one.id === id);
  if (!piece) throw new Error(`there is no piece ${id}`);
  const beat = 60 / piece.beatsAMinute;
  const chords = piece.chords.slice(0, most);
  const bars = chords.length;
  const samples = new Float32Array(Math.round((bars * piece.beatsABar * beat + TAIL_SECONDS) * SAMPLE_RATE));
  for (const [number, chord] of chords.entries()) {
    const start = number * piece.beatsABar * beat;
    const note: Bar['note'] = (at, beats, pitch, loudness = 1) => ({
      at: start + at * beat,
      lasts: beats * beat,
      pitch,
      loudness,
    });
    piece.play({ number, chord, isLast: number === bars - 1, note }, (voice, played) =>
      voice(samples, played),
    );
  }
  return mastered(inRoom(samples, piece.room));
}

const TAIL_SECONDS = 1;

/** The whole chord under the bar. */
function sustain(bar: Bar, add: (voice: Voice, note: Note) => void, beats: number, loudness = 1): void {
  for (const pitch of bar.chord) add(pad, bar.note(0, beats, pitch, loudness));
}

const root = ({ chord }: Bar): number => chord[0] ?? 0;
const tones = ({ chord }: Bar, number: number): number => chord[number % chord.length] ?? 0;
