import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importLedger } from './import-ledger.ts';
import { exportText } from './testing/audit-text.ts';
import { simulatedLedger } from './testing/simulated-ledger.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-import-'));
  file = join(folder, 'ledger.ndjson');
  await writeFile(file, await exportText(await simulatedLedger(1, 60)));
});
afterAll(() => rm(folder, { recursive: true }));

/** Imports in a process of its own, as an operator does. */
function importer(into: string, options = '{}') {
  const script = `
    import { existsSync } from 'node:fs';
    import { importLedger } from ${JSON.stringify(new URL('./import-ledger.ts', import.meta.url).href)};
    const [, file, into] = process.argv;
    setInterval(() => undefined, 1000);
    const { proof } = await importLedger(file, into, ${options}).catch((error) => {
      process.stdout.write(String(error));
      process.exit(1);
    });
    process.stdout.write(proof.events + ' events');
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file, into], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'close').then(() => said);
  return { child, gone, said: () => said };
}

/** Is killed once all of it stands in the new store and is looked at there. */
async function killedImport(into: string): Promise<void> {
  const { child, gone, said } = importer(
    into,
    `{
      onEvents: async () => {
        // The folder is made behind the first audit.
        if (!existsSync(into)) return;
        process.stdout.write('there');
        await new Promise(() => undefined);
      },
    }`,
  );
  await Promise.race([once(child.stdout, 'data'), gone]);
  expect(said()).toBe('there');
  child.kill('SIGKILL');
  await gone;
}

test('an import that is killed leaves no ledger that a program would serve, and is begun again', async () => {
  const into = join(folder, 'killed');
  await killedImport(into);
  expect(await readdir(into)).not.toContain('ledger.sqlite');
  const { proof } = await importLedger(file, into);
  expect(proof.events).toBeGreaterThan(10);
  expect(await readdir(into)).toContain('ledger.sqlite');
});

test('what a ledger that was moved away has left behind is not mixed with the new one', async () => {
  const into = join(folder, 'left-behind');
  await mkdir(into);
  await writeFile(join(into, 'ledger.sqlite-wal'), 'the newest events');
  await expect(importLedger(file, into)).rejects.toThrow(
    /ledger\.sqlite-wal belongs to a ledger that was moved/,
  );
  expect(await readdir(into)).toEqual(['ledger.sqlite-wal']);
});

test('of two imports into one folder at once one ledger comes, whole, and nothing else stays', async () => {
  const into = join(folder, 'two');
  const said = await Promise.all([importer(into).gone, importer(into).gone]);
  expect(said.toSorted()).toEqual([
    expect.stringMatching(/^\d+ events$/),
    expect.stringContaining('a ledger goes into an empty folder only'),
  ]);
  expect(await readdir(into)).toEqual(['ledger.sqlite']);
  await expect(importLedger(join(into, 'ledger.sqlite'), join(folder, 'third'))).resolves.toMatchObject({
    into: join(folder, 'third', 'ledger.sqlite'),
  });
});
