import type { InvalidateOptions } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ledgerSync, queryClient } from '../api/api.ts';
import { DRY_RUN } from '../api/dry-run.ts';

const RETRY_MS = 2_000;
const QUICK_RETRIES = 5;
/** Milliseconds between questions to read models that are far behind. */
const PATIENT_RETRY_MS = 15_000;
/** From this many questions in vain on it is no matter of a moment. */
const LASTING = 3;

const since = ledgerSync.laggingSince;
/** A page that is sent drawn is not known to lag. */
const atFirst = () => undefined;

/** Whether the last answer came before the read models reached this person's own last act. */
export function useLedgerLag(): boolean {
  return useSyncExternalStore(ledgerSync.subscribe, since, atFirst) !== undefined;
}

/**
 * While the read models lag, what is shown is asked for again, so that it comes right without a reload: also once they
 * have caught up, for another answer than the one that says so may be from before. Once for a page.
 * @returns whether they lag for more than a moment
 */
export function useLagFollowed(): boolean {
  const from = useSyncExternalStore(ledgerSync.subscribe, since, atFirst);
  const [retries, setRetries] = useState(0);

  useEffect(() => {
    if (from === undefined) return setRetries(0);
    const timer = setTimeout(
      () => {
        setRetries(retries + 1);
        void refreshLagging();
      },
      retries < QUICK_RETRIES ? RETRY_MS : PATIENT_RETRY_MS,
    );
    return () => clearTimeout(timer);
  }, [from, retries]);

  useEffect(() => {
    let last = since();
    // Not by what is drawn: they may lag and catch up between two drawings.
    return ledgerSync.subscribe(() => {
      const now = since();
      if (now === undefined && last !== undefined) void refreshAnsweredSince(last);
      last = now;
    });
  }, []);

  return from !== undefined && retries >= LASTING;
}

/**
 * Everything that may be from before this person's own last act, while the read models lag. A list that takes longer
 * than the pauses between the questions is waited for: given up each time, it would not come before they have caught up.
 */
export async function refreshLagging(): Promise<void> {
  const from = since();
  if (from !== undefined) await refreshAnsweredSince(from, { cancelRefetch: false });
}

/**
 * What is on screen is asked for at once, and what was left when it is looked at next.
 * @param from milliseconds since 1970
 */
function refreshAnsweredSince(from: number, how: InvalidateOptions = {}): Promise<void> {
  return queryClient.invalidateQueries(
    {
      predicate: ({ state, queryKey }) => state.dataUpdatedAt >= from && !queryKey.includes(DRY_RUN),
    },
    how,
  );
}
