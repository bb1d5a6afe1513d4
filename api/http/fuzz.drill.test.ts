import { expect, test } from 'vitest';
import { fuzz } from '../testing/fuzz/fuzz.ts';
import { startTarget } from '../testing/fuzz/start-target.ts';

/** `npm run fuzz -- --seconds 600` goes on for longer, and so does `npm run chaos`. */
const SECONDS = 12;
/** Each operation is asked several times in its turn, and as often by chance. */
const AT_LEAST = 800;

test('whatever is sent, every answer is one that the OpenAPI page names', async () => {
  const { app, superAdmin } = await startTarget();
  try {
    const report = await fuzz({ url: app.url, superAdmin, seed: 1, seconds: SECONDS, atLeast: AT_LEAST });
    process.stdout.write(`${report.requests} requests\n`);
    expect(report.faults.join('\n\n')).toBe('');
    // A fuzzer that gets no further than the door finds nothing.
    const done = [...report.answers].filter(([key]) => key.endsWith(' 200')).map(([key]) => key);
    expect(done.filter((key) => key.startsWith('GET ')).length).toBeGreaterThan(15);
    expect(done.filter((key) => !key.startsWith('GET ')).length).toBeGreaterThan(8);
  } finally {
    await app.close();
  }
}, 150_000);
