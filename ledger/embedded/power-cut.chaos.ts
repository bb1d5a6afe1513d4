import { expect, test } from 'vitest';
import { cutPower, hasStrace } from './testing/power-cut.ts';

// Without strace nobody sees what was synced. So much that the log is written back into the file several times.
test.skipIf(!hasStrace)(
  'the power is cut at 20 moments of 30 MB of appends: what was acknowledged is there',
  async () => {
    await expect(cutPower(600, 50_000, 20)).resolves.toBeUndefined();
  },
);
