import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { verify } from '../../../projector/audit/verify.ts';
import { createPool } from '../../../projector/database.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { type Config, readConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { asAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import {
  newAddress,
  newUser,
  signUp,
  signupsAfter,
  verify as verifyMailbox,
} from '../../testing/email-calls.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { mailedToken } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { loadMasterKeys } from '../../vault/master-key.ts';
import { openVault } from '../../vault/vault.ts';
import { reachStores } from '../reach-stores.ts';
import { backupCommand } from './backup-command.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreCommand } from './restore-command.ts';
import { type BackupStep, writeBackup } from './write-backup.ts';

type Acknowledged = { userId: string; privateKey: `0x${string}`; email: string; claimed: string };

let app: TestApp;
let folder: string;
let backup: string;
let restored: RunningServer;
let restoredDir: string;
let pools: { before: pg.Pool; after: pg.Pool };
/** Answered before the backup began, and what was done in the middle of it. */
let before: Acknowledged[];
const picture = randomBytes(300_000);
/** What somebody typed or pasted. */
const DECISION = 'two\nlines, or\u2028three, "quoted" \\';
let dismissed: StoredEvent;
/** Accounts whose mailbox went over to a wallet's: one before the backup began, one behind its ledger. */
let takenOver: string[];
let lateAdmin: string;
let keptAdmin: `0x${string}`;

const settingsOf = (dataDir: string): Config =>
  readConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'error' },
    ...{ SEAL_SECONDS: '1', RAFFLE_RANDOMNESS: 'seed' },
  });
const silent = pino({ level: 'silent' });
const steps: string[] = [];
const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 45_000, interval: 50 });

async function emptyMachine(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-restored-'));
  await copyCluster(join(dataDir, 'postgres'));
  return dataDir;
}

async function member(acknowledged: Acknowledged[]): Promise<void> {
  const { client, userId } = await newUser(app);
  const email = newAddress();
  const signed = await signUp(client, email);
  const claim = await client.post<{ claimedRewards?: string }>('/api/rewards/claim', {}, idempotencyKey());
  // A busy machine may answer 503; what was not acknowledged is not looked for.
  if (signed.status !== 200 || claim.status !== 200) return;
  acknowledged.push({ userId, privateKey: client.privateKey, email, claimed: '100' });
}

/** An address that signed up without a wallet, and its account. */
async function aloneOne(): Promise<{ email: string; userId: string }> {
  const email = newAddress();
  const visitor = createTestClient(app.url);
  const count = (await readLedgerAt(app.eventStoreUrl)).length;
  await settled(async () => expect((await signUp(visitor, email)).status).toBe(200));
  await mailedToken(visitor, email);
  const [stream = ''] = await signupsAfter(app, count);
  return { email, userId: stream.slice('account-'.length) };
}

/** A wallet proves that the address is its own; the account without one goes, and its key with it. */
async function takeOver({ email, userId }: { email: string; userId: string }, own: pg.Pool): Promise<void> {
  const { client } = await newUser(app);
  await settled(async () => expect((await signUp(client, email)).status).toBe(200));
  const token = await mailedToken(client, email, 2);
  const sent = idempotencyKey();
  await settled(async () => expect((await verifyMailbox(client, token, sent)).status).toBe(200));
  const keys = () => own.query('select 1 from vault.account_keys where user_id = $1', [userId]);
  await settled(async () => expect((await keys()).rowCount).toBe(0));
}

