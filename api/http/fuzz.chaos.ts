import { expect, test } from 'vitest';
import { fuzz } from '../testing/fuzz/fuzz.ts';
import { startTarget } from '../testing/fuzz/start-target.ts';

/** `FUZZ_MINUTES` and `FUZZ_SEED`; each minute has a seed of its own on one program, whose ledger grows. */
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 10);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

test(`${MINUTES} minutes of odd requests from seed ${SEED} on`, async () => {
  const { app, superAdmin } = await startTarget();
  try {
    for (let minute = 0; minute < MINUTES; minute++) {
      const report = await fuzz({ url: app.url, superAdmin, seed: SEED + minute, seconds: 60 });
      expect(report.faults.join('\n\n')).toBe('');
    }
  } finally {
    await app.close();
  }
});
