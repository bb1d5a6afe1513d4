import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { goBack } from '../../../lib/history/dialog-entries.ts';
import { LEDGER_PATH } from '../../../lib/ledger/ledger-path.ts';
import { useIsTakenOver } from '../../../lib/use-is-taken-over.ts';
import { eventsAt, oneMoreEvent } from './event-entries.ts';
import { withEvent } from './ledger-address.ts';

export type LedgerAddress = {
  readonly query: URLSearchParams;
  /** Changes parts of the address in place; undefined takes one away. */
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  readonly go: (path: string) => void;
  /** The state of a link that opens an event over what is shown. */
  readonly opening: ReturnType<typeof oneMoreEvent>;
  /** No event is open any more, and no step back opens it again. */
  readonly closeEvent: () => void;
};

/**
 * What the page shows, by its address. The drawing that the server sends knows nothing of what stands behind the
 * question mark, so the first drawing here does not either.
 */
export function useLedgerAddress(): LedgerAddress {
  const search = useSearch();
  const [, navigate] = useLocation();
  const state = useHistoryState<unknown>();
  const isTakenOver = useIsTakenOver();
  const query = useMemo(() => new URLSearchParams(isTakenOver ? search : ''), [isTakenOver, search]);
  return {
    query,
    change(changes) {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      navigate(next.size === 0 ? LEDGER_PATH : `${LEDGER_PATH}?${next}`, { replace: true });
    },
    go: (path) => navigate(path),
    opening: oneMoreEvent(state),
    closeEvent: () =>
      goBack(eventsAt(history.state), () => {
        const there = new URLSearchParams(location.search);
        // That of a link from elsewhere still names it.
        if (there.has('event')) navigate(withEvent(there, undefined), { replace: true });
      }),
  };
}
