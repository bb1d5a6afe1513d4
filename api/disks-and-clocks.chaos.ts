import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { type Answer, createTestClient, idempotencyKey } from './testing/client.ts';
import {
  type Asker,
  askMany,
  expectAnswered,
  msUntilWell,
  newAsker,
  WELL_IN,
} from './testing/deployment/ask.ts';
import { type Deployment, startDeployment } from './testing/deployment/deployment.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from './testing/deployment/small-disk.ts';
import { startWork, superAdminOf, type Work } from './testing/deployment/work.ts';

const SEED = process.env.CHAOS_SEED ?? 'disks';
const HOUR = 3_600_000;

// Only who may mount a disk has one that is small.
describe.skipIf(!mayMount)('a store whose disk is full', () => {
  let disks: { readonly eventStore: SmallDisk; readonly postgres: SmallDisk };
  let deployment: Deployment;
  let work: Work;
  let askers: Asker[];
  beforeAll(async () => {
    disks = { eventStore: await mountSmallDisk(64), postgres: await mountSmallDisk(400) };
    deployment = await startDeployment({
      superAdminWallet: superAdminOf(SEED).account.address,
      folders: { eventStore: disks.eventStore.folder, postgres: disks.postgres.folder },
    });
    work = await startWork(deployment, { seed: SEED });
    askers = await Promise.all(deployment.apis.map(newAsker));
  });
  afterAll(async () => {
    await deployment?.stop();
    await Promise.all(Object.values(disks ?? {}).map((disk) => disk.remove()));
  });

  test.each(['eventStore', 'postgres'] as const)(
    '%s: requests are answered, no checkpoint is ahead of its rows, and all goes on when there is room',
    async (store) => {
      await work.during(async () => {
        await disks[store].fill();
        for (let n = 0; n < 3; n++) {
          expectAnswered(await askMany(askers, 48));
          await sleep(1_000);
        }
        await disks[store].free();
        // A Postgres that could not write its log has ended, as it says it does; whoever runs it begins it anew.
        if (!(await deployment[store].isUp())) await deployment[store].start();
        expect(await msUntilWell(askers)).toBeLessThan(2 * WELL_IN);
      });
    },
  );
});

/** Before anything else runs: the machine's clock is another one. */
const shifted = (ms: number) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${ms}) : super(...given); }
      static now() { return Real.now() + ${ms}; }
    };`,
  )}`,
];

/** A busy machine may say 503, which asks to come again. */
async function served<Body>(ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.status !== 503 || tries === 20) return answer;
    await sleep(500);
  }
}

describe('a replica whose clock is an hour ahead beside one that is right', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment({ superAdminWallet: superAdminOf(SEED).account.address, apis: 0 });
    for (const [name, ms] of [
      ['api-ahead', HOUR],
      ['api-right', 0],
    ] as const) {
      deployment.apis.push(await deployment.startApi(name, { nodeOptions: shifted(ms) }));
    }
    for (const api of deployment.apis) {
      await vi.waitFor(
        async () => {
          const url = api.url();
          expect(url && (await fetch(new URL('/readyz', url))).status).toBe(200);
        },
        { timeout: 110_000, interval: 200 },
      );
    }
  });
  afterAll(() => deployment.stop());

  test('a challenge of one is good at the other, and a day is one day at both', async () => {
    const [ahead, right] = deployment.apis.map((api) => api.url() ?? '');
    for (const [issuer, redeemer] of [
      [ahead, right],
      [right, ahead],
    ] as const) {
      const person = createTestClient(issuer ?? '');
      const elsewhere = createTestClient(redeemer ?? '', person.privateKey);
      const connected = await served(async () =>
        elsewhere.post<{ user: { id: string } }>('/api/wallet/connect', await person.sign()),
      );
      expect(connected.status).toBe(200);
      expect((await served(() => person.connect())).status).toBe(200);
      const [one, another] = [idempotencyKey(), idempotencyKey()];
      expect((await served(() => person.post('/api/rewards/check-in', {}, one))).status).toBe(200);
      expect((await served(() => elsewhere.post('/api/rewards/check-in', {}, another))).status).toBe(409);
      const { rows } = await deployment.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const now = rows[0]?.now.getTime() ?? Number.NaN;
      for await (const { metadata } of deployment.store.readStream(
        streamOf('account', connected.body.user.id),
        0n,
      )) {
        expect(Math.abs(Date.parse(metadata.occurredAt) - now)).toBeLessThan(60_000);
      }
    }
  });

  test('a challenge lasts its five minutes, whoever has issued it', async () => {
    for (const api of deployment.apis) {
      const client = createTestClient(api.url() ?? '');
      await client.sign();
      const { rows } = await deployment.pool.query<{ seconds: number }>(
        `select extract(epoch from expires_at - clock_timestamp())::float8 as seconds from auth.challenges
         where wallet_address = $1`,
        [client.account.address],
      );
      expect(rows[0]?.seconds).toBeGreaterThan(240);
      expect(rows[0]?.seconds).toBeLessThan(301);
    }
  });
});