beforeAll(async () => {
  app = await startApp({ env: { SEAL_SECONDS: '1' }, postgres: 'embedded' });
  folder = await mkdtemp(join(tmpdir(), 'evo-backup-'));
  backup = join(folder, 'of-today');
  const own = createPool(app.databaseUrl, { maxConnections: 2 });
  const root = await superAdminOf(app);
  const [kept, removed] = [createTestClient(app.url), createTestClient(app.url)];
  for (const client of [kept, removed]) {
    await client.connect();
    await root.post('/api/admin/add-admin', { adminWallet: client.account.address });
  }
  lateAdmin = removed.account.address;
  keptAdmin = kept.privateKey;
  const acknowledged: Acknowledged[] = [];
  while (acknowledged.length === 0) await member(acknowledged);
  await fillByHand(own);
  const [early, late] = [await aloneOne(), await aloneOne()];
  takenOver = [early.userId, late.userId];
  await takeOver(early, own);
  // A seal is known to the notary before the backup looks.
  await settled(async () => expect((await own.query('select 1 from notary.newest_seal')).rowCount).toBe(1));

  let going = true;
  const load = Array.from({ length: 1 }, async () => {
    while (going) await member(acknowledged).catch(() => undefined);
  });
  await settled(async () => expect(acknowledged.length).toBeGreaterThan(3));
  before = [...acknowledged];
  const erasing = before[0];
  const during: Partial<Record<BackupStep, () => Promise<unknown>>> = {
    // The ledger was read: what comes now is in Postgres alone.
    'the systems of record': async () => {
      await root.post('/api/admin/remove-admin', { adminId: lateAdmin });
      await takeOver(late, own);
      await member(acknowledged);
      const client = createTestClient(app.url, erasing?.privateKey);
      await client.connect();
      const erased = await client.post('/api/profile/erase-personal-data', {}, idempotencyKey());
      expect(erased.status).toBe(200);
      const carriedOut = () =>
        own.query('select 1 from vault.erasures where user_id = $1', [erasing?.userId]);
      await settled(async () => expect((await carriedOut()).rowCount).toBe(1));
      for (const event of (await readLedgerAt(app.eventStoreUrl)).slice(-2)) {
        await setAside(own, event, 'parked', 'behind the ledger of the backup');
      }
    },
  };
  const config = settingsOf(app.dataDir);
  const stores = await reachStores(config);
  const manifest = await writeBackup(config, stores, {
    ...{ folder: backup, keys: join(backup, 'keys') },
    onStep: async (step) => {
      steps.push(step);
      await during[step]?.();
      if (step === 'the keys') going = false;
    },
  });
  await stores.close();
  await Promise.all(load);
  // What was erased, and what was taken over, while the backup was made.
  expect(manifest.sealed).toEqual({ accounts: expect.any(Number), erased: 2 });

  restoredDir = await emptyMachine();
  await restoreBackup(settingsOf(restoredDir), {
    folder: backup,
    keys: join(backup, 'keys'),
    onStep: () => undefined,
  });
  restored = await startServer(settingsOf(restoredDir), silent);
  pools = { before: own, after: createPool(restored.databaseUrl, { maxConnections: 2 }) };
}, 120_000);
afterAll(async () => {
  await pools.after.end();
  await pools.before.end();
  await restored.stop();
  await app.close();
  for (const path of [folder, restoredDir]) await rm(path, { recursive: true, force: true });
});

/** What no test brings about quickly: a parked event that was dismissed, a file with bytes, and a session. */
async function fillByHand(db: pg.Pool): Promise<void> {
  const events = await readLedgerAt(app.eventStoreUrl);
  const found = events.findLast(({ type }) => type === 'EmailSignedUp');
  if (!found) throw new Error('nobody signed up');
  dismissed = found;
  const { commit, prepare } = dismissed.position;
  await setAside(db, dismissed, 'dismissed', DECISION);
  const track = randomUUID();
  await db.query(
    `insert into music.files (track_id, filename, title, artist, wallet, token_hash, created_at) values ($1, 'a', 'b', 'c', '', '\\x00', '2026-01-02 03:04:05.678901+00')`,
    [track],
  );
  await db.query('insert into processes.mass_acts values ($1, 3, 3.000000000000000001, $1, 2, 2)', [track]);
  await db.query('insert into raffles.frozen values ($1, $2, $3)', [track, commit, prepare]);
  await db.query('insert into music.chunks (track_id, index, bytes) values ($1, 0, $2)', [track, picture]);
}

