import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { programEnvironment } from '../../../ledger/testing/program-environment.ts';
import { createPool } from '../../../projector/database.ts';
import { OpsRefused } from '../ops-refused.ts';
import { type Folders, install, restore } from './testing/installation.ts';
import { ownStores } from './testing/own-stores.ts';

const { place, newDatabase } = ownStores();

/** Of an installation of its own, with keys that no other one has. */
async function backedUp(name: string): Promise<Folders> {
  const made = { folder: place(name), keys: place(`${name}-keys`) };
  await (await install(place(`${name}-installation`), await newDatabase())).backUp(made);
  return made;
}

/** Every schema of a database but Postgres's own. */
async function held(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl, { maxConnections: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname not in ('public', 'information_schema')
         and nspname not like 'pg\\_%' order by 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await pool.end();
  }
}

async function emptied(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { maxConnections: 1 });
  const schemas = await held(databaseUrl);
  for (const schema of schemas) await pool.query(`drop schema ${schema} cascade`);
  await pool.end();
}

/** Every file of a folder with what it holds. */
async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const names = (await readdir(dataDir)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

async function emptyFolder(name = 'target'): Promise<string> {
  const dataDir = place(name);
  await mkdir(dataDir);
  return dataDir;
}

const keyOf = (keys: string, name = 'vault.key') => readFile(join(keys, name), 'utf8');

test('a restore that is refused because the database is not empty leaves no key in the data folder', async () => {
  const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
  const pool = createPool(databaseUrl, { maxConnections: 1 });
  await pool.query('create schema vault').finally(() => pool.end());
  await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow(
    'The database is not empty: it has vault.',
  );
  expect(await filesOf(dataDir)).toEqual({});
  expect(await held(databaseUrl)).toEqual(['vault']);
});

test('a restore that is refused because a ledger is there changes neither the data folder nor the database', async () => {
  const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
  await writeFile(join(dataDir, 'ledger.sqlite'), 'somebody else’s');
  await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow('ledger.sqlite is there already');
  expect(await filesOf(dataDir)).toEqual({ 'ledger.sqlite': 'somebody else’s' });
  expect(await held(databaseUrl)).toEqual([]);
});

test('keys that are not those of the backup are put nowhere', async () => {
  const [one, other] = [await backedUp('one'), await backedUp('other')];
  const [dataDir, databaseUrl] = [await emptyFolder(), await newDatabase()];
  const mixed = restore({ folder: one.folder, keys: other.keys }, dataDir, databaseUrl);
  await expect(mixed).rejects.toThrow('is not the key of this backup');
  expect(await filesOf(dataDir)).toEqual({});
  expect(await held(databaseUrl)).toEqual([]);
});

test('where one key is there with other bytes none of the others is put beside it', async () => {
  const [one, other] = [await backedUp('one'), await backedUp('other')];
  const [dataDir, databaseUrl] = [await emptyFolder(), await newDatabase()];
  const notary = await keyOf(other.keys, 'notary.key');
  await writeFile(join(dataDir, 'notary.key'), notary);
  await expect(restore(one, dataDir, databaseUrl)).rejects.toThrow('notary.key holds another one');
  expect(await filesOf(dataDir)).toEqual({ 'notary.key': notary });
  expect(await held(databaseUrl)).toEqual([]);
});

test('a restore that is refused after it has begun can be begun again, as if it had never been', async () => {
  const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
  const file = join(backup.folder, 'manifest.json');
  const text = await readFile(file, 'utf8');
  const manifest = JSON.parse(text);
  manifest.tables[0].columns.push('of_a_newer_release');
  await writeFile(file, JSON.stringify(manifest));
  await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow('This release has no place for');
  expect(await filesOf(dataDir)).toEqual({});
  expect(await held(databaseUrl)).toEqual([]);
  // One whose ledger cannot be read, which is known when it is audited.
  manifest.tables[0].columns.pop();
  const ledger = join(backup.folder, 'ledger.ndjson.gz');
  const sound = await readFile(ledger);
  const bytes = gzipSync('no ledger\n');
  manifest.ledger.sha256 = createHash('sha256').update(bytes).digest('hex');
  await writeFile(ledger, bytes);
  await writeFile(file, JSON.stringify(manifest));
  await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow('This is no export of a ledger');
  expect(Object.keys(await filesOf(dataDir))).toEqual(['ledger.sqlite.lock']);
  expect(await held(databaseUrl)).toEqual([]);
  await writeFile(ledger, sound);
  await writeFile(file, text);
  await restore(backup, dataDir, databaseUrl);
  expect(await readFile(join(dataDir, 'vault.key'), 'utf8')).toBe(await keyOf(backup.keys));
  expect(await held(databaseUrl)).toContain('vault');
});

test('of two restores at once into one folder one is whole, with its own keys, and the other has changed nothing', async () => {
  const backups = [await backedUp('one'), await backedUp('other')];
  const dataDir = await emptyFolder();
  const urls = [await newDatabase(), await newDatabase()];
  const ends = await Promise.allSettled(
    backups.map((backup, index) => restore(backup, dataDir, urls[index] ?? '')),
  );
  const done = ends.findIndex(({ status }) => status === 'fulfilled');
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const name of ['vault.key', 'notary.key'])
    expect(await readFile(join(dataDir, name), 'utf8')).toBe(await keyOf(backups[done]?.keys ?? '', name));
  expect(await held(urls[1 - done] ?? '')).toEqual([]);
});

