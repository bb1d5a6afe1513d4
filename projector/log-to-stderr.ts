import { type DestinationStream, pino } from 'pino';

/** Bytes of lines that wait for room; what comes behind them is lost. */
const MOST_WAITING = 1_000_000;

/**
 * Standard error as the place of a log, which may be a file on a full disk: lines wait there for room, and the program goes
 * on. Pino's own destination throws at whoever logs.
 * @param fd another one, for tests
 * @see https://github.com/pinojs/pino/blob/v10.0.0/lib/tools.js `buildSafeSonicBoom`
 */
export function logToStderr(fd = 2): DestinationStream {
  const stderr = pino.destination({ dest: fd, sync: true, minLength: 0, maxLength: MOST_WAITING });
  // Each line that has no room says so once more. There is no other place where it could be told.
  stderr.on('error', () => undefined);
  return stderr;
}
