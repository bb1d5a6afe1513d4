import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../ledger/testing/free-port.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';
import { temporaryFolder } from '../projector/testing/temporary-folder.ts';
import { EMPTY_UI } from './testing/empty-ui.ts';

// No other system has a file that is always full.
test.skipIf(process.platform !== 'linux')(
  'where the disk of the log is full the program starts, answers and stops as ever',
  async () => {
    const folder = await temporaryFolder();
    const full = openSync('/dev/full', 'w');
    const port = await freePort();
    const program = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
      env: {
        ...{ ...programEnvironment(), PORT: String(port), UI_DIST: EMPTY_UI, LOG_LEVEL: 'debug' },
        DATA_DIR: folder,
      },
      stdio: ['ignore', 'ignore', full],
    });
    const exited = once(program, 'exit');
    onTestFinished(async () => {
      program.kill('SIGKILL');
      await exited;
      closeSync(full);
      await rm(folder, { recursive: true, force: true });
    });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    });
    program.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
  120_000,
);
