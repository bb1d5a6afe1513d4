import type { PositionGate } from './position-gate.ts';

/** What is told to every replica at once: that there is something new to look for. The tables themselves say what. */
export type Topic = 'mails' | 'set-aside';

/**
 * Resolves when there is news of a topic, when `milliseconds` have passed, or when `signal` fires. News that come
 * between two waits count for the second.
 */
export type NewsOf = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Of a topic, as one reader waits for it. */
export function newsOf(gate: Pick<PositionGate, 'newsCount' | 'onNews'>, topic: Topic): NewsOf {
  let seen = gate.newsCount(topic);
  return async (milliseconds, signal) => {
    if (gate.newsCount(topic) === seen && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const onNews = () => gate.newsCount(topic) !== seen && resolve();
      const onAbort = () => resolve();
      const timer = setTimeout(resolve, milliseconds);
      const forget = gate.onNews(onNews);
      signal.addEventListener('abort', onAbort, { once: true });
      await promise;
      forget();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    seen = gate.newsCount(topic);
  };
}
