import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { LIVE_SCHEMA } from '../../../../projector/database.ts';
import { createTestClient, type TestClient } from '../../../testing/client.ts';
import type { Fetch } from '../../../testing/from-address.ts';

export const EXPORT = '/api/admin/export-activity';

/** Far more than connections hold of an answer that is not read. */
export const ACTS = { rows: 2_000, letters: 20_000 };

/** What the export holds, so that it takes long. */
export async function insertActs(pool: Pool): Promise<void> {
  await pool.query(
    `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, wallet, subject, created_at, act_key)
     select 1000000000000 + n, n, gen_random_uuid(), 'admin_added', '0x', repeat('x', $2), now(), 'event/' || n
     from generate_series(1, $1) as n`,
    [ACTS.rows, ACTS.letters],
  );
}

export type Headers = Readonly<Record<string, string>>;

/** `headers` are those of the last call. */
export async function signInToExport(
  url: string,
  key: `0x${string}`,
): Promise<{ owner: TestClient; headers: () => Headers }> {
  let headers: Headers = {};
  const reach: Fetch = (to, init) => {
    headers = init.headers;
    return fetch(to, init);
  };
  const owner = createTestClient(url, key, { reach });
  await owner.connect();
  await owner.get('/api/session');
  return { owner, headers: () => headers };
}

/** A file of which nothing is read before it is asked for. */
export async function askForFile(url: string, headers: Headers): Promise<IncomingMessage> {
  const asked = get(new URL(EXPORT, url), { headers });
  // An event of a client's request.
  const [file] = (await once(asked, 'response')) as [IncomingMessage];
  expect(file.statusCode).toBe(200);
  return file;
}
