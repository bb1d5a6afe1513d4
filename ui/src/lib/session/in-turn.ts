/** Milliseconds; longer than a sign-in of another tab waits for its answer. */
const PATIENCE_MS = 20_000;

type Locks = Pick<LockManager, 'request'>;

/**
 * Begins a session once no other tab of this browser is about to begin one. The server ends the session that a browser had
 * when it begins another, and knows of that by the cookie: of two that are asked for at once, neither would end the other,
 * and only the later one would have a cookie. Where the browser has no locks (a page that is not secure), or another tab
 * never comes to an end, it begins at once.
 */
export async function inTurn<Result>(
  begin: () => Promise<Result>,
  locks: Locks | undefined = navigator.locks,
  patience: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Result> {
  let begun: Promise<Result> | undefined;
  const beginOnce = (): Promise<Result> => {
    begun ??= begin();
    return begun;
  };
  try {
    await locks?.request('begin-session', { signal: patience }, beginOnce);
  } catch {
    // Why there was no turn says nothing; what was begun says itself how it went.
  }
  return beginOnce();
}
