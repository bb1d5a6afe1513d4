import { type ComponentType, useEffect, useState } from 'react';
import { logFault } from '../../../lib/log.ts';

/** Milliseconds: at the latest, and where the browser cannot tell when it is idle (Safari). */
const LATEST_MS = 2_000;

/** The player, whose code is fetched once the page has loaded and has nothing else to do. */
export function MusicWhenIdle() {
  const [Player, setPlayer] = useState<ComponentType>();
  useEffect(() => {
    const load = () => {
      import('./MusicPlayer.tsx').then(
        ({ MusicPlayer }) => setPlayer(() => MusicPlayer),
        (error: unknown) => logFault('the music player', error),
      );
    };
    const wait = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(load, { timeout: LATEST_MS })
        : setTimeout(load, LATEST_MS);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  }, []);
  return Player ? <Player /> : null;
}
