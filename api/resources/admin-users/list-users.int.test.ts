import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { plansOf } from '../../../projector/testing/explain.ts';
import { startTestReadModels, type TestReadModels } from '../../../projector/testing/read-models.ts';
import { migrate } from '../../migrate.ts';
import { fillUserList } from '../../testing/many-users.ts';
import { listUsers, type UserSearch } from './list-users.ts';

const USERS = 20_000;

let db: TestReadModels;
let client: pg.PoolClient;
beforeAll(async () => {
  db = await startTestReadModels();
  await migrate(db.pool);
  client = await db.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  await fillUserList(client, USERS);
});
afterAll(async () => {
  client.release(true);
  await db.stop();
});

const everyone: UserSearch = {
  search: '',
  filter: 'all',
  sort: 'none',
  cursor: undefined,
  limit: 100,
  withEmails: true,
};
const ofUser = async (n: number) => {
  const { rows } = await client.query<{ username: string; wallet_address: string; address: string }>(
    `select username, wallet_address, address from users
     left join vault.email_index using (user_id) where user_id = md5($1)::uuid`,
    [String(n)],
  );
  return rows[0] ?? expect.fail();
};

const pageAndCursor = async (asked: UserSearch, few: number) => {
  const { nextCursor, ...page } = await listUsers(client, asked, few);
  return { ...page, cursor: nextCursor ?? expect.fail('a second page') };
};

/** Rows that the plan reads by scanning a table from end to end. */
const scans = (plan: string) =>
  plan.split('\n').filter((line) => /Seq Scan on (?!stats)/.test(line) && !/never executed/.test(line));

