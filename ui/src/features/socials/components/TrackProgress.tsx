import { type RefObject, useEffect, useState } from 'react';

/** How far the sound is, as a line; its length is not told to screen readers, who hear it. */
export function TrackProgress({ audio }: { audio: RefObject<HTMLAudioElement | null> }) {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const follow = (): void => {
      const { currentTime, duration } = element;
      setShare(Number.isFinite(duration) && duration > 0 ? currentTime / duration : 0);
    };
    follow();
    element.addEventListener('timeupdate', follow);
    return () => element.removeEventListener('timeupdate', follow);
  }, [audio]);
  return (
    <span
      className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
      style={{ transform: `scaleX(${share})` }}
    />
  );
}
