import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that an answer takes at the least where its time must not tell what was found. */
export const EVEN_MS = 250;

/** Does the work, and ends no sooner than `EVEN_MS` after its start. A failure ends at once. */
export async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const floor = sleep(EVEN_MS);
  await work();
  await floor;
}