describe('a search is answered from the indexes of parts of texts', () => {
  test.each(['username', 'wallet_address', 'address'] as const)('%s', async (column) => {
    const text = (await ofUser(4_711))[column];
    const from = { username: 4, wallet_address: 20, address: 12 }[column];
    const search = text.slice(from, from + 9);
    const asked = { ...everyone, search };
    expect(await listUsers(client, asked)).toMatchObject({ matching: 1, users: [expect.anything()] });
    const plans = await plansOf(client, (spy) => listUsers(spy, asked));
    expect(plans).toHaveLength(1);
    for (const plan of plans) expect(scans(plan), plan).toEqual([]);
    expect(plans.join('\n')).toMatch(/Bitmap Index Scan on users_by_text/);
    expect(plans.join('\n')).toMatch(/Bitmap Index Scan on email_index_by_text/);
  });

  test('who matches is found and counted once, and the page asks for them by their ids', async () => {
    const { wallet_address } = await ofUser(4_711);
    const asked = { ...everyone, search: wallet_address.slice(20, 24) };
    const { matching } = await listUsers(client, asked);
    expect(matching).toBeGreaterThan(1);
    const plans = await plansOf(client, (spy) => listUsers(spy, asked));
    for (const plan of plans) expect(scans(plan), plan).toEqual([]);
    expect(plans.filter((plan) => /users_by_text/.test(plan))).toHaveLength(1);
  });

  test.each([
    ['a whole wallet', 0, 42],
    ['how a wallet begins', 0, 9],
  ])('%s is looked for among the wallets in their order', async (_, from, to) => {
    const { wallet_address } = await ofUser(4_711);
    const asked = { ...everyone, search: wallet_address.slice(from, to).toUpperCase(), withEmails: false };
    expect(await listUsers(client, asked)).toMatchObject({
      matching: 1,
      users: [{ walletAddress: wallet_address }],
    });
    const plans = await plansOf(client, (spy) => listUsers(spy, asked));
    expect(plans.join('\n')).toMatch(/Index Scan (using|on) users_by_wallet/);
    expect(plans.join('\n')).not.toMatch(/Index Cond: \(lower\(wallet_address\) ~~/);
  });

  test('of many digits only some are looked for in the index, and the rest in what those find', async () => {
    const { wallet_address } = await ofUser(4_711);
    const search = wallet_address.slice(20, 32);
    const asked = { ...everyone, search };
    expect(await listUsers(client, asked)).toMatchObject({ matching: 1 });
    const plans = await plansOf(client, (spy) => listUsers(spy, asked));
    expect(plans.join('\n')).toContain(`Index Cond: (lower(wallet_address) ~~ '%${search.slice(0, 5)}%'`);
    expect(plans.join('\n')).not.toMatch(`Index Cond: .*${search}`);
    const other = `${search.slice(0, -1)}${search.endsWith('0') ? '1' : '0'}`;
    expect(await listUsers(client, { ...asked, search: other })).toMatchObject({ matching: 0, users: [] });
  });

  test.each(['0x', '@example'])('of very many it is not asked who they are: %s', async (search) => {
    const [asked, few] = [{ ...everyone, search }, 100];
    expect(await listUsers(client, asked, few)).toMatchObject({ matching: few, moreMatch: true });
    const plans = await plansOf(client, (spy) => listUsers(spy, asked, few));
    for (const plan of plans) {
      const read = [...plan.matchAll(/Scan.* on .*actual rows=(\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...read), plan).toBeLessThanOrEqual(2 * few + 1);
    }
  });
});

test.each([
  ['of two letters that nobody has', 'zq'],
  ['that no name can have', 'é'],
])('a part %s is not looked for in all names', async (_, search) => {
  const asked = { ...everyone, search };
  expect(await listUsers(client, asked)).toMatchObject({ matching: 0, users: [] });
  const plans = await plansOf(client, (spy) => listUsers(spy, asked));
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on users/);
});

test.each([
  ['no_wallet', 0],
  ['zero_balance', 0],
  ['marketing', USERS / 20],
] as const)(
  'a part that all have, and a filter that lets few of them through: those few are looked at, %s',
  async (filter, matching) => {
    const few = 100;
    const asked = { ...everyone, search: 'evo_', filter };
    const found = await listUsers(client, asked, few);
    expect(found).toMatchObject(matching > few ? { matching: few, moreMatch: true } : { matching });
    const plans = await plansOf(client, (spy) => listUsers(spy, asked, few));
    for (const plan of plans) {
      const loops = [...plan.matchAll(/loops=(\d+)/g)].map(([, times]) => Number(times));
      expect(Math.max(...loops), plan).toBeLessThanOrEqual(20 * few);
    }
  },
);

test.each(['evo_', '@example', 'e'])(
  'of a part that all have, and a filter that lets one in ten through, no more are looked at than it takes: %s',
  async (search) => {
    const few = 100;
    for (const sort of ['none', 'highest'] as const) {
      const asked: UserSearch = { ...everyone, search, filter: 'verified', sort };
      const { cursor, ...first } = await pageAndCursor(asked, few);
      expect(first).toMatchObject({ matching: few, moreMatch: true });
      expect(first.users).toEqual((await listUsers(client, asked, USERS)).users);
      const next = { ...asked, cursor };
      expect((await listUsers(client, next, few)).users).toEqual(
        (await listUsers(client, next, USERS)).users,
      );
      const plans = await plansOf(client, (spy) => listUsers(spy, asked, few));
      for (const plan of plans) {
        const looked = [...plan.matchAll(/loops=(\d+)/g)].map(([, loops]) => Number(loops));
        expect(Math.max(...looked), plan).toBeLessThanOrEqual(2 * few);
      }
    }
  },
);

test.each([
  ['none', 'abc'],
  ['highest', 'abc'],
  ['lowest', 'abc'],
  // One in a thousand.
  ['none', 'abcd'],
  ['highest', 'abcd'],
  ['lowest', 'abcd'],
] as const)(
  'the pages of many who match are the same as of few, also where the next is far: sorted %s, %s',
  async (sort, search) => {
    const pagesOf = async (few: number) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await listUsers(client, { ...everyone, search, sort, cursor, limit: 7 }, few);
        pages.push(page.users.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return pages;
    };
    const pages = await pagesOf(USERS);
    expect(pages.length).toBeGreaterThan(2);
    expect(await pagesOf(5)).toEqual(pages);
  },
);

describe('a page is read in its order from an index, and no further', () => {
  test.each(['none', 'highest', 'lowest'] as const)(
    'sorted %s, the first page and a later one',
    async (sort) => {
      const first = await listUsers(client, { ...everyone, sort });
      const cursor = first.nextCursor ?? expect.fail('a second page');
      for (const asked of [
        { ...everyone, sort },
        { ...everyone, sort, cursor },
      ]) {
        const plans = await plansOf(client, (spy) => listUsers(spy, asked));
        for (const plan of plans) {
          expect(scans(plan), plan).toEqual([]);
          const read = [...plan.matchAll(/Index.*user_list.*rows=(\d+)/g)].map(([, rows]) => Number(rows));
          expect(Math.max(0, ...read), plan).toBeLessThanOrEqual(110);
        }
      }
    },
  );
});

describe('few whom a filter lets through are not looked for among all', () => {
  /** Rows of one scan, those that it has thrown away included; an index has those too that were before. */
  const read = (plan: string) =>
    [...plan.matchAll(/(?<!Bitmap Index )Scan.* on .*actual rows=(\d+)|Rows Removed by Filter: (\d+)/g)].map(
      ([, kept, thrownAway]) => Number(kept ?? thrownAway),
    );

  const three = `user_id = any (array(select md5(n::text)::uuid from generate_series(4711, 4713) as n))`;

  test.each([
    ['no_wallet', `has_wallet = not ${three}`, 'participants = total_users - 3'],
    ['marketing', `marketing_opt_in = ${three}`, 'marketing_opt_ins = 3'],
    ['verified', `email_verified = ${three}`, 'verified_emails = 3'],
    ['has_balance', `pending = case when ${three} then 7 else 0 end`, 'with_balance = 3'],
    ['zero_balance', `pending = case when ${three} then 0 else 7 end`, 'with_balance = total_users - 3'],
  ] as const)('three of whom all others are not: %s', async (filter, change, counts) => {
    await client.query(
      `begin; update user_list set ${change}; update stats set ${counts}; analyze user_list`,
    );
    try {
      for (const sort of ['none', 'highest', 'lowest'] as const) {
        const asked: UserSearch = { ...everyone, filter, sort };
        const { matching, users } = await listUsers(client, asked);
        expect([matching, users.length]).toEqual([3, 3]);
        for (const plan of await plansOf(client, (spy) => listUsers(spy, asked)))
          expect(Math.max(0, ...read(plan)), plan).toBeLessThanOrEqual(3);
      }
    } finally {
      await client.query('rollback');
    }
  });

  test.each(['no_wallet', 'unverified'] as const)('nobody of all: %s', async (filter) => {
    await client.query(
      'begin; update user_list set email_verified = true; update stats set verified_emails = total_users',
    );
    try {
      const asked: UserSearch = { ...everyone, filter };
      expect(await listUsers(client, asked)).toMatchObject({ matching: 0, users: [], nextCursor: null });
      for (const plan of await plansOf(client, (spy) => listUsers(spy, asked)))
        expect(Math.max(0, ...read(plan)), plan).toBeLessThanOrEqual(1);
      await expect(listUsers(client, { ...asked, cursor: 'x' })).rejects.toMatchObject({ status: 400 });
    } finally {
      await client.query('rollback');
    }
  });
});

test.each([
  ['all', USERS],
  ['verified', USERS / 10],
  ['unverified', USERS - USERS / 10],
  ['marketing', USERS / 20],
  ['has_wallet', USERS],
  ['no_wallet', 0],
  ['has_balance', USERS],
  ['zero_balance', 0],
] as const)('how many are %s is known without counting them', async (filter, matching) => {
  const asked = { ...everyone, filter };
  expect(await listUsers(client, asked)).toMatchObject({ matching, total: USERS });
  const { rows } = await client.query(
    `select count(*)::int as count from user_list as list where ${COUNTED[filter]}`,
  );
  expect(rows).toEqual([{ count: matching }]);
  // The page, and all sums, with one question.
  const plans = await plansOf(client, (spy) => listUsers(spy, asked));
  expect(plans).toHaveLength(1);
  for (const plan of plans) expect(plan).not.toMatch(/Aggregate/);
});

/** In words of their own. */
const COUNTED = {
  all: 'not removed',
  verified: 'email_verified',
  unverified: 'email_verified is false',
  marketing: 'marketing_opt_in',
  has_wallet: 'has_wallet',
  no_wallet: 'has_wallet is false',
  has_balance: 'pending <> 0',
  zero_balance: 'pending = 0',
} as const;

test('any question is answered in time', async () => {
  const questions: Partial<UserSearch>[] = [
    {},
    { sort: 'highest' },
    { search: 'a' },
    { search: 'ev', sort: 'lowest' },
    { search: 'example.com', filter: 'verified' },
    { search: '0xab' },
    { filter: 'marketing', sort: 'highest' },
    { filter: 'no_wallet' },
    { filter: 'zero_balance', sort: 'lowest' },
  ];
  const times: Record<string, number> = {};
  for (const question of questions) {
    const started = performance.now();
    await listUsers(client, { ...everyone, ...question });
    times[JSON.stringify(question)] = Math.round(performance.now() - started);
  }
  // Far above what it takes: it fails when something grows with the square.
  expect(Math.max(...Object.values(times)), JSON.stringify(times, null, 2)).toBeLessThan(15_000);
});
