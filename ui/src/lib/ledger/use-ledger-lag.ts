import { useEffect, useState, useSyncExternalStore } from 'react';
import { ledgerSync } from '../api/api.ts';
import { refreshAccount } from '../dashboard/dashboard-query.ts';

const RETRY_MS = 2_000;
const MAX_RETRIES = 5;

/**
 * Whether the last answer came before the read models reached this person's own last act. While it does, what
 * is shown is asked for again a few times, so that it comes right without a reload.
 */
export function useLedgerLag(): boolean {
  const lagging = useSyncExternalStore(ledgerSync.subscribe, ledgerSync.isLagging, ledgerSync.isLagging);
  const [retries, setRetries] = useState(0);

  useEffect(() => {
    if (!lagging) return setRetries(0);
    if (retries >= MAX_RETRIES) return;
    const timer = setTimeout(() => {
      setRetries(retries + 1);
      void refreshAccount();
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [lagging, retries]);

  return lagging;
}
