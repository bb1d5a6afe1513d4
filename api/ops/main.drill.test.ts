import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnvironment } from '../../ledger/testing/program-environment.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-ops-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const PROGRAM = new URL('./main.ts', import.meta.url).pathname;

/** What the command says, and its exit code. */
function ops(args: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...programEnvironment(), DATA_DIR: dataDir, ...settings };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('what was done is said on standard output, with its exit code; what a command is told wrong on standard error', async () => {
  const [well, faulty, wrong] = await Promise.all([
    ops(['doctor']),
    ops(['doctor'], { VAULT_KEY: 'short' }),
    ops(['backup']),
  ]);
  expect(well).toMatchObject({ code: 0, out: expect.stringContaining('holds no Postgres yet') });
  expect(faulty).toMatchObject({ code: 1, out: expect.stringMatching(/^fault settings +VAULT_KEY: /) });
  expect(wrong).toEqual({
    code: 2,
    out: '',
    err: 'Name one folder: backup FOLDER (npm run ops -- --help says what there is)\n',
  });
});

test('a backup of a ledger that cannot be had ends with 1 and says why, without a stack', async () => {
  const postgres = await startTestPostgres();
  const file = join(dataDir, 'ledger.sqlite');
  const settings = {
    ...{ DATABASE_URL: postgres.connectionString, VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
    SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
  };
  const backUp = (folder: string, store: Record<string, string>) =>
    ops(['backup', join(dataDir, folder)], { ...settings, ...store });
  try {
    const away = await backUp('away', { EVENTSTORE_URL: 'esdb://evo:secret@127.0.0.1:1?tls=false' });
    expect(away).toMatchObject({ code: 1, out: '' });
    expect(away.err).toContain('The event store gave no answer');
    const none = await backUp('none', {});
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain(file);
    for (const { err } of [away, none]) expect(err).not.toMatch(/^ +at |secret/m);
  } finally {
    await postgres.stop();
  }
});
