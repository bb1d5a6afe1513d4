import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { getSession } from '../../../../contracts/api/wallet.ts';
import { lookForServer, whenReachable } from '../connection/connection.ts';
import { serverTime } from '../server-time.ts';
import { positionMemory } from '../storage/position-memory.ts';
import { watchAttendance } from './attendance.ts';
import { createApiClient } from './client.ts';
import { createLedgerSync } from './ledger-sync.ts';
import { createQueryClient } from './query-client.ts';

/** The page's one connection to the API. */

export const SESSION_KEY = [getSession.path] as const;
export type SessionAnswer = ResponseOf<typeof getSession>;

export const ledgerSync = createLedgerSync(positionMemory(Date.now));

let askAgain = (): void => {};

/** What to do when an answer says that the session is over, or of another account than the page shows. */
export function whenSessionMoves(action: () => void): void {
  askAgain = action;
}

export const queryClient = createQueryClient({
  onSessionMoved: () => askAgain(),
  onNoAnswer: () => void lookForServer(),
});

/** What the page shows may be from before the server was away. */
export function refetchWhenReachable(): void {
  whenReachable(() => void queryClient.refetchQueries({ type: 'active' }));
}

let attendance: (() => boolean) | undefined;

/** Whether a person is at the page, watched from the first call on. */
export function isAttended(): boolean {
  attendance ??= watchAttendance(window, Date.now);
  return attendance();
}

export const api = createApiClient({
  fetch: (input, init) => fetch(input, init),
  sync: ledgerSync,
  time: serverTime,
  sessionWallet: shownWallet,
  isAttended,
});

/** The wallet of the account that the page shows, undefined for a visitor. */
export function shownWallet(): string | undefined {
  return queryClient.getQueryData<SessionAnswer>(SESSION_KEY)?.session?.walletAddress;
}