async function setAside(db: pg.Pool, event: StoredEvent, state: string, reason: string): Promise<void> {
  const { position, stream, revision, id, type } = event;
  await db.query(
    `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type, state, is_late, reason, failures)
     values ('mails', 'lane', $1, $2, $3, $4, $5, $6, $7, false, $8, 3)`,
    [position.commit, position.prepare, stream, revision, id, type, state, reason],
  );
}

test('the ledger is read behind the notary and before all other records', () => {
  expect(steps).toEqual(['the notary', 'the ledger', 'the systems of record', 'the keys', 'the audit']);
});

test('every command that was acknowledged before the backup began is there, for the same account', async () => {
  expect(before.length).toBeGreaterThan(3);
  for (const { userId, privateKey, claimed } of before) {
    const client = createTestClient(restored.url, privateKey);
    const { body } = await client.connect();
    expect(body).toMatchObject({ isNewUser: false, user: { id: userId } });
    // The first start builds the read models.
    await settled(async () => {
      const dashboard = await client.get('/api/dashboard');
      expect(JSON.stringify(dashboard.body)).toContain(`"claimedRewards":"${claimed}"`);
    });
  }
});

test('everything that an event of the restored ledger holds sealed opens, but what was erased or taken over', async () => {
  const vault = await openVault(pools.after, await loadMasterKeys([], restoredDir));
  const events = await readLedgerAt(restored.eventStoreUrl);
  const sealed = events.flatMap(({ type, stream, data }) =>
    type === 'EmailSignedUp'
      ? [{ userId: stream.slice('account-'.length), sealed: String(Reflect.get(data, 'sealedEmail')) }]
      : [],
  );
  const opened = await vault.unsealAll('email', sealed);
  const [erased] = before;
  expect(sealed.length).toBeGreaterThanOrEqual(before.length);
  const unreadable = sealed.filter((_, n) => opened[n] === undefined).map(({ userId }) => userId);
  expect(unreadable.toSorted()).toEqual([erased?.userId, ...takenOver].toSorted());
  for (const { userId, email } of before.slice(1)) {
    expect(opened[sealed.findIndex((one) => one.userId === userId)]).toBe(email);
  }
});

test('the audit of the restored ledger finds nothing, and every read model is its fold', async () => {
  const settings = { checkpoint: [], moved: true, against: restored.databaseUrl };
  const verdict = await verify(join(restoredDir, 'ledger.sqlite'), settings);
  expect(verdict).toMatchObject({ verdict: 'sound', readModels: { differences: [] } });
});

test('rows of Postgres are what they were, to the last digit and byte, and positions are those of the new store', async () => {
  const chunk =
    'select file.created_at::text as at, bytes from music.chunks join music.files as file using (track_id)';
  const [was, is] = await Promise.all([pools.before.query(chunk), pools.after.query(chunk)]);
  expect(is.rows.map(({ at }) => at)).toEqual(was.rows.map(({ at }) => at));
  expect(is.rows[0]?.bytes.equals(picture)).toBe(true);
  const { rows } = await pools.after.query(
    `select commit, prepare, reason from processes.set_aside where state = 'dismissed'`,
  );
  const mass = await pools.after.query('select expected_total, after, count from processes.mass_acts');
  expect(mass.rows).toEqual([{ expected_total: '3.000000000000000001', after: null, count: '0' }]);
  expect((await pools.after.query('select 1 from raffles.frozen')).rowCount).toBe(0);
  const now = (await readLedgerAt(restored.eventStoreUrl)).find(({ id }) => id === dismissed.id);
  expect(rows).toEqual([
    {
      commit: String(now?.position.commit),
      prepare: String(now?.position.prepare),
      reason: DECISION,
    },
  ]);
});

test('events that were set aside behind the ledger of the backup are forgotten: none that it has is passed by for them', async () => {
  const known = async (pool: pg.Pool) =>
    (await pool.query(`select reason from processes.set_aside where state = 'parked' and lane = 'lane'`))
      .rows;
  expect(await known(pools.before)).toHaveLength(2);
  expect(await known(pools.after)).toEqual([]);
});

