import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Asker,
  askMany,
  expectAnswered,
  msUntilWell,
  newAsker,
  WELL_IN,
} from './testing/deployment/ask.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';

/** The other faults of docs/threats.md, and these again and again, are for `npm run chaos`. */
const SEED = 'deployment';

let deployment: Deployment;
let work: Work;
let askers: Asker[];
beforeAll(async () => {
  deployment = await startDeployment({ superAdminWallet: superAdminOf(SEED).account.address });
  work = await startWork(deployment, { seed: SEED, visitors: 1 });
  askers = await Promise.all(deployment.apis.map(newAsker));
}, 120_000);
afterAll(() => deployment?.stop());

test('on processes of their own: event store, Postgres, a replica and the leading projector are killed under commands, and nothing is lost or done twice', async () => {
  const { eventStore, postgres, apis, projectors } = deployment;
  await work.during(async () => {
    for (const store of [eventStore, postgres]) {
      await store.kill();
      expectAnswered(await askMany(askers, 12));
      await store.start();
      expect(await msUntilWell(askers)).toBeLessThan(WELL_IN);
    }
    for (const one of [...apis.slice(0, 1), ...projectors]) one.kill();
  });
}, 120_000);
