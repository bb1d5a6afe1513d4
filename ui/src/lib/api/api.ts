import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { getSession } from '../../../../contracts/api/wallet.ts';
import { watchAttendance } from './attendance.ts';
import { createApiClient } from './client.ts';
import { createLedgerSync } from './ledger-sync.ts';
import { createQueryClient } from './query-client.ts';

/** The page's one connection to the API. */

export const SESSION_KEY = [getSession.path] as const;
export type SessionAnswer = ResponseOf<typeof getSession>;

export const ledgerSync = createLedgerSync();

let endSession = (): void => {};

/** What to do when an answer says that the session is over. */
export function whenSessionLost(action: () => void): void {
  endSession = action;
}

export const queryClient = createQueryClient(() => endSession());

/** The wallet of the session, as the server said last. */
export const sessionWallet = (): string | undefined =>
  queryClient.getQueryData<SessionAnswer>(SESSION_KEY)?.session?.walletAddress;

/** Whether a person is at the page. */
export const isAttended = watchAttendance(window, Date.now);

export const api = createApiClient({
  fetch: (input, init) => fetch(input, init),
  sync: ledgerSync,
  sessionWallet,
  isAttended,
});
