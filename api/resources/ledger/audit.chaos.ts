import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../projector/audit/verify.ts';
import { driveAtRandom, randomEnv } from '../../testing/drive-at-random.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { startApp } from '../../testing/start-app.ts';

/** How long a ledger people make, and the seed of all their choices. */
const { AUDIT_EVENTS = '100000', AUDIT_SEED: seed = randomUUID() } = process.env;

/** Most acts of somebody new are events, most of somebody old are refused. */
const BUSY = { newcomers: 0.3, rest: 5 };

test(`the read models of ${AUDIT_EVENTS} mixed events are what the ledger gives, row for row`, {
  timeout: 6 * 3_600_000,
}, async () => {
  process.stdout.write(`AUDIT_SEED=${seed}\n`);
  const app = await startApp({ env: randomEnv(seed) });
  try {
    await driveAtRandom(app, { seed, events: Number(AUDIT_EVENTS), visitors: 12, pace: BUSY });
    const events = await expectEqualFold(app);
    process.stdout.write(`${events.length} events: every row is what a plain fold gives\n`);
    const settings = { checkpoint: [], moved: false, against: app.databaseUrl };
    const verdict = await verify(app.eventStoreUrl, settings);
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    expect(verdict).toMatchObject({ verdict: 'sound', readModels: { differences: [] } });
  } finally {
    await app.close();
  }
});
