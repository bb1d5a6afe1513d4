import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { comparePositions, parsePosition } from '../../../contracts/ledger-position.ts';
import {
  startTemporaryStore,
  type TemporaryStore,
} from '../../../ledger/embedded/testing/temporary-store.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { RaffleProof } from '../../../ledger/proof/proven-raffle.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { type Config, readConfig } from '../../config.ts';
import { type FaultySmtp, startFaultySmtp } from '../../integrations/email/testing/faulty-smtp.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { type AdminClient, asAdmin } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newAddress, signUp, verify } from '../../testing/email-calls.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { tokenInRaw } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { reachStores } from '../reach-stores.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

// A backup of a program whose event store counts bytes, restored into one that counts events: each event stands at
// another place, and what the processes did names the places of before.

const superAdmin = generatePrivateKey();
const silent = pino({ level: 'silent' });
const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 100 });

let folder: string;
let mails: FaultySmtp;
let bytes: TemporaryStore;
const running: RunningServer[] = [];
const dataDirs: string[] = [];
/** Milliseconds that the clock of the programs is ahead. */
let turned = 0;
let restored: RunningServer;
let restoredStore: TemporaryStore;
let referrer: TestClient & { readonly userId: string };
let friend: TestClient & { readonly userId: string };
let before: readonly StoredEvent[];

function settingsOf(dataDir: string, store: TemporaryStore): Config {
  return readConfig({
    SMTP_URL: mails.url,
    ...{ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'error' },
    ...{ SEAL_SECONDS: '1', RAFFLE_RANDOMNESS: 'seed' },
    ...{ EVENTSTORE_URL: store.store.connectionString, SUPER_ADMIN_WALLET: privateKeyToAddress(superAdmin) },
  });
}

const withNext = (config: Config): Config => ({
  ...config,
  superAdminWallet: privateKeyToAddress(generatePrivateKey()),
  formerSuperAdmins: [privateKeyToAddress(superAdmin)],
});

async function emptyMachine(name: string): Promise<string> {
  // Postgres runs as its own system user when the tests run as root, and must reach the folder.
  const dataDir = await mkdtemp(join(tmpdir(), `evo-${name}-`));
  dataDirs.push(dataDir);
  await copyCluster(join(dataDir, 'postgres'));
  return dataDir;
}

async function start(config: Config): Promise<RunningServer> {
  const server = await startServer(config, silent, { clock: () => Date.now() + turned });
  running.push(server);
  return server;
}

async function signIn({ url }: RunningServer, who?: TestClient, more = {}) {
  const client = createTestClient(url, who?.privateKey);
  const { body } = await client.connect(more);
  return { ...client, userId: body.user.id };
}

async function adminOf(server: RunningServer): Promise<AdminClient> {
  const client = createTestClient(server.url, superAdmin);
  await client.connect();
  return asAdmin(client);
}

const checkIn = (client: TestClient) => client.post('/api/rewards/check-in', {}, idempotencyKey());

/** What a program says of the place that something has got to is a moment old: the ledger says where its end is. */
async function caughtUp({ url }: RunningServer, { store }: TemporaryStore): Promise<void> {
  const said = (await readLedgerAt(store.connectionString)).filter(({ type }) => type !== 'LedgerSealed');
  const end = said.at(-1)!.position;
  const isThere = (text: string | null) => {
    const position = parsePosition(text ?? '');
    return position !== undefined && comparePositions(position, end) >= 0;
  };
  await settled(async () => {
    const ready = await (await fetch(new URL('/readyz', url))).json();
    expect(ready).toMatchObject({ processes: 'ok', readModels: { position: expect.toSatisfy(isThere) } });
    for (const process of ready.process)
      expect(process, process.name).toMatchObject({ position: expect.toSatisfy(isThere), unfinished: 0 });
  });
}

const commissions = (events: readonly StoredEvent[]) =>
  events.filter(
    ({ stream, data }) =>
      stream === `account-${referrer.userId}` && Reflect.get(data, 'source') === 'referral_commission',
  ).length;

