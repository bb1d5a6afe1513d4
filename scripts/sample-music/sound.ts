/** Plain synthesis: each voice adds itself to a buffer of samples from −1 to 1. The same notes give the same bytes. */

/** Hertz; half of it is the highest tone, which is enough for soft music and keeps the files small. */
export const SAMPLE_RATE = 22_050;

export type Note = {
  /** Seconds from the start of the piece. */
  readonly at: number;
  /** Seconds. */
  readonly lasts: number;
  /** Of MIDI: 69 is the A of 440 Hz, 12 are an octave. */
  readonly pitch: number;
  /** From 0 to 1. */
  readonly loudness: number;
};

export type Voice = (into: Float32Array, note: Note) => void;

/** Three saws a little out of tune, made of a few harmonics, which swell and fade. */
export const pad: Voice = (into, note) => {
  for (const detune of [-0.06, 0, 0.07]) {
    const step = frequencyOf(note.pitch + detune) / SAMPLE_RATE;
    addTo(into, note, note.lasts + 0.5, (at, second) => {
      const swell = Math.min(1, second / 0.6) * fadeOut(second, note.lasts, 0.5);
      let wave = 0;
      for (let harmonic = 1; harmonic <= 6; harmonic++) {
        wave += Math.sin(TURN * harmonic * step * at) / harmonic ** 1.6;
      }
      return 0.07 * swell * wave;
    });
  }
};

/** A plucked string: one tone whose bright part is gone first. */
export const pluck: Voice = (into, note) => {
  const step = frequencyOf(note.pitch) / SAMPLE_RATE;
  addTo(into, note, note.lasts + 0.9, (at, second) => {
    const brightness = Math.exp(-9 * second);
    const body = Math.exp(-3.2 * second);
    const phase = TURN * step * at;
    return (
      0.2 * attack(second) * body * (Math.sin(phase) + brightness * Math.sin(2 * phase + Math.sin(phase)))
    );
  });
};

/** An electric piano: one sine bends another. */
export const keys: Voice = (into, note) => {
  const step = frequencyOf(note.pitch) / SAMPLE_RATE;
  addTo(into, note, note.lasts + 0.6, (at, second) => {
    const phase = TURN * step * at;
    const bend =
      1.6 * Math.exp(-4 * second) * Math.sin(phase) + 0.25 * Math.exp(-12 * second) * Math.sin(7 * phase);
    return (
      0.19 *
      attack(second) *
      Math.exp(-1.7 * second) *
      fadeOut(second, note.lasts, 0.6) *
      Math.sin(phase + bend)
    );
  });
};

export const bass: Voice = (into, note) => {
  const step = frequencyOf(note.pitch) / SAMPLE_RATE;
  addTo(into, note, note.lasts + 0.08, (at, second) => {
    const phase = TURN * step * at;
    const wave = Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.12 * Math.sin(3 * phase);
    return 0.24 * attack(second) * fadeOut(second, note.lasts, 0.08) * Math.exp(-0.8 * second) * wave;
  });
};

/** A drum whose tone falls. The pitch of the note is not heard. */
export const kick: Voice = (into, note) => {
  let phase = 0;
  addTo(into, note, 0.35, (_at, second) => {
    phase += (46 + 90 * Math.exp(-28 * second)) / SAMPLE_RATE;
    return 0.55 * Math.exp(-9 * second) * Math.sin(TURN * phase);
  });
};

/** A breath of noise, always the same. */
export const hat: Voice = (into, note) => {
  let noise = 12_345;
  let before = 0;
  addTo(into, note, 0.08, (_at, second) => {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const white = noise / 1_073_741_824 - 1;
    const high = white - before;
    before = white;
    return 0.05 * Math.exp(-60 * second) * high;
  });
};

/** A small room: four echoes that die away, none a multiple of another. */
export function inRoom(dry: Float32Array, wetness: number): Float32Array {
  const wet = new Float32Array(dry.length);
  for (const seconds of [0.0437, 0.0571, 0.0713, 0.0899]) {
    const delay = Math.round(seconds * SAMPLE_RATE);
    const line = new Float32Array(dry.length);
    let soft = 0;
    for (let at = 0; at < dry.length; at++) {
      const echo = line[at - delay] ?? 0;
      soft += 0.45 * (echo - soft);
      line[at] = (dry[at] ?? 0) + 0.78 * soft;
      wet[at] = (wet[at] ?? 0) + echo / 4;
    }
  }
  return dry.map((sample, at) => sample + wetness * (wet[at] ?? 0));
}

/** As loud as it goes without being cut, silent at both ends. */
export function mastered(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const seconds = samples.length / SAMPLE_RATE;
  return samples.map((sample, at) => {
    const second = at / SAMPLE_RATE;
    return (0.89 / loudest) * Math.min(1, second / 0.02, (seconds - second) / 1.5) * sample;
  });
}

const TURN = 2 * Math.PI;

const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);

/** No click at the start. */
const attack = (second: number): number => Math.min(1, second / 0.006);

const fadeOut = (second: number, lasts: number, fade: number): number =>
  second <= lasts ? 1 : Math.max(0, 1 - (second - lasts) / fade);

function addTo(
  into: Float32Array,
  { at: start, loudness }: Note,
  seconds: number,
  wave: (at: number, second: number) => number,
): void {
  const first = Math.round(start * SAMPLE_RATE);
  const count = Math.min(Math.round(seconds * SAMPLE_RATE), into.length - first);
  for (let at = 0; at < count; at++) {
    into[first + at] = (into[first + at] ?? 0) + loudness * wave(at, at / SAMPLE_RATE);
  }
}
