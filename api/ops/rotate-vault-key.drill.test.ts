import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../migrate.ts';
import { sealedSeeds } from '../resources/raffles/seeds.ts';
import { startServer } from '../server.ts';
import { createTestClient } from '../testing/client.ts';
import { EMPTY_UI } from '../testing/empty-ui.ts';
import { encrypt } from '../vault/aes-gcm.ts';
import { sealPlaces } from '../vault/master-key.ts';
import { openVault } from '../vault/vault.ts';
import { OpsRefused } from './ops-refused.ts';
import { rotateVaultKey, rotateVaultKeyCommand } from './rotate-vault-key.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
const [old, next] = [randomBytes(32), randomBytes(32)];
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

test('killed half-way and run again, beside replicas that seal, open and erase, it leaves everything under the new key', async () => {
  const before = await openVault(pool, [old]);
  const hash = before.emailHash('anna@example.com');
  const seed = await sealedSeeds(pool, [old]).createSeed(1);
  const revealed = await sealedSeeds(pool, [old]).revealSeed(seed);
  const users = Array.from({ length: 1_200 }, () => randomUUID());
  await pool.query(
    'insert into vault.account_keys (user_id, key_id, sealed_key) select * from unnest($1::uuid[], $1::uuid[], $2::text[])',
    [users, users.map((id) => encrypt(old, sealPlaces.accountKey(id), randomBytes(32)))],
  );
  const texts = new Map<string, string>();
  for (const id of users.slice(0, 40)) texts.set(id, await before.seal('email', id, `${id}@example.com`));

  // Started anew already, and not yet.
  const [turned, waiting] = [await openVault(pool, [next, old]), await openVault(pool, [old, next])];
  let going = true;
  const replicas = [turned, waiting].map(async (vault) => {
    while (going) {
      const id = randomUUID();
      texts.set(id, await vault.seal('email', id, `${id}@example.com`));
      const [first = '', sealed = ''] = [...texts][0] ?? [];
      expect(await vault.unseal('email', first, sealed)).toBe(`${first}@example.com`);
      await vault.erase(users.pop() ?? '');
    }
  });

  const killed = new pg.Client(postgres.connectionString);
  killed.on('error', () => undefined);
  await killed.connect();
  let updates = 0;
  const query = killed.query.bind(killed);
  // The connection is lost behind the 300th row.
  const dying = Object.assign(Object.create(killed), {
    query: async (text: string, values: unknown[]) => {
      if (text.startsWith('update vault.account_keys') && ++updates > 300) await killed.end();
      return query(text, values);
    },
  });
  await expect(rotateVaultKey(dying, [next, old])).rejects.toThrow();
  expect(updates).toBe(301);
  // Whoever takes the old key away now is told at the start, and not by the first account whose key does not open.
  await expect(openVault(pool, [next])).rejects.toThrow(/VAULT_KEY/);

  // The last replica was started anew.
  going = false;
  await Promise.all(replicas);
  const client = new pg.Client(postgres.connectionString);
  await client.connect();
  expect(await rotateVaultKey(client, [next, old])).toBeGreaterThan(0);
  expect(await rotateVaultKey(client, [next, old])).toBe(0);
  await client.end();

  const after = await openVault(pool, [next]);
  expect(after.emailHash('anna@example.com')).toBe(hash);
  expect(await sealedSeeds(pool, [next]).revealSeed(seed)).toBe(revealed);
  const opened = await after.unsealAll(
    'email',
    [...texts].map(([userId, sealed]) => ({ userId, sealed })),
  );
  expect(opened).toEqual([...texts.keys()].map((id) => `${id}@example.com`));
  await expect(openVault(pool, [old])).rejects.toThrow(/VAULT_KEY/);
});

test('a replica that still seals with the old key is told of: it would make keys that the new one does not open', async () => {
  const keys = [next, old] as const;
  const waiting = await openVault(pool, [old, next]);
  const client = new pg.Client(postgres.connectionString);
  await client.connect();
  const query = client.query.bind(client);
  const userId = randomUUID();
  let sealed: string | undefined;
  // Behind the table of the accounts.
  const beside = Object.assign(Object.create(client), {
    query: async (text: string, values: unknown[]) => {
      if (text.includes('raffles.seeds')) sealed ??= await waiting.seal('email', userId, 'late@example.com');
      return query(text, values);
    },
  });
  try {
    await expect(rotateVaultKey(beside, keys)).rejects.toThrow(/a replica still seals with it/);
    await rotateVaultKey(client, keys);
    const after = await openVault(pool, [next]);
    expect(await after.unseal('email', userId, sealed ?? '')).toBe('late@example.com');
  } finally {
    await client.end();
  }
});

test('what none of the keys opens is named, with what to do: the key by which it was sealed once may be found', async () => {
  const [lost, newest] = [randomBytes(32), randomBytes(32)];
  const client = new pg.Client(postgres.connectionString);
  await client.connect();
  try {
    await rotateVaultKey(client, [next, old]);
    const hash = await sealedSeeds(pool, [lost]).createSeed(2);
    const refusal = await rotateVaultKey(client, [newest, next]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OpsRefused);
    expect(String(refusal)).toContain(`None of the keys opens raffle-seed/${hash}`);
    // Still under the key that programs start with.
    await openVault(pool, [next]);
    await rotateVaultKey(client, [newest, next, lost]);
    expect(await sealedSeeds(pool, [newest]).revealSeed(hash)).toMatch(/^[0-9a-f]{64}$/);
    await rotateVaultKey(client, [next, newest]);
  } finally {
    await client.end();
  }
});

test('with one key there is nothing to do, and it says how to begin', async () => {
  const config = readConfig({ DATABASE_URL: postgres.connectionString, VAULT_KEY: next.toString('base64') });
  await expect(rotateVaultKeyCommand([], config, () => undefined)).rejects.toThrow('VAULT_KEY=NEW,OLD');
});

test('what a caller has asked still counts while the key is replaced, whichever of the two a replica seals with', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-rotate-'));
  const privateKey = `0x${'7'.repeat(64)}` as const;
  const countedWith = async (...keys: Buffer[]) => {
    const config = readConfig({
      ...{ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, DATABASE_URL: postgres.connectionString },
      VAULT_KEY: keys.map((key) => key.toString('base64')).join(','),
    });
    const server = await startServer(config, pino({ level: 'silent' }));
    await createTestClient(server.url, privateKey)
      .connect()
      .finally(() => server.stop());
    const { rows } = await pool.query<{ key: string }>('select key from limits.taken order by key');
    return rows.map(({ key }) => key);
  };
  try {
    const before = await countedWith(next);
    expect(before.length).toBeGreaterThan(0);
    expect(await countedWith(randomBytes(32), next)).toEqual(before);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