test('who was removed as an admin behind the ledger of the backup does not lock the others out', async () => {
  const { rows } = await pools.before.query('select revision from auth.last_removal');
  const admins = (await readLedgerAt(restored.eventStoreUrl)).filter(({ stream }) => stream === 'admins');
  expect(Number(rows[0]?.revision)).toBeGreaterThan(Number(admins.at(-1)?.revision));
  const admin = createTestClient(restored.url, keptAdmin);
  await admin.connect();
  const reward = {
    walletAddress: createTestClient(restored.url, before[1]?.privateKey).account.address,
    amount: '1',
    reason: 'Hello',
  };
  expect((await asAdmin(admin).post('/api/admin/send-reward', reward)).status).toBe(200);
  const root = await superAdminOf({ url: restored.url, dataDir: restoredDir });
  expect((await root.post('/api/admin/remove-admin', { adminId: lateAdmin })).status).toBe(200);
});

test('who was erased behind the ledger of the backup, and is erased again, is erased', async () => {
  const [gone] = before;
  const client = createTestClient(restored.url, gone?.privateKey);
  await client.connect();
  const keys = async () =>
    (await pools.after.query('select 1 from vault.account_keys where user_id = $1', [gone?.userId])).rowCount;
  // The restored account has its address still, which cannot be read any more; asking for another one makes a key.
  const anew = await signUp(client, newAddress());
  expect([anew.status, await keys()]).toEqual([409, 1]);
  const erased = await client.post('/api/profile/erase-personal-data', {}, idempotencyKey());
  expect(erased.status).toBe(200);
  await settled(async () => expect(await keys()).toBe(0));
});

test('no session and no text for signing comes back', async () => {
  const { rows } = await pools.before.query('select count(*)::int as count from auth.sessions');
  expect(rows[0]?.count).toBeGreaterThan(before.length);
  const files = await readdir(join(backup, 'tables'));
  expect(files.filter((name) => /sessions|challenges|checkpoints|email_index/.test(name))).toEqual([]);
});

test('the notary goes on with the key and the seal that it had', async () => {
  const sealsOf = async () =>
    (await readLedgerAt(restored.eventStoreUrl)).filter(({ type }) => type === 'LedgerSealed').length;
  const count = await sealsOf();
  await newUser({ ...app, url: restored.url });
  await expect.poll(sealsOf).toBeGreaterThan(count);
  const ready = await fetch(new URL('/readyz', restored.url));
  expect(await ready.json()).toMatchObject({ status: 'ready', notary: 'sealing' });
});

test('of two backups into one folder at once one is made, and the other is refused', async () => {
  const config = settingsOf(app.dataDir);
  const stores = await reachStores(config);
  const into = join(folder, 'of-two');
  const keys = join(folder, 'of-two-keys');
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      writeBackup(config, stores, { folder: into, keys, onStep: async () => undefined }),
    ),
  ).finally(() => stores.close());
  const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => String(reason));
  expect(refused).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('is not empty')));
  expect((await readdir(into)).toSorted()).toEqual(['ledger.ndjson.gz', 'manifest.json', 'tables']);
});

test('a schema of which nobody said whether it is a record is told, and no backup is without it', async () => {
  const config = settingsOf(app.dataDir);
  const stores = await reachStores(config);
  await pools.before.query('create schema bookings; create table bookings.of_today (id int)');
  try {
    const into = join(folder, 'of-a-newer-release');
    const written = writeBackup(config, stores, {
      ...{ folder: into, keys: join(into, 'keys'), onStep: async () => undefined },
    });
    await expect(written).rejects.toThrow('schemas that this release does not know: bookings');
    expect(await readdir(into)).not.toContain('manifest.json');
  } finally {
    await pools.before.query('drop schema bookings cascade');
    await stores.close();
  }
});

