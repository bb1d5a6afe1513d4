import { expect, test } from 'vitest';
import { superAdminOf } from './testing/admin.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { startApp } from './testing/start-app.ts';

/** `FUZZ_MINUTES` and `FUZZ_SEED`; each minute has a seed of its own on one program, whose ledger grows. */
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 10);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

test(`${MINUTES} minutes of odd requests from seed ${SEED} on`, async () => {
  const app = await startApp();
  try {
    const { client } = await superAdminOf(app);
    for (let minute = 0; minute < MINUTES; minute++) {
      const report = await fuzz({ url: app.url, superAdmin: client, seed: SEED + minute, seconds: 60 });
      expect(report.faults.join('\n\n')).toBe('');
    }
  } finally {
    await app.close();
  }
});
