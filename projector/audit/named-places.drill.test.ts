import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportText } from '../../ledger/audit/testing/audit-text.ts';
import { mixedLedger } from '../../ledger/audit/testing/simulated-ledger.ts';
import { programEnvironment } from '../../ledger/testing/program-environment.ts';

let folder: string;
let ledger: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-audit-places-'));
  ledger = join(folder, 'ledger.ndjson');
  await writeFile(ledger, await exportText(await mixedLedger(['RewardsClaimed'], 10)));
});
afterAll(() => rm(folder, { recursive: true }));

const PROGRAM = new URL('./main.ts', import.meta.url).pathname;

/** The command, begun in a folder that has an export alone. */
function auditThere(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, ...args],
      { cwd: folder, env: programEnvironment() },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test.each([
  ['import', '--into', '', /What stands behind --into is empty/],
  ['import', '--into', 'http://evo:secret@es1:2113', /--into is esdb:/],
  ['import', '--into', 'esdb:/es1:2113', /--into is esdb:/],
  ['verify', '--against', '', /What stands behind --against is empty/],
  ['verify', '--against', 'evo', /--against is the address of a Postgres/],
  ['verify', '--checkpoint', '', /What stands behind --checkpoint is empty/],
])(
  '%s of a ledger with %s "%s" is refused, and nothing is made or asked anywhere',
  async (command, option, value, why) => {
    const { code, out, err } = await auditThere(command, ledger, option, value);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(why);
    expect(err).not.toMatch(/secret/);
    expect(await readdir(folder)).toEqual(['ledger.ndjson']);
  },
);

test('a ledger that is named by a variable which is not set is said to have no name', async () => {
  expect(await auditThere('verify', '')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining("The name behind 'verify' is empty") },
  });
});
