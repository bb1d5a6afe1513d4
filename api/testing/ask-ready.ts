import { setTimeout as sleep } from 'node:timers/promises';
import { pooled } from '../../ledger/pooled.ts';

/**
 * Asks `/readyz` so many times, so many at once, from the moment on when it first says yes.
 * @throws Error with the first answer that is not a yes
 */
export async function askReady(
  url: string,
  { times, atOnce }: { readonly times: number; readonly atOnce: number },
): Promise<void> {
  const giveUp = performance.now() + 20_000;
  while (!(await fetch(new URL('/readyz', url))).ok && performance.now() < giveUp) await sleep(50);
  await pooled(Array.from({ length: times }), atOnce, async () => {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(20_000) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`/readyz answered ${response.status}: ${text}`);
  });
}
