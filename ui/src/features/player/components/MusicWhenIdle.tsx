import { type ComponentType, useEffect, useState } from 'react';
import { logFault } from '../../../lib/log.ts';

/** The player, whose code is fetched once the page has loaded and has nothing else to do. */
export function MusicWhenIdle() {
  const [Player, setPlayer] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(() => {
        import('./MusicPlayer.tsx').then(
          ({ MusicPlayer }) => setPlayer(() => MusicPlayer),
          (error: unknown) => logFault('the music player', error),
        );
      }),
    [],
  );
  return Player ? <Player /> : null;
}

/** Milliseconds: at the latest, and where the browser cannot tell. */
const LATEST_MS = 2_000;

function whenIdle(act: () => void): () => void {
  const left = new AbortController();
  const whenLoaded = () => {
    if (left.signal.aborted) return;
    // Safari has none.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(act, LATEST_MS);
      left.signal.addEventListener('abort', () => clearTimeout(timer));
      return;
    }
    const idle = requestIdleCallback(act, { timeout: LATEST_MS });
    left.signal.addEventListener('abort', () => cancelIdleCallback(idle));
  };
  if (document.readyState === 'complete') whenLoaded();
  else addEventListener('load', whenLoaded, { once: true, signal: left.signal });
  return () => left.abort();
}
