import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderInUse } from '../../projector/embedded-postgres/lock.ts';
import { startEmbeddedPostgres } from '../../projector/embedded-postgres.ts';
import { copyCluster } from '../../projector/testing/cluster-template.ts';
import { temporaryFolder } from '../../projector/testing/temporary-folder.ts';
import { readConfig } from '../config.ts';
import { reachStores } from './reach-stores.ts';

test('a command on a program that does not run says that none can start until it has ended, and so does who tries', async () => {
  const dataDir = await temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const postgres = join(dataDir, 'postgres');
  const told: string[] = [];
  try {
    await copyCluster(postgres);
    const stores = await reachStores(config, (line) => told.push(line));
    expect(told).toEqual([
      expect.stringContaining(`${dataDir}, and until this command has ended none can start`),
    ]);
    await expect(startEmbeddedPostgres({ dataDir: postgres })).rejects.toThrow('a command such as a backup');
    await stores.close();
    const program = await startEmbeddedPostgres({ dataDir: postgres });
    const beside = await reachStores(config, (line) => told.push(line));
    await beside.close();
    await program.stop();
    expect(told).toHaveLength(1);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('two commands at once on a program that does not run: the second is told to wait, and would lose its Postgres otherwise', async () => {
  const dataDir = await temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  try {
    await copyCluster(join(dataDir, 'postgres'));
    const first = await reachStores(config);
    await expect(reachStores(config)).rejects.toThrow(FolderInUse);
    await first.close();
    await (await reachStores(config)).close();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
