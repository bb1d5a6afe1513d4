import { useCallback, useEffect, useRef, useState } from 'react';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { matchingUsers } from '../api/matching-users.ts';
import type { Selection } from './use-selection.ts';
import type { UserList } from './user-list.ts';

export type SelectAll = {
  /** How many were found so far, while everyone who matches is being selected. */
  readonly found: number | undefined;
  /** Until when it waits for a limit meanwhile; undefined while it goes on. */
  readonly waitsUntil: Date | undefined;
  readonly begin: () => void;
};

/**
 * Selects everyone on a list, also those who are not loaded. Another list, leaving, and any other change of the selection
 * stop it: whoever was left out meanwhile would be in it again.
 */
export function useSelectAll(list: UserList, { users, set }: Selection): SelectAll {
  const [found, setFound] = useState<number>();
  const [waitsUntil, setWaitsUntil] = useState<Date>();
  const run = useRef<AbortController>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun for another list or selection ends with it.
  useEffect(
    () => () => {
      run.current?.abort();
      setFound(undefined);
    },
    [list, users],
  );

  const begin = useCallback(async () => {
    run.current?.abort();
    const own = new AbortController();
    run.current = own;
    setFound(0);
    try {
      set(await matchingUsers(list, { signal: own.signal, onPage: setFound, onLimit: setWaitsUntil }));
    } catch (error) {
      if (!own.signal.aborted) showError(adminToasts.selectionFailed(errorText(error)));
    } finally {
      if (run.current === own) setFound(undefined);
    }
  }, [list, set]);

  return { found, waitsUntil, begin: () => void begin() };
}
