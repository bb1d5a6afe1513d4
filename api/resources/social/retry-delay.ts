import { PlatformLimited, PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';

/** How soon the first read that failed is tried again. Milliseconds. */
const FIRST_MS = 10_000;
/** No limit of a platform is believed for longer: an operator may have raised it. Milliseconds. */
export const LONGEST_LIMIT_MS = 15 * 60_000;

/**
 * Milliseconds until a read is tried again: twice as long each time, up to the usual time between two reads, and not
 * before the platform says.
 * @param failures in a row, this one included
 */
export function retryDelay(error: unknown, failures: number, refreshMs: number, now: number): number {
  // It understood and said no: a moment later it says so again.
  if (error instanceof PlatformRefused) return refreshMs;
  const growing = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), refreshMs);
  const retryAt =
    error instanceof PlatformLimited || error instanceof PlatformUnavailable ? error.retryAt : undefined;
  if (retryAt === undefined) return growing;
  return Math.max(growing, Math.min(retryAt.getTime() - now, LONGEST_LIMIT_MS));
}
