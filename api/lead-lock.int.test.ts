import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../projector/testing/postgres.ts';
import { leadAlone } from './notary/lead-alone.ts';

const LOCK = 3_424_999;

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
});
afterAll(async () => {
  await Promise.all(leading.map((who) => who.stop()));
  await pool.end();
  await postgres.stop();
});

/** Connections to what stands behind the address after a failover: a standby, where locks are had as ever. */
function becomingStandby(when: 'at once' | 'once it leads'): { sessions: pg.Pool; given: () => number } {
  let given = 0;
  const connect = async () => {
    const client = await pool.connect();
    given += 1;
    const ask = client.query.bind(client) as (...call: unknown[]) => Promise<unknown>;
    if (when === 'at once') await ask('set default_transaction_read_only to on');
    const query = async (...call: unknown[]) => {
      const answer = await ask(...call);
      if (String(call[0]).includes('pg_try_advisory_lock'))
        await ask('set default_transaction_read_only to on');
      return answer;
    };
    return when === 'at once' ? client : Object.assign(client, { query });
  };
  return { sessions: { connect } as unknown as pg.Pool, given: () => given };
}

const leading: { stop(): Promise<void> }[] = [];

function whoLeads(sessions: pg.Pool, work: (signal: AbortSignal) => Promise<number>): void {
  const logger = pino({ level: 'silent' });
  leading.push(leadAlone({ sessions, work, logger, name: 'a test', lock: LOCK, retryEvery: 10 }));
}

test('nobody leads by a Postgres that takes no writes, which gives the lock as any other', async () => {
  let hasLed = false;
  const { sessions, given } = becomingStandby('at once');
  whoLeads(sessions, async () => {
    hasLed = true;
    return 0;
  });
  await expect.poll(given).toBeGreaterThan(2);
  expect(hasLed).toBe(false);
});

test('a lead is over when its Postgres takes no writes any more', async () => {
  const leads: AbortSignal[] = [];
  whoLeads(becomingStandby('once it leads').sessions, async (signal) => {
    leads.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return 0;
  });
  await expect.poll(() => leads[0]?.aborted).toBe(true);
});
