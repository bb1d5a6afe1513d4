import { PlatformUnavailable } from './errors.ts';

/** @throws PlatformUnavailable when nobody waits any more */
export function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new PlatformUnavailable('no answer in time'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
