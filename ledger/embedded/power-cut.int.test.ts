import { expect, test } from 'vitest';
import { cutPower, hasStrace } from './testing/power-cut.ts';

// Without strace nobody sees what was synced.
test.skipIf(!hasStrace)(
  'what was acknowledged is on the disk when the power is cut, and what is half there does no harm',
  async () => {
    await expect(cutPower(200, 200, 5)).resolves.toBeUndefined();
  },
);
