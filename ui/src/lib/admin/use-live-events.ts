import { useEffect } from 'react';
import { isAsked, refreshAdmin } from './admin-queries.ts';
import { followEvents } from './follow-events.ts';
import { setLive } from './live-state.ts';

/** Many events in a row make one refresh. */
const SETTLE_MS = 400;

/**
 * While mounted, the page asks again whenever the server says that something changed (server-sent events, read by
 * fetch because an EventSource cannot send the header that names the wallet). Without it the page still polls.
 */
export function useLiveEvents(): void {
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let newest: string | undefined;
    const changed = (position?: string): void => {
      newest = position;
      timer ??= setTimeout(() => {
        timer = undefined;
        // After an act of this page's own its lists were asked again already.
        if (newest === undefined || !isAsked(newest)) void refreshAdmin();
      }, SETTLE_MS);
    };
    void followEvents(changed, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
      setLive(true);
    };
  }, []);
}
