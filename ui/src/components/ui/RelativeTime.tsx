import { useSyncExternalStore } from 'react';
import { formatAge } from '../../lib/format-age.ts';

/** How long ago something happened; the title has the moment itself. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const minute = useSyncExternalStore(eachMinute, currentMinute);
  const age = Math.max(0, minute * MINUTE_MS - Date.parse(at));
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className={className}>
      {formatAge(age)}
    </time>
  );
}

const MINUTE_MS = 60_000;

// Rounded up, so that a moment within the running minute is never in the future.
const currentMinute = (): number => Math.ceil(Date.now() / MINUTE_MS);

function eachMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE_MS);
  return () => clearInterval(timer);
}
