import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { createPool } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createPositionGate } from './position-gate.ts';
import { startProjector } from './projector.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { TestLedger } from './testing/test-ledger.ts';

const logger = pino({ level: 'silent' });

test('kill -9 of Postgres under load, again and again: what it took back is applied once more', async () => {
  const dataDir = await temporaryFolder();
  const ledger = new TestLedger();
  const users = Array.from({ length: 20 }, () => ledger.open());
  for (let round = 0; round < 4; round++) {
    const postgres = await startEmbeddedPostgres({ dataDir });
    const pool = createPool(postgres.connectionString);
    const projector = await startProjector({ store: ledger.store(), pool, logger });
    const gate = await createPositionGate(pool);
    expect(await gate.waitFor(ledger.events.at(-1)!.position, 20_000)).toBe(true);
    await expectReadModelsEqualFold(pool, ledger.events);

    const until = performance.now() + 100 + Math.random() * 200;
    while (performance.now() < until) {
      for (const userId of users) ledger.grant(userId, ONE_EVO);
      await sleep(1);
    }
    const pidFile = await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    await postgres.ended;
    await gate.stop();
    await projector.stop();
    await pool.end();
  }
  await rm(dataDir, { recursive: true, force: true });
});
