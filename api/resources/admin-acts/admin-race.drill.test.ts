import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { type AdminClient, asAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { verifyAddress } from '../../testing/raffle-stage.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
/** A second process on the same event store and the same Postgres. */
let replica: TestApp;
let root: AdminClient;
let far: FaultProxy;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
  const eventStore = new URL(app.eventStoreUrl);
  far = await startFaultProxy(Number(eventStore.port));
  eventStore.port = String(far.port);
  replica = await startApp({
    env: {
      EVENTSTORE_URL: eventStore.href,
      DATABASE_URL: app.databaseUrl,
      SUPER_ADMIN_WALLET: root.address,
      VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
      RATE_LIMIT_SCALE: '1000',
    },
  });
});
afterAll(async () => {
  await replica.close();
  await far.close();
  await app.close();
});

const ROUNDS = 2;
const ACTS = 24;

test('whatever an admin sends while the right is taken away, in any process: no act of theirs comes after it', async () => {
  const user = createTestClient(app.url);
  const { body } = await user.connect();
  await verifyAddress(user);
  const refused: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const raffleId = await drawnRaffle();
    const sent: readonly (readonly [string, object])[] = [
      ['/api/admin/send-reward', { walletAddress: user.account.address, amount: '1', reason: 'race' }],
      ['/api/admin/clear-balance', { userId: body.user.id }],
      [`/api/admin/raffle/${raffleId}/pay`, {}],
      ['/api/admin/raffle', { amount: '1', winnerCount: 1 }],
    ];
    const wallet = await adminOfBoth();
    // What the far process sends is long under way: the removal comes between its look at the right and its append.
    far.inject({ kind: 'slow', milliseconds: 3 });
    const acts: Promise<number>[] = [];
    const act = async (where: AdminClient, number: number) => {
      const [path, request] = sent[(number >> 1) % sent.length] ?? ['', {}];
      return (await where.post(path, request)).status;
    };
    for (let number = 0; number < ACTS; number++) {
      acts.push(act(number % 2 ? wallet.here : wallet.elsewhere, number));
      // Among those that are on their way, and in the other round among those that hold their rights by then.
      if (number === ACTS / 2) {
        const before = round % 2 ? Promise.race(acts) : undefined;
        acts.push(Promise.resolve(before).then(() => removal(wallet.address)));
      }
    }
    refused.push(...(await Promise.all(acts)).filter((status) => status === 403 || status === 401));
    far.heal();
    await expectNothingAfterRemoval(wallet.address);
  }
  // Both sides of the moment were met.
  expect(refused.length).toBeGreaterThan(0);
}, 240_000);

/** One that an admin began is drawn by itself before the next one. */
async function drawnRaffle(): Promise<string> {
  let raffleId = '';
  const draw = async () => {
    const request = { amount: '1', winnerCount: 1 };
    const { status, body } = await root.post<{ raffleId: string }>('/api/admin/raffle', request);
    raffleId = body.raffleId;
    return status;
  };
  await expect.poll(draw, { timeout: 60_000 }).toBe(200);
  return raffleId;
}

/** It waits for what is under way, and where that takes too long it is sent again, as the answer says. */
async function removal(adminId: string): Promise<number> {
  const key = idempotencyKey();
  const remove = async () => (await root.post('/api/admin/remove-admin', { adminId }, key)).status;
  await expect.poll(remove, { timeout: 60_000 }).toBe(200);
  return 200;
}

async function adminOfBoth() {
  const here = createTestClient(app.url);
  await here.connect();
  const { address } = here.account;
  await root.post('/api/admin/add-admin', { adminWallet: address });
  const elsewhere = createTestClient(replica.url, here.privateKey);
  await elsewhere.connect();
  return { address, here: asAdmin(here), elsewhere: asAdmin(elsewhere) };
}

async function expectNothingAfterRemoval(wallet: string): Promise<void> {
  const events = await readLedgerAt(app.eventStoreUrl);
  const gone = events.findIndex(
    ({ type, data }) => type === 'AdminRemoved' && 'wallet' in data && data.wallet === wallet,
  );
  expect(gone).toBeGreaterThan(-1);
  const later = events
    .slice(gone)
    .filter(
      ({ type, metadata }) =>
        metadata.actor.wallet === wallet && metadata.actor.kind === 'admin' && type !== 'AccessDenied',
    )
    .map(({ type }) => type);
  expect(later).toEqual([]);
}
