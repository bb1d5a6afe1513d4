import type { Pool } from 'pg';
import { expect } from 'vitest';

/** A sign-in that is held up where its session is opened. */
export type HeldSignIn = {
  /** Waits until one is held. */
  begun(): Promise<void>;
  /** Lets it go on; may be called again. */
  release(): Promise<void>;
};

/** Holds whoever signs in with a wallet between the look at the account and what comes behind the session. */
export async function holdSignIn(pool: Pool, walletAddress: string): Promise<HeldSignIn> {
  await pool.query(`
    create or replace function hold_sign_in() returns trigger language plpgsql as
      $$begin perform pg_advisory_xact_lock(${LOCK}); return new; end$$;
    create or replace trigger hold_sign_in before insert on auth.sessions
      for each row when (new.wallet_address = '${walletAddress}') execute function hold_sign_in();`);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  let isHeld = true;
  return {
    begun: () => expect.poll(async () => (await pool.query(WAITS)).rowCount).toBeGreaterThan(0),
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await holder.query('select pg_advisory_unlock($1)', [LOCK]);
      holder.release();
    },
  };
}

const LOCK = 7_120_031;

const WAITS = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into auth.sessions%'`;
