import { useSyncExternalStore } from 'react';
import { createConnection } from './create-connection.ts';

/** The page's one view of whether the server answers. */

const PATIENCE_MS = 5_000;

/** A proxy that answers in its place says 502 to 504. */
const isAnswer = ({ status }: Response): boolean => status < 500;

const connection = createConnection({
  probe: () =>
    fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      isAnswer,
      () => false,
    ),
  hasNetwork: () => navigator.onLine,
  random: Math.random,
});

export const { look: lookForServer, whenReachable } = connection;

export const useConnection = () =>
  useSyncExternalStore(connection.subscribe, connection.state, () => 'reachable' as const);

/** For as long as the page lives. */
export function watchNetwork(): void {
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void lookForServer());
}
