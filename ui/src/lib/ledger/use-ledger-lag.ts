import { useEffect, useState, useSyncExternalStore } from 'react';
import { ledgerSync } from '../api/api.ts';
import { refreshAccount } from '../dashboard/dashboard-query.ts';

const RETRY_MS = 2_000;
const QUICK_RETRIES = 5;
/** Milliseconds between questions to read models that are far behind. */
const PATIENT_RETRY_MS = 15_000;
/** From this many questions in vain on it is no matter of a moment. */
const LASTING = 3;

/** Whether the last answer came before the read models reached this person's own last act. */
export function useLedgerLag(): boolean {
  return useSyncExternalStore(ledgerSync.subscribe, ledgerSync.isLagging, ledgerSync.isLagging);
}

/**
 * While the read models lag, what is shown is asked for again, so that it comes right without a reload. Once for a
 * page.
 * @returns whether they lag for more than a moment
 */
export function useLagFollowed(): boolean {
  const lagging = useLedgerLag();
  const [retries, setRetries] = useState(0);

  useEffect(() => {
    if (!lagging) return setRetries(0);
    const timer = setTimeout(
      () => {
        setRetries(retries + 1);
        void refreshAccount();
      },
      retries < QUICK_RETRIES ? RETRY_MS : PATIENT_RETRY_MS,
    );
    return () => clearTimeout(timer);
  }, [lagging, retries]);

  return lagging && retries >= LASTING;
}
