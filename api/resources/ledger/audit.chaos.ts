import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../projector/audit/verify.ts';
import { driveAtRandom, randomEnv } from '../../testing/drive-at-random.ts';
import { startApp } from '../../testing/start-app.ts';

/** How long a ledger people make, and the seed of all their choices. */
const { AUDIT_EVENTS = '100000', AUDIT_SEED: seed = randomUUID() } = process.env;

test(`the read models of ${AUDIT_EVENTS} mixed events are what the ledger gives, row for row`, {
  timeout: 6 * 3_600_000,
}, async () => {
  process.stdout.write(`AUDIT_SEED=${seed}\n`);
  const app = await startApp({ env: randomEnv(seed) });
  try {
    await driveAtRandom(app, { seed, events: Number(AUDIT_EVENTS), visitors: 8 });
    const settings = { checkpoint: [], moved: false, against: app.databaseUrl };
    const verdict = await verify(app.eventStoreUrl, settings);
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    expect(verdict).toMatchObject({ verdict: 'sound', readModels: { differences: [] } });
  } finally {
    await app.close();
  }
});
