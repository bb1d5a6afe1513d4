import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { servesCluster } from './orphan.ts';

test('a Postgres serves the folder that it was started on, and none whose whole name is the end or the beginning of that', async () => {
  const folder = '/srv/evo/data/postgres/cluster';
  const line = ['postgres', '-D', folder, '-c', 'listen_addresses=127.0.0.1'];
  const server = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)', ...line], {
    stdio: 'ignore',
  });
  await once(server, 'spawn');
  const pid = server.pid ?? 0;
  const serves = (cluster: string) => servesCluster(pid, cluster);
  try {
    // Its own line is to be seen, not that of what has started it.
    await expect.poll(() => serves(folder)).toBe(true);
    // As of a copy of its data, whose postmaster.pid names it.
    expect(await serves('/data/postgres/cluster')).toBe(false);
    expect(await serves('/srv/evo/data/postgres/clus')).toBe(false);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
});
