import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { beginIn, LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { putPlainUsers } from '../../testing/plain-users.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { setTotals } from './project.ts';
import { type LeaderboardCursor, type LeaderboardRow, leaderboardPage, standingOf } from './queries.ts';
import { rankOf } from './rank.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
});

async function allPages(limit: number): Promise<LeaderboardRow[]> {
  const rows: LeaderboardRow[] = [];
  let after: LeaderboardCursor | undefined;
  while (true) {
    const page = await leaderboardPage(db.pool, after ? { after, limit } : { limit });
    rows.push(...page);
    after = page.at(-1);
    if (page.length < limit) return rows;
  }
}

/** 1 + how many have more. */
function countedRank(totals: readonly bigint[], total: bigint): number {
  return 1 + totals.filter((other) => other > total).length;
}

test('users with the same total share a place, on one page and across pages', async () => {
  const ledger = new TestLedger();
  const totals = [300n, 200n, 200n, 200n, 200n, 100n, 100n, 50n, 0n, 0n].map((evo) => evo * ONE_EVO);
  const users = totals.map((total) => {
    const userId = ledger.open();
    if (total > 0n) ledger.grant(userId, total);
    return userId;
  });
  await project(db.pool, ledger.events);
  for (const limit of [1, 2, 3, 4, 7, 100]) {
    const rows = await allPages(limit);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 2, 2, 2, 6, 6, 8, 9, 9]);
    expect(rows.map(({ total }) => total)).toEqual(totals);
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(users));
  }
  const rows = await allPages(100);
  for (const [at, { userId, position, total }] of rows.entries()) {
    expect(await standingOf(db.pool, userId)).toEqual({
      position,
      participants: 10,
      total,
      above: rows.slice(Math.max(0, at - 2), at),
      below: rows.slice(at + 1, at + 3),
      nextTotal: rows.findLast((other) => other.total > total)?.total,
    });
  }
  expect(await standingOf(db.pool, crypto.randomUUID())).toBeUndefined();
});

const total = fc.oneof(
  fc.constantFrom(0n, 1n, ONE_EVO, 100n * ONE_EVO, 100n * ONE_EVO + 1n, 10n ** 38n - 1n),
  fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }),
  fc.bigInt({ min: 0n, max: 50n }).map((n) => n * ONE_EVO),
);

test('any totals that rise, fall and go: every rank is the counted one', async () => {
  const change = fc.record({ user: fc.nat(30), total: fc.option(total, { nil: undefined }) });
  const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 });
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  await fc.assert(
    fc.asyncProperty(batches, async (rounds) => {
      const client = await db.pool.connect();
      try {
        await beginIn(client, LIVE_SCHEMA);
        const known = new Map<string, bigint>();
        for (const round of rounds) {
          const changes = new Map(round.map(({ user, total }) => [id(user), total]));
          await setTotals(client, known, changes);
          for (const [userId, total] of changes) {
            if (total === undefined) known.delete(userId);
            else known.set(userId, total);
          }
          await putPlainUsers(client, [...known.keys()]);
          const all = [...known.values()];
          for (const [userId, total] of known) {
            expect((await standingOf(client, userId))?.position).toBe(countedRank(all, total));
          }
        }
        await setTotals(client, known, new Map([...known.keys()].map((userId) => [userId, undefined])));
        expect((await client.query('select from rank_nodes')).rowCount).toBe(0);
        expect((await client.query('select from standings')).rowCount).toBe(0);
      } finally {
        await client.query('rollback');
        client.release();
      }
    }),
    { numRuns: 25 },
  );
});

test('a rank and a page are read from indexes alone, however many users there are', async () => {
  const client = await db.pool.connect();
  try {
    await beginIn(client, LIVE_SCHEMA);
    const totals = new Map<string, bigint>();
    // A third have the same total: the welcome bonus and nothing else.
    for (let n = 0; n < 30_000; n++) {
      const odd = BigInt(Math.floor(Math.random() * 1e9)) * 10n ** 13n;
      totals.set(crypto.randomUUID(), 100n * ONE_EVO + (n % 3 === 0 ? 0n : odd));
    }
    await setTotals(client, new Map(), totals);
    await putPlainUsers(client, [...totals.keys()]);
    await client.query('analyze standings; analyze rank_nodes; analyze users');
    const plan = async (sql: string, values: unknown[]) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers) ${sql}`,
        values,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const rank = await plan(`select ${rankOf('$1::numeric')}`, ['100']);
    expect(rank).toMatch(/Index Only Scan using rank_nodes_pkey.*loops=19\)/);
    expect(rank).not.toMatch(/Seq Scan/);
    const page = await plan(
      `select user_id, total from standings where (total, user_id) < ($1::numeric, $2::uuid)
       order by total desc, user_id desc limit 50`,
      ['100', 'ffffffff-ffff-4fff-8fff-ffffffffffff'],
    );
    expect(page).toMatch(/Index Only Scan Backward using standings_by_total/);
    const [userId] = [...totals].find(([, total]) => total === 100n * ONE_EVO)!;
    expect((await standingOf(client, userId))?.position).toBe(20_001);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