test('of two restores of one backup at once into one folder one is whole, and its keys are there', async () => {
  const [backup, dataDir] = [await backedUp('one'), await emptyFolder()];
  const urls = [await newDatabase(), await newDatabase()];
  const ends = await Promise.allSettled(urls.map((url) => restore(backup, dataDir, url)));
  const done = ends.findIndex(({ status }) => status === 'fulfilled');
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const name of ['vault.key', 'notary.key'])
    expect(await readFile(join(dataDir, name), 'utf8')).toBe(await keyOf(backup.keys, name));
  expect(await held(urls[1 - done] ?? '')).toEqual([]);
});

test('of two restores at once into one database one is whole, and the other has put no keys beside it', async () => {
  const backups = [await backedUp('one'), await backedUp('other')];
  const dataDirs = [await emptyFolder('first'), await emptyFolder('second')];
  const databaseUrl = await newDatabase();
  const ends = await Promise.allSettled(
    backups.map((backup, index) => restore(backup, dataDirs[index] ?? '', databaseUrl)),
  );
  const done = ends.findIndex(({ status }) => status === 'fulfilled');
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readFile(join(dataDirs[done] ?? '', 'vault.key'), 'utf8')).toBe(
    await keyOf(backups[done]?.keys ?? ''),
  );
  expect(await filesOf(dataDirs[1 - done] ?? '')).toEqual({});
  expect(await held(databaseUrl)).not.toContain('restore_unfinished');
});

/** A process of its own that is killed as it comes to a step. */
async function killedAt(step: string, backup: Folders, env: Record<string, string>) {
  const source = `
    import { restoreBackup } from ${JSON.stringify(new URL('./restore-backup.ts', import.meta.url).href)};
    import { readConfig } from ${JSON.stringify(new URL('../../config.ts', import.meta.url).href)};
    const onStep = (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL');
    await restoreBackup(readConfig(process.env), { ...${JSON.stringify(backup)}, onStep });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...programEnvironment(), ...env },
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

test.each(['the ledger', 'positions', 'the systems of record', 'the keys'])(
  'a restore that was killed before %s is begun again in the same folder, once both stores are empty',
  async (step) => {
    const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
    await killedAt(step, backup, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const left = await filesOf(dataDir);
    await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow(/is not empty|is there already/);
    expect(await filesOf(dataDir)).toEqual(left);
    await emptied(databaseUrl);
    for (const name of await readdir(dataDir)) if (name.startsWith('ledger.')) await rm(join(dataDir, name));
    await restore(backup, dataDir, databaseUrl);
    expect(await readFile(join(dataDir, 'vault.key'), 'utf8')).toBe(await keyOf(backup.keys));
  },
);

test('a manifest that names tables which are no record of a program is refused, and they keep their rows', async () => {
  const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
  const file = join(backup.folder, 'manifest.json');
  const text = await readFile(file, 'utf8');
  const bytes = gzipSync('');
  await writeFile(join(backup.folder, 'tables', 'none.gz'), bytes);
  const none = { rows: 0, file: 'tables/none.gz', sha256: createHash('sha256').update(bytes).digest('hex') };
  for (const [schema, table, column] of [
    ['migrations', 'applied', 'name'],
    ['pg_catalog', 'pg_description', 'description'],
    ['limits', 'unknown', 'column'],
  ]) {
    const manifest = JSON.parse(text);
    manifest.tables.push({ schema, table, columns: [column], ...none });
    await writeFile(file, JSON.stringify(manifest));
    await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow(
      `no place for ${schema}.${table}.${column}`,
    );
    expect(await filesOf(dataDir)).toEqual({});
    expect(await held(databaseUrl)).toEqual([]);
  }
});

test('numbers of a manifest that no backup has are refused before anything is changed', async () => {
  const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
  const file = join(backup.folder, 'manifest.json');
  const text = await readFile(file, 'utf8');
  for (const huge of ['1e308', '1e999', '-1', '9007199254740993', '1.5', '"1"', 'null']) {
    await writeFile(file, text.replace(/"events": \d+/, `"events": ${huge}`));
    await expect(restore(backup, dataDir, databaseUrl)).rejects.toThrow('is no manifest of a backup');
    expect(await filesOf(dataDir)).toEqual({});
    expect(await held(databaseUrl)).toEqual([]);
  }
});

test.each(['vault.key', 'notary.key'])(
  '%s that was cut off at any place is refused in words, and nothing is changed',
  async (name) => {
    const [backup, dataDir, databaseUrl] = [await backedUp('one'), await emptyFolder(), await newDatabase()];
    const whole = await keyOf(backup.keys, name);
    for (const length of [0, 1, 4, 20, 42, whole.length - 4]) {
      await writeFile(join(backup.keys, name), whole.slice(0, length));
      const refusal = await restore(backup, dataDir, databaseUrl).catch((error: unknown) => error);
      expect(refusal, String(length)).toBeInstanceOf(OpsRefused);
      expect(String(refusal)).toContain(join(backup.keys, name));
      expect(await filesOf(dataDir)).toEqual({});
      expect(await held(databaseUrl)).toEqual([]);
    }
  },
);