test('a restored program is backed up in its turn, also where a key went behind the ledger of its backup', async () => {
  const into = join(folder, 'of-the-restored');
  const keys = join(folder, 'of-the-restored-keys');
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const written = await backupCommand([into, '--keys', keys], settingsOf(restoredDir), tell);
  const { ledger, tables, sealed, begun } = await readManifest(into);
  // Who was taken over behind the ledger of the backup has an address in the restored one, and no key.
  expect(sealed.erased).toBeGreaterThanOrEqual(1);
  expect(told.map((line) => line.split(' ').slice(1).join(' '))).toEqual(steps);
  expect(await readdir(into)).not.toContain('keys');
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const opened = sealed.accounts - sealed.erased;
  for (const figure of [
    `before ${begun}:`,
    `${ledger.events} events, audited and sound, under the root ${ledger.root}`,
    `${rows} rows of ${tables.length} tables`,
    `the keys of ${opened} accounts with something sealed`,
    `The keys are in ${keys}.`,
  ])
    expect(written).toMatchObject({ exitCode: 0, text: expect.stringContaining(figure) });
  const dataDir = await emptyMachine();
  try {
    const anew = await restoreCommand([into, '--keys', keys], settingsOf(dataDir), tell);
    for (const figure of [
      `the ${ledger.events} events of ${begun}`,
      `the root ${ledger.root}`,
      `${rows} rows of ${tables.length} tables, and a key for each of ${opened} accounts`,
      `verify ${join(dataDir, 'ledger.sqlite')} --moved`,
    ])
      expect(anew).toMatchObject({ exitCode: 0, text: expect.stringContaining(figure) });
    expect(anew.text).not.toContain('--against');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('what is in the folder is for its owner only', async () => {
  for (const path of [backup, join(backup, 'keys'), join(backup, 'tables')]) {
    expect((await stat(path)).mode & 0o077).toBe(0);
    for (const entry of await readdir(path)) expect((await stat(join(path, entry))).mode & 0o077).toBe(0);
  }
});

test('a restore that was interrupted leaves a database that no program starts on', async () => {
  const dataDir = await emptyMachine();
  try {
    const onStep = (step: string) => {
      if (step === 'the systems of record') throw new Error('the power is gone');
    };
    const settings = settingsOf(dataDir);
    const keys = join(backup, 'keys');
    await expect(restoreBackup(settings, { folder: backup, keys, onStep })).rejects.toThrow(
      'the power is gone',
    );
    await expect(startServer(settings, silent)).rejects.toThrow('has not ended');
    await expect(restoreBackup(settings, { folder: backup, keys, onStep })).rejects.toThrow(
      'ledger.sqlite is there already: a backup goes into an empty database',
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a backup of a newer release is refused before its ledger is appended: the event store stays empty', async () => {
  const dataDir = await emptyMachine();
  const file = join(backup, 'manifest.json');
  const text = await readFile(file, 'utf8');
  const manifest = await readManifest(backup);
  const tables = manifest.tables.map((table) =>
    table.table === 'erasures' ? { ...table, columns: [...table.columns, 'of_a_newer_release'] } : table,
  );
  try {
    await writeFile(file, JSON.stringify({ ...manifest, tables }));
    const begun: string[] = [];
    const onStep = (step: string) => void begun.push(step);
    await expect(
      restoreBackup(settingsOf(dataDir), { folder: backup, keys: join(backup, 'keys'), onStep }),
    ).rejects.toThrow('no place for vault.erasures.of_a_newer_release');
    expect(begun).toEqual(['the files']);
    expect(await readdir(dataDir)).not.toContain('ledger.sqlite');
  } finally {
    await writeFile(file, text);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a file that was altered, another key, and no manifest are refused before anything is touched', async () => {
  const keys = join(backup, 'keys');
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-refused-'));
  const restore = (config: Config) =>
    restoreBackup(config, { folder: backup, keys, onStep: () => undefined });
  try {
    const other = readConfig({ DATA_DIR: dataDir, VAULT_KEY: randomBytes(32).toString('base64') });
    await expect(restore(other)).rejects.toThrow('VAULT_KEY is not the key of this backup');
    const file = join(backup, 'tables', 'vault.account_keys.ndjson.gz');
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]));
    await expect(restore(settingsOf(dataDir))).rejects.toThrow(/account_keys.* was altered/);
    await writeFile(file, bytes);
    await rm(join(backup, 'manifest.json'));
    await expect(restore(settingsOf(dataDir))).rejects.toThrow('not finished');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
