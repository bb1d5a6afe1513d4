import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../projector/audit/verify.ts';
import { driveFleet, superAdminOf } from '../../testing/drive-at-random.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { whenReady } from '../../testing/two-processes/aftermath.ts';
import { startCalmFleet } from '../../testing/two-processes/fleet.ts';

/** How long a ledger people make, and the seed of all their choices. */
const { AUDIT_EVENTS = '100000', AUDIT_SEED: seed = randomUUID() } = process.env;

/** Most acts of somebody new are events, most of somebody old are refused. */
const BUSY = { newcomers: 0.3, rest: 5 };

test(`the read models of ${AUDIT_EVENTS} mixed events are what the ledger gives, row for row`, {
  timeout: 6 * 3_600_000,
}, async () => {
  process.stdout.write(`AUDIT_SEED=${seed}\n`);
  // A deployment as it is run: what one process alone would do takes all its time from one core.
  const fleet = await startCalmFleet(superAdminOf(seed).account.address);
  try {
    await whenReady(fleet);
    await driveFleet(fleet, { seed, events: Number(AUDIT_EVENTS), visitors: 12, pace: BUSY });
    const events = await expectEqualFold(fleet);
    process.stdout.write(`${events.length} events: every row is what a plain fold gives\n`);
    const settings = { checkpoint: [], moved: false, against: fleet.databaseUrl };
    const verdict = await verify(fleet.eventStoreUrl, settings);
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    expect(verdict).toMatchObject({ verdict: 'sound', readModels: { differences: [] } });
  } finally {
    await fleet.stop();
  }
});
