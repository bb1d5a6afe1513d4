import { expect, onTestFinished, test } from 'vitest';
import { askMany, expectAnswered, msUntilWell, newAsker, WELL_IN } from './testing/deployment/ask.ts';
import { startDeployment } from './testing/deployment/deployment.ts';
import { startWork, superAdminOf } from './testing/deployment/work.ts';

/** The other faults of docs/threats.md, and these again and again, are for `npm run chaos`. */
const SEED = 'deployment';

// A deployment of the test's own: where a busy machine has it tried once more, it begins anew.
test('on processes of their own: event store, Postgres, a replica and the leading projector are killed under commands, and nothing is lost or done twice', async () => {
  const deployment = await startDeployment({ superAdminWallet: superAdminOf(SEED).account.address });
  onTestFinished(() => deployment.stop());
  const { eventStore, postgres, apis, projectors } = deployment;
  const work = await startWork(deployment, { seed: SEED, visitors: 1 });
  const askers = await Promise.all(apis.map(newAsker));
  await work.during(async () => {
    for (const store of [eventStore, postgres]) {
      await store.kill();
      expectAnswered(await askMany(askers, 12));
      await store.start();
      expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
    }
    for (const one of [...apis.slice(0, 1), ...projectors]) one.kill();
  });
}, 240_000);
