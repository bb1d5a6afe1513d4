import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** The tables of the API itself; what it reads of the ledger is the projector's to make. */
export async function createSchemas(pool: Pool): Promise<void> {
  for (const file of [
    './auth/schema.sql',
    './vault/schema.sql',
    './resources/social/schema.sql',
    './resources/social/showcase.sql',
    './processes/schema.sql',
    './resources/raffles/schema.sql',
    './resources/music/schema.sql',
    './faucet/schema.sql',
    './snapshots/schema.sql',
    './notary/schema.sql',
  ]) {
    const sql = await readFile(new URL(file, import.meta.url), 'utf8');
    // Several replicas may start at once; `create … if not exists` alone is not safe between them.
    await pool.query(`begin; select pg_advisory_xact_lock(${SCHEMA_LOCK}); ${sql}; commit;`);
  }
}

/** Any constant that no other advisory lock of the program uses. */
const SCHEMA_LOCK = 3_424_001;
