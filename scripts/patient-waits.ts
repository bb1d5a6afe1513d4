import { vi } from 'vitest';

/** Milliseconds; as `expect.poll` has them. */
const PATIENCE = 30_000;

const ours = Symbol.for('evo.patientWaits');

/**
 * What a test waits for is waited for as long as a busy machine may need, also where the test names no time: the runner has
 * an option for that for `expect.poll`, and none for `vi.waitFor`, which gives up after a second.
 */
if (!(ours in vi.waitFor)) {
  const { waitFor } = vi;
  vi.waitFor = Object.assign(
    (...[check, options = PATIENCE]: Parameters<typeof waitFor>) =>
      waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE, ...options }),
    { [ours]: true },
  ) as typeof waitFor;
}