async function massActEnds(admin: AdminClient, path: string): Promise<void> {
  const asked = await admin.post<{ requestId: string }>(path, { reason: 'New season' });
  expect(asked.status).toBe(200);
  await settled(async () => {
    const { body } = await admin.get<{ ended: { requestId: string } | null }>('/api/admin/mass-act');
    expect(body.ended?.requestId).toBe(asked.body.requestId);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-moved-'));
  mails = await startFaultySmtp();
  [bytes, restoredStore] = await Promise.all([
    startTemporaryStore({ positionStep: 640 }),
    startTemporaryStore(),
  ]);
  const config = settingsOf(await emptyMachine('before'), bytes);
  const server = await start(config);
  referrer = await signIn(server);
  friend = await signIn(server, undefined, { referrerId: referrer.userId });
  expect((await checkIn(friend)).status).toBe(200);
  await caughtUp(server, bytes);
  const [guest, address, admin] = [await signIn(server), newAddress(), await adminOf(server)];
  await signUp(guest, address);
  const mailed = () => mails.taken.find(({ to }) => to.includes(address));
  await settled(async () => expect(mailed()).toBeDefined());
  expect((await verify(guest, await tokenInRaw(mailed()?.raw ?? ''))).status).toBe(200);
  const draw = await admin.post('/api/admin/raffle', { amount: '5', winnerCount: 1 });
  expect(draw.status).toBe(200);
  await massActEnds(admin, '/api/admin/clear-all-balances');
  await caughtUp(server, bytes);
  // By a seal that comes behind all of that: it names a place that the other store does not reach for long.
  const { length } = await readLedgerAt(bytes.store.connectionString);
  await signIn(server);
  await settled(async () => {
    const since = (await readLedgerAt(bytes.store.connectionString)).slice(length);
    expect(since.some(({ type }) => type === 'LedgerSealed')).toBe(true);
  });
  const stores = await reachStores(config);
  const backup = { folder: join(folder, 'backup'), keys: join(folder, 'keys') };
  // Somebody else is the super admin since: what was done before is as sound as it was.
  await writeBackup(withNext(config), stores, { ...backup, onStep: async () => undefined });
  await stores.close();
  const settings = settingsOf(await emptyMachine('restored'), restoredStore);
  await restoreBackup(withNext(settings), { ...backup, onStep: () => undefined });
  before = await readLedgerAt(restoredStore.store.connectionString);
  restored = await start(settings);
  await caughtUp(restored, restoredStore);
}, 120_000);
afterAll(async () => {
  for (const server of running) await server.stop();
  await Promise.all([bytes.dispose(), restoredStore.dispose(), mails.stop()]);
  for (const path of [folder, ...dataDirs]) await rm(path, { recursive: true, force: true });
});

const ledger = () => readLedgerAt(restoredStore.store.connectionString);

test('the causes of the restored ledger are places that it does not have', () => {
  const caused = before.filter(({ metadata }) => metadata.cause);
  expect(caused.length).toBeGreaterThan(3);
  const last = before.at(-1)!.position.commit;
  for (const { metadata } of caused) {
    expect(BigInt(metadata.cause!.position.slice(2).split('/')[0]!)).toBeGreaterThan(last);
  }
});

test('what was drawn before verifies, though its entries name a place of the store before', async () => {
  const path = `/api/public/raffles/${raffleIdOf(1)}/proof`;
  const { body: proof } = await (await signIn(restored)).get<RaffleProof>(path);
  const faults = (given: RaffleProof) => verifyRaffleProof(given).flatMap(({ fault }) => fault ?? []);
  expect(faults(proof)).toEqual([]);
  expect(faults({ ...proof, isMoved: undefined })).toEqual(['EntriesFrozen does not stand after eligibleAt']);
});

test('nothing is paid twice, and what a friend earns is paid for as before', async () => {
  expect([commissions(before), commissions(await ledger())]).toEqual([1, 1]);
  turned += 86_400_000;
  expect((await checkIn(await signIn(restored, friend))).status).toBe(200);
  await caughtUp(restored, restoredStore);
  expect(commissions(await ledger())).toBe(2);
});

test('an act on all accounts leaves out none that an act before the backup had taken from', async () => {
  turned += 86_400_000;
  const client = await signIn(restored, friend);
  expect((await checkIn(client)).status).toBe(200);
  await massActEnds(await adminOf(restored), '/api/admin/clear-all-balances');
  await caughtUp(restored, restoredStore);
  const { body } = await client.get<{ user: { pendingRewards: string } }>('/api/dashboard');
  expect(body.user.pendingRewards).toBe('0');
});

test('the notary seals what comes', async () => {
  const seals = async () => (await ledger()).filter(({ type }) => type === 'LedgerSealed').length;
  const sealed = await seals();
  await signIn(restored);
  await settled(async () => expect(await seals()).toBeGreaterThan(sealed));
});
