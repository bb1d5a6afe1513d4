import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startTestReadModels } from '../testing/read-models.ts';

const MODULE = new URL('./scratch-database.ts', import.meta.url).href;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'an audit that is told to end by %s leaves no copy of the read models on the server',
  async (signal) => {
    const { pool, connectionString, stop } = await startTestReadModels();
    onTestFinished(stop);
    const script = `
      import { openScratchDatabase } from ${JSON.stringify(MODULE)};
      const { connectionString } = await openScratchDatabase(process.argv[1]);
      process.stdout.write(new URL(connectionString).pathname.slice(1));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(child, 'close');
    const [name] = await Promise.race([once(child.stdout, 'data'), gone.then(() => ['it ended'])]);
    const count = async () =>
      (await pool.query('select 1 from pg_database where datname = $1', [String(name)])).rows.length;
    expect(await count()).toBe(1);
    child.kill(signal);
    expect(await gone).toEqual([null, signal]);
    expect(await count()).toBe(0);
  },
);
