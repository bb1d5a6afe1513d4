import { focusManager, type Query } from '@tanstack/react-query';
import { isUnable } from './api-error.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * What the server could not answer just now (503, in its own words) is asked again after the pause that it names, or
 * five seconds, and after twice as long each time that it fails once more; up to half as long again by chance, so that the
 * pages that met it together do not come back in the same moment. Not where it is on screen no more, or was asked meanwhile;
 * and in a tab that nobody looks at when somebody comes back to it.
 * @param random from 0 to 1
 */
export function askAgainLater(random: () => number) {
  const failures = new WeakMap<AnyQuery, { readonly inRow: number; readonly answers: number }>();
  return (error: unknown, query: AnyQuery): void => {
    if (!isUnable(error)) return;
    const answers = query.state.dataUpdateCount;
    const last = failures.get(query);
    const inRow = last?.answers === answers ? last.inRow + 1 : 0;
    failures.set(query, { inRow, answers });
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** inRow);
    const pause = Math.max(grown, (error.retryAfter ?? 0) * 1_000);
    const ask = () => {
      const { state } = query;
      if (!query.isActive() || state.error !== error || state.fetchStatus !== 'idle') return;
      // What becomes of it is told as of any other.
      query.fetch().catch(() => undefined);
    };
    setTimeout(() => whenLookedAt(ask), pause * (1 + random() / 2));
  };
}

type AnyQuery = Query<unknown, unknown, unknown>;

function whenLookedAt(act: () => void): void {
  if (focusManager.isFocused()) {
    act();
    return;
  }
  const stop = focusManager.subscribe((isLookedAt) => {
    if (!isLookedAt) return;
    stop();
    act();
  });
}
