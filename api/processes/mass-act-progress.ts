import { formatEvo } from '../../contracts/money.ts';
import { DomainError } from '../../ledger/domain-error.ts';
import type { MassActPorts } from '../../ledger/processes/mass-acts.ts';
import type { Database } from '../../projector/database.ts';
import type { PositionGate } from '../../projector/position-gate.ts';
import { listAccountsAt, type MassSum } from '../../projector/read-models/user-list/queries.ts';
import { amountFromSql } from '../../projector/sql-amount.ts';

/**
 * Keeps what an act was expected to do, as it was said to who asked for it. The first word for a request counts.
 * `total` is base units.
 */
export async function expectMassAct(db: Database, requestId: string, expected: MassSum): Promise<MassSum> {
  const { rows } = await db.query<{ expected_count: string; expected_total: string }>(
    `insert into processes.mass_acts as known (request_id, expected_count, expected_total) values ($1, $2, $3)
     on conflict (request_id) do update set expected_count = known.expected_count
     returning expected_count, expected_total`,
    [requestId, expected.count, formatEvo(expected.total)],
  );
  const row = rows[0];
  return row ? { count: Number(row.expected_count), total: amountFromSql(row.expected_total) } : expected;
}

/**
 * Forgets what an act was expected to do that was refused: asked for again under its key it may be another one. What has
 * begun stays.
 */
export async function expectNothing(db: Database, requestId: string): Promise<void> {
  await db.query('delete from processes.mass_acts where request_id = $1 and after is null', [requestId]);
}

/**
 * Asks for an act, and keeps what is expected of it: what was expected when it was asked for first, also when it is asked
 * for once more. Not what was expected when it was refused: what stands there by the time that it is granted may be
 * anything.
 * @throws what `ask` throws
 */
export async function askExpecting<Result>(
  db: Database,
  requestId: string,
  found: MassSum,
  ask: () => Promise<Result>,
): Promise<{ readonly expected: MassSum; readonly result: Result }> {
  const expected = await expectMassAct(db, requestId, found);
  try {
    return { expected, result: await ask() };
  } catch (refusal) {
    if (refusal instanceof DomainError) await expectNothing(db, requestId);
    throw refusal;
  }
}

/** Accounts that were touched, and that were expected to be; undefined before the act has begun. */
export async function massActDone(
  db: Database,
  requestId: string,
): Promise<{ readonly done: number; readonly of: number } | undefined> {
  const { rows } = await db.query<{ count: string; expected_count: string }>(
    'select count, expected_count from processes.mass_acts where request_id = $1',
    [requestId],
  );
  if (!rows[0]) return undefined;
  const [done, expected] = [Number(rows[0].count), Number(rows[0].expected_count)];
  // Somebody who had nothing when it was asked for has been given something before the turn came.
  return { done, of: Math.max(done, expected) };
}

/** Milliseconds that the list of accounts may take to reach the request. */
const READ_MODELS_MS = 10_000;

/** The progress in Postgres, and the accounts from the read models. */
export function massActPorts(db: Database, gate: Pick<PositionGate, 'waitFor'>): MassActPorts {
  return {
    async accounts(at, after, limit) {
      const page = (await gate.waitFor(at, READ_MODELS_MS))
        ? await listAccountsAt(db, at, after, limit)
        : undefined;
      if (!page) throw new Error('the read models lag behind a mass act');
      return page;
    },
    async loadProgress(requestId) {
      const { rows } = await db.query<{ after: string | null; count: string; total: string }>(
        'select after, count, total from processes.mass_acts where request_id = $1',
        [requestId],
      );
      const row = rows[0];
      return (
        row && { after: row.after ?? undefined, count: Number(row.count), total: amountFromSql(row.total) }
      );
    },
    async saveProgress(requestId, { after, count, total }) {
      await db.query(
        `insert into processes.mass_acts as known (request_id, expected_count, expected_total, after, count, total)
         values ($1, $3, $4, $2, $3, $4)
         on conflict (request_id) do update set after = excluded.after, count = excluded.count, total = excluded.total
         where known.after is null or known.after < excluded.after`,
        [requestId, after ?? null, count, formatEvo(total)],
      );
    },
  };
}
