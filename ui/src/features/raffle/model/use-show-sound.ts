import { useEffect, useRef, useState } from 'react';
import { claimSound } from '../../../lib/audio/one-sound.ts';
import { read, write } from '../../../lib/storage/browser-storage.ts';
import type { ShowFrame } from './show.ts';
import { type Note, notesBetween } from './show-sound.ts';

const KEY = 'raffleSound';

/**
 * The sound of a show, off until a person switches it on; the browser remembers that. While it is on, this tab alone
 * has the sound, and whoever takes it switches the show's off.
 */
export function useShowSound(
  frame: ShowFrame,
  winners: number,
): { readonly isOn: boolean; readonly toggle: () => void } {
  const [isOn, setOn] = useState(() => read(KEY) === 'on' && frame.phase !== 'complete');
  const heard = useRef(frame);
  const context = useRef<AudioContext>(undefined);

  useEffect(() => {
    if (!isOn) return;
    context.current = new AudioContext();
    const claim = claimSound(() => setOn(false));
    return () => {
      claim.release();
      void context.current?.close();
      context.current = undefined;
    };
  }, [isOn]);

  useEffect(() => {
    const before = heard.current;
    heard.current = frame;
    if (context.current) play(context.current, notesBetween(before, frame, winners));
  }, [frame, winners]);

  return {
    isOn,
    toggle() {
      write(KEY, isOn ? 'off' : 'on');
      setOn(!isOn);
    },
  };
}

/** Each tone begins at once and fades, so that nothing clicks. */
function play(context: AudioContext, notes: readonly Note[]): void {
  for (const { pitch, delayMs, lengthMs, volume } of notes) {
    const [from, until] = [
      context.currentTime + delayMs / 1_000,
      context.currentTime + (delayMs + lengthMs) / 1_000,
    ];
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    const loudness = new GainNode(context, { gain: volume });
    loudness.gain.setValueAtTime(volume, from);
    loudness.gain.exponentialRampToValueAtTime(0.0001, until);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(until);
  }
}
