import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const MusicPlayer = lazyPart(
  () => import('./MusicPlayer.tsx'),
  ({ MusicPlayer }) => MusicPlayer,
);

/** Milliseconds: at the latest, and where the browser cannot tell when it is idle (Safari). */
const LATEST_MS = 2_000;

/**
 * The player, whose code is fetched once the page has loaded and has nothing else to do. Whatever becomes of it, the page
 * goes on without; with the next page at the latest it is tried again.
 */
export function MusicWhenIdle() {
  const [path] = useLocation();
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const begin = () => setTime(true);
    const wait = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(begin, { timeout: LATEST_MS })
        : setTimeout(begin, LATEST_MS);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  }, []);
  if (!isTime) return null;
  return (
    <PanelBoundary what="the music player" of={path} isOptional>
      <MusicPlayer />
    </PanelBoundary>
  );
}
