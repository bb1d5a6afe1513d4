import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { opsCommand } from '../ops-command.ts';

let postgres: TestPostgres;
let folder: string;
let file: string;
beforeAll(async () => {
  postgres = await startTestPostgres();
  folder = await mkdtemp(join(tmpdir(), 'evo-file-for-folder-'));
  file = join(folder, 'yesterday.tar');
  await writeFile(file, 'of yesterday');
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const SAYS = 'cannot be made a folder: it is a file, or lies in one.';

test.each<[what: string, args: () => string[], says: () => string]>([
  ['a backup', () => ['backup', file], () => `${file} ${SAYS}`],
  ['a backup below', () => ['backup', join(file, 'today')], () => `${join(file, 'today')} ${SAYS}`],
  [
    'the keys of a backup',
    () => ['backup', join(folder, 'today'), '--keys', file],
    // Said before the ledger is read, which is not there.
    () => `${file} ${SAYS}`,
  ],
])('%s is not put where a file is, which stays, and the command says so', async (_, args, says) => {
  const said: string[] = [];
  const code = await opsCommand(
    args(),
    {
      DATA_DIR: folder,
      DATABASE_URL: postgres.connectionString,
      SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
      VAULT_KEY: randomBytes(32).toString('base64'),
    },
    { say: (text) => said.push(text), tell: (text) => said.push(String(text)) },
  );
  expect(code).toBe(1);
  expect(said).toEqual([expect.stringContaining(says())]);
  expect(await readFile(file, 'utf8')).toBe('of yesterday');
  expect(await readdir(folder)).not.toContain('ledger.sqlite');
});
