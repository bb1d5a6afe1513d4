import { type ReactEventHandler, useEffect, useRef } from 'react';
import { claimSound } from './one-sound.ts';

/** Handlers of an `<audio>` with the browser's own controls: while it plays, it alone has the sound. */
export function useSoundClaim(): {
  readonly onPlay: ReactEventHandler<HTMLAudioElement>;
  readonly onPause: () => void;
} {
  const sound = useRef<{ release(): void }>(undefined);
  function release(): void {
    sound.current?.release();
    sound.current = undefined;
  }
  useEffect(() => () => sound.current?.release(), []);
  return {
    onPlay({ currentTarget }) {
      release();
      sound.current = claimSound(() => {
        sound.current = undefined;
        currentTarget.pause();
      });
    },
    onPause: release,
  };
}
