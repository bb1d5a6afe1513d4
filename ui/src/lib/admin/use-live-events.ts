import { useEffect } from 'react';
import { callsOnScreen, isAsked, knownFrom, refreshAtNews } from './admin-queries.ts';
import { followEvents } from './follow-events.ts';
import { setLive } from './live-state.ts';

/** Many events in a row make one refresh. */
const SETTLE_MS = 400;

/**
 * Milliseconds of rest for each call of a refresh: of a ledger where something happens all the time a panel asks four
 * times a second, a fifth of what one address may ask, whatever is on screen.
 */
const REST_A_CALL_MS = 250;

/** Milliseconds at least before what the server could not answer is asked again. */
const TROUBLE_MS = 5_000;

/** Milliseconds for which a page that nobody sees goes on listening: whoever looks elsewhere for a moment misses nothing. */
const UNSEEN_MS = 5_000;

/**
 * While mounted and seen, the page asks again whenever the server says that something changed (server-sent events, read
 * by fetch because an EventSource cannot send the header that names the wallet). Without it the page still polls.
 *
 * A page that nobody sees lets its connection go, and asks for everything when it is seen again: over HTTP/1.1 a browser
 * has six connections to a site, so that six panels that listen leave none for anything else.
 */
export function useLiveEvents(): void {
  useEffect(() => {
    let following: AbortController | undefined;
    let from = knownFrom();
    let settling: ReturnType<typeof setTimeout> | undefined;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    /** Positions that were told of since the last refresh; undefined: nobody knows how much has happened. */
    let news: (string | undefined)[] = [];
    let restsUntil = 0;
    const settle = (): void => {
      settling ??= setTimeout(refresh, Math.max(SETTLE_MS, restsUntil - performance.now()));
    };
    const refresh = (): void => {
      settling = undefined;
      restsUntil = performance.now() + REST_A_CALL_MS * callsOnScreen();
      // After an act of this page's own its lists were asked again already.
      const isNews = news.some((position) => position === undefined || !isAsked(position));
      news = [];
      if (refreshAtNews(isNews, rest)) settle();
    };
    const rest = (pause: number): void => {
      // Whoever sees it again asks for everything.
      if (!following) return;
      restsUntil = Math.max(restsUntil, performance.now() + Math.max(TROUBLE_MS, pause));
      settle();
    };
    const changed = (position?: string): void => {
      news.push(position);
      settle();
    };
    const leave = (): void => {
      following?.abort();
      following = undefined;
    };
    const listen = (): void => {
      clearTimeout(leaving);
      if (document.visibilityState === 'hidden') {
        leaving = setTimeout(leave, UNSEEN_MS);
      } else if (!following) {
        following = new AbortController();
        void followEvents(changed, following.signal, from);
        from = undefined;
      }
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      clearTimeout(leaving);
      leave();
      clearTimeout(settling);
      setLive(true);
    };
  }, []);
}
