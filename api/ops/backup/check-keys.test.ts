import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MasterKeys, sealPlaces, sealWithMaster } from '../../vault/master-key.ts';
import { checkKeys } from './check-keys.ts';
import type { TableFile } from './manifest.ts';
import { SealedKeys } from './sealed-keys.ts';

const newKeys = (): MasterKeys => [randomBytes(32)];
const [old, next, other] = [newKeys(), newKeys(), newKeys()];
const [anna, ben] = [randomUUID(), randomUUID()];
const keyOf = new Map<string, string>([anna, ben].map((userId) => [userId, randomUUID()]));
const SEED = 'a'.repeat(64);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-check-keys-'));
  await mkdir(join(folder, 'tables'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The tables of a backup, by the keys that seal each row. */
type Backup = {
  readonly accounts?: Readonly<Record<string, MasterKeys>>;
  readonly program?: MasterKeys;
  readonly seed?: MasterKeys;
  readonly erased?: readonly string[];
};

const sealed = (keys: MasterKeys, place: string) => sealWithMaster(keys, place, randomBytes(32));

async function written(backup: Backup): Promise<TableFile[]> {
  const { accounts = { [anna]: old, [ben]: old }, program = old, seed = old, erased = [] } = backup;
  const rows = {
    'vault.account_keys': Object.entries(accounts).map(([user_id, keys]) => ({
      ...{ user_id, key_id: keyOf.get(user_id), sealed_key: sealed(keys, sealPlaces.accountKey(user_id)) },
    })),
    'vault.program_keys': [
      { name: 'email-hash', sealed_key: sealed(program, sealPlaces.programKey('email-hash')) },
    ],
    'raffles.seeds': [{ hash: SEED, sealed: sealed(seed, sealPlaces.raffleSeed(SEED)) }],
    'vault.erasures': erased.map((user_id) => ({ user_id, revision: 3 })),
  };
  return Promise.all(
    Object.entries(rows).map(async ([name, lines]) => {
      const file = `tables/${name}.ndjson.gz`;
      await writeFile(
        join(folder, file),
        gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
      );
      const [schema = '', table = ''] = name.split('.');
      return { schema, table, columns: [], rows: lines.length, file, sha256: '' };
    }),
  );
}

/** Of a ledger in which both have given an address. */
function needed(): SealedKeys {
  const keys = new SealedKeys();
  for (const [userId, keyId] of keyOf) {
    const data = { sealedEmail: `1.${keyId}.sealed` };
    keys.add({
      ...{ stream: `account-${userId}`, type: 'EmailSignedUp', data },
      metadata: { actor: { kind: 'user' } },
    });
  }
  return keys;
}

const check = async (backup: Backup, keys: MasterKeys = old) =>
  checkKeys(folder, await written(backup), keys, needed());

test('a backup is good in which every key is there and opens with one of those that the program has', async () => {
  expect(await check({})).toEqual({ accounts: 2, erased: 0 });
  const both: MasterKeys = [next[0], old[0]];
  expect(await check({ accounts: { [anna]: old, [ben]: next }, seed: next }, both)).toEqual({
    ...{ accounts: 2, erased: 0 },
  });
});

test('a key that an event needs and nobody erased must be there: of how many and whose it is not, is said', async () => {
  const missing = (...lost: string[]) =>
    `has no key for ${lost.length} accounts of which events hold something sealed, and none of them was erased:\n${lost.join('\n')}\n`;
  await expect(check({ accounts: { [anna]: old } })).rejects.toThrow(missing(ben));
  await expect(check({ accounts: { [anna]: old }, erased: [anna] })).rejects.toThrow(missing(ben));
  await expect(check({ accounts: {} })).rejects.toThrow(missing(anna, ben));
  expect(await check({ accounts: { [anna]: old }, erased: [ben] })).toEqual({ accounts: 2, erased: 1 });
});

test.each<[string, Backup, place: string]>([
  ['of an account', { accounts: { [anna]: old, [ben]: other } }, sealPlaces.accountKey(ben)],
  ['of the program', { program: other }, sealPlaces.programKey('email-hash')],
  ['of a raffle', { seed: other }, sealPlaces.raffleSeed(SEED)],
])('a key %s that the program cannot open makes no backup', async (_, backup, place) => {
  await expect(check(backup)).rejects.toThrow(`The key of the vault does not open ${place}.`);
});

test('a table that holds keys is not left out without a word', async () => {
  const tables = await written({});
  for (const { schema, table } of tables) {
    const others = tables.filter((one) => one.table !== table);
    await expect(checkKeys(folder, others, old, needed())).rejects.toThrow(
      `The backup has no table ${schema}.${table}`,
    );
  }
});
