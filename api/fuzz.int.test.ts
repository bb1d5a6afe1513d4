import { expect, test } from 'vitest';
import { superAdminOf } from './testing/admin.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { startApp } from './testing/start-app.ts';

/** `npm run fuzz -- --seconds 60` goes on for longer, and `npm run chaos` for very long. */
const SECONDS = 20;

test('whatever is sent, every answer is one that the OpenAPI page names', async () => {
  const app = await startApp();
  try {
    const { client } = await superAdminOf(app);
    const report = await fuzz({ url: app.url, superAdmin: client, seed: 1, seconds: SECONDS });
    expect(report.faults.join('\n\n')).toBe('');
    // A fuzzer that gets no further than the door finds nothing.
    const done = [...report.answers].filter(([key]) => key.endsWith(' 200')).map(([key]) => key);
    expect(done.filter((key) => key.startsWith('GET ')).length).toBeGreaterThan(15);
    expect(done.filter((key) => !key.startsWith('GET ')).length).toBeGreaterThan(8);
  } finally {
    await app.close();
  }
});
