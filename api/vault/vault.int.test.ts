import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { migrate } from '../migrate.ts';
import { SealBroken } from './aes-gcm.ts';
import { loadMasterKeys, type MasterKeys } from './master-key.ts';
import { createSeals } from './seal.ts';
import { openVault, type Vault } from './vault.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
let vault: Vault;
const masterKeys: MasterKeys = [randomBytes(32)];

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  vault = await openVault(pool, masterKeys);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

const address = 'anna@example.com';

describe('sealing', () => {
  test('what is sealed for an account opens again, also in another replica, and reads differently each time', async () => {
    const userId = randomUUID();
    const sealed = await Promise.all(Array.from({ length: 20 }, () => vault.seal('email', userId, address)));
    expect(new Set(sealed).size).toBe(20);
    expect(sealed.join()).not.toContain('anna');
    const replica = await openVault(pool, masterKeys);
    const opened = await replica.unsealAll(
      'email',
      sealed.map((one) => ({ userId, sealed: one })),
    );
    expect(new Set(opened)).toEqual(new Set([address]));
    const { rows } = await pool.query('select 1 from vault.account_keys where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });

  test('the longest address fits what an event may hold', async () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`;
    expect((await vault.seal('email', randomUUID(), longest)).length).toBeLessThanOrEqual(1_000);
  });

  test('it opens for no other account, as no other kind, and not when one bit has changed', async () => {
    const [anna, ben] = [randomUUID(), randomUUID()];
    const sealed = await vault.seal('email', anna, address);
    await vault.seal('email', ben, address);
    await expect(vault.unseal('oauth_token', anna, sealed)).rejects.toThrow(SealBroken);
    // Under the name of another account there is no such key.
    expect(await vault.unseal('email', ben, sealed)).toBeUndefined();
    await expect(vault.unseal('email', anna, 'nonsense')).rejects.toThrow(SealBroken);
    const [version, keyId, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      const text = `${version}.${keyId}.${altered.toString('base64url')}`;
      await expect(vault.unseal('email', anna, text)).rejects.toThrow(SealBroken);
    }
    for (let length = 0; length < bytes.length; length++) {
      const text = `${version}.${keyId}.${bytes.subarray(0, length).toString('base64url')}`;
      await expect(vault.unseal('email', anna, text)).rejects.toThrow(SealBroken);
    }
  });

  test('what a standby lacks is not erased: it is not looked for in a Postgres that takes no writes', async () => {
    const standby = createPool(postgres.connectionString, { maxConnections: 1 });
    onTestFinished(() => standby.end());
    const replica = createSeals(standby, masterKeys);
    const [anna, ben] = [randomUUID(), randomUUID()];
    const sealed = await vault.seal('email', anna, address);
    const erased = await vault.seal('email', ben, address);
    await vault.erase(ben);
    expect(await replica.unseal('email', ben, erased)).toBeUndefined();
    await standby.query('set default_transaction_read_only to on');
    expect(await replica.unseal('email', anna, sealed)).toBe(address);
    await expect(replica.unseal('email', ben, erased)).rejects.toMatchObject({ code: '25006' });
  });

  test('after the erasure nothing opens, also not after the account has a new key', async () => {
    const [anna, ben] = [randomUUID(), randomUUID()];
    const sealed = await vault.seal('email', anna, address);
    const other = await vault.seal('email', ben, address);
    await vault.erase(anna);
    expect(await vault.unseal('email', anna, sealed)).toBeUndefined();
    const again = await vault.seal('email', anna, 'new@example.com');
    expect(await vault.unseal('email', anna, sealed)).toBeUndefined();
    expect(await vault.unseal('email', anna, again)).toBe('new@example.com');
    expect(await vault.unseal('email', ben, other)).toBe(address);
  });

  test('while the key is replaced both are known: either opens, the first one seals', async () => {
    const [old] = masterKeys;
    const next = randomBytes(32);
    const anna = randomUUID();
    const sealed = await vault.seal('email', anna, address);
    const turned = await openVault(pool, [next, old]);
    expect(await turned.unseal('email', anna, sealed)).toBe(address);
    expect(turned.emailHash(address)).toBe(vault.emailHash(address));
    const ben = randomUUID();
    const anew = await turned.seal('email', ben, address);
    expect(await turned.unseal('email', ben, anew)).toBe(address);
    await expect(vault.unseal('email', ben, anew)).rejects.toThrow(SealBroken);
    const waiting = await openVault(pool, [old, next]);
    expect(await waiting.unseal('email', ben, anew)).toBe(address);
  });

  test('the tables alone open nothing: another master key is refused at the start', async () => {
    await expect(openVault(pool, [randomBytes(32)])).rejects.toThrow(/VAULT_KEY/);
  });
});

describe('the hash of an address', () => {
  test('is one for all spellings, the same in every replica, and needs the key', async () => {
    const hash = vault.emailHash('an.na+tag@GoogleMail.com');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(vault.emailHash('anna@gmail.com')).toBe(hash);
    expect(vault.emailHash('anna@example.com')).not.toBe(hash);
    expect((await openVault(pool, masterKeys)).emailHash('anna@gmail.com')).toBe(hash);
    const { rows } = await pool.query("select sealed_key from vault.program_keys where name = 'email-hash'");
    expect(rows).toHaveLength(1);
    // As another site would have it, whose key is its own.
    await pool.query("delete from vault.program_keys where name = 'email-hash'");
    expect((await openVault(pool, masterKeys)).emailHash('anna@gmail.com')).not.toBe(hash);
  });
});

describe('the master key', () => {
  test('of a data folder is made once, for its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'evo-vault-'));
    try {
      const keys = await Promise.all(Array.from({ length: 5 }, () => loadMasterKeys([], folder)));
      keys.push(await loadMasterKeys([], folder));
      expect(new Set(keys.map((key) => key[0].toString('hex'))).size).toBe(1);
      expect(keys[0]?.[0]).toHaveLength(32);
      expect((await stat(join(folder, 'vault.key'))).mode & 0o777).toBe(0o600);
      const given = randomBytes(32);
      expect(await loadMasterKeys([given.toString('base64')], folder)).toEqual([given]);
      await writeFile(join(folder, 'vault.key'), 'half a key');
      await expect(loadMasterKeys([], folder)).rejects.toThrow('is not a key');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
