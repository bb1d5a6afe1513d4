import { useEffect, useState } from 'react';
import { formatAge } from '../../../lib/format-age.ts';
import { serverTime } from '../../../lib/server-time.ts';

const MINUTE_MS = 60_000;

/** As `RelativeTime`, but within the first minute it counts seconds; the title has the moment itself. */
export function SecondsAgo({ at }: { at: string }) {
  const [now, setNow] = useState(serverTime.now);
  const then = Date.parse(at);
  const isYoung = now - then < MINUTE_MS;
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime.now()), isYoung ? 1_000 : MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, [isYoung]);
  // The server's clock is known to the second.
  const age = Math.max(0, now - then);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {age < MINUTE_MS ? `${Math.floor(age / 1_000)} s ago` : formatAge(age)}
    </time>
  );
}
