import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type AdminUser, userFilter, userSort } from '../../../contracts/api/admin-users.ts';
import { parseSum } from '../../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { ensureSchema } from '../../../projector/progress/schema.ts';
import { randomLedger } from '../../../projector/testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../../../projector/testing/read-models.ts';
import { foldAll } from '../../../projector/testing/simple-fold.ts';
import type { TestLedger } from '../../../projector/testing/test-ledger.ts';
import { migrate } from '../../migrate.ts';
import { listUsers, type UserPage, type UserSearch } from './list-users.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
  await migrate(db.pool);
});
afterAll(() => db.stop());

type Listed = Pick<AdminUser, 'id' | 'username' | 'email' | 'walletAddress' | 'isEmailVerified'> &
  Pick<AdminUser, 'emailMarketingOptIn' | 'pendingRewards' | 'totalRewards' | 'claimedRewards' | 'level'>;

/** Of the first accounts; what a search would take for a sign of its own is in them. */
const ADDRESSES = ['A_b%c@Example.com', 'a\\b@example.com', 'straße@example.com', '100%@x.yz', 'a_b@x.yz'];

/** As a plain fold has them, in the order in which they were opened. */
function openAccounts({ events }: TestLedger): Listed[] {
  const { users, listed } = foldAll(events);
  const rows = new Map(users.map((row) => [row[0], row]));
  return listed.flatMap(([id, , , pending, , verified, marketing, removed], at) => {
    const [, , username, wallet, , total, claimed, , level] = rows.get(id ?? '') ?? [];
    if (removed === 'true') return [];
    return {
      id: String(id),
      username: String(username),
      email: ADDRESSES[at] ?? null,
      walletAddress: wallet ?? null,
      isEmailVerified: verified === 'true',
      emailMarketingOptIn: marketing === 'true',
      pendingRewards: String(pending),
      totalRewards: String(total),
      claimedRewards: String(claimed),
      level: Number(level),
    };
  });
}

async function fill({ events }: TestLedger): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade; delete from vault.account_keys`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  await project(db.pool, events);
  for (const [at, [userId]] of foldAll(events).listed.entries()) {
    if (ADDRESSES[at] === undefined) continue;
    await db.pool.query(`insert into vault.account_keys values ($1, $1, 'x')`, [userId]);
    await db.pool.query('insert into vault.email_index values ($1, $2)', [userId, ADDRESSES[at]]);
  }
}

const pending = (user: Listed) => parseSum(user.pendingRewards);

const FILTERS: Readonly<Record<z.infer<typeof userFilter>, (user: Listed) => boolean>> = {
  all: () => true,
  verified: (user) => user.isEmailVerified,
  unverified: (user) => !user.isEmailVerified,
  marketing: (user) => user.emailMarketingOptIn,
  has_wallet: (user) => user.walletAddress !== null,
  no_wallet: (user) => user.walletAddress === null,
  has_balance: (user) => pending(user) > 0n,
  zero_balance: (user) => pending(user) === 0n,
};

/** The newest first when nothing else is said. */
function inOrder(users: readonly Listed[], sort: z.infer<typeof userSort>): Listed[] {
  if (sort === 'none') return users.toReversed();
  const rising = users.toSorted((a, b) =>
    pending(a) === pending(b) ? (a.id < b.id ? -1 : 1) : pending(a) < pending(b) ? -1 : 1,
  );
  return sort === 'lowest' ? rising : rising.reverse();
}

const isFound = ({ username, walletAddress, email }: Listed, search: string) =>
  [username, walletAddress, email].some((text) => text?.toLowerCase().includes(search.toLowerCase()));

async function allPages(asked: Omit<UserSearch, 'cursor'>, few: number) {
  const users: AdminUser[] = [];
  const counts: Omit<UserPage, 'users' | 'nextCursor'>[] = [];
  let cursor: string | undefined;
  do {
    const page = await listUsers(db.pool, { ...asked, cursor }, few);
    users.push(...page.users);
    const { users: _, nextCursor, ...count } = page;
    counts.push(count);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { users: users.map(({ createdAt: _, ...user }) => user), counts };
}

test('any ledger, any question: the pages of the list are who a plain fold says, in their order, with their amounts', async () => {
  const question = fc.record({
    text: fc.constantFrom(
      '',
      '_',
      '%',
      '\\',
      '0X',
      'EVO_',
      'a_b',
      'eV',
      'o_',
      'b0',
      'STRASSE',
      'ß',
      '%c',
      '\\b',
      '__',
      'e',
    ),
    /** In place of the text: a part of a wallet of theirs. */
    part: fc.option(fc.record({ who: fc.nat(), from: fc.nat(40), length: fc.integer({ min: 2, max: 42 }) })),
    filter: fc.constantFrom(...userFilter.options),
    sort: fc.constantFrom(...userSort.options),
    limit: fc.integer({ min: 1, max: 5 }),
    withEmails: fc.boolean(),
    few: fc.constantFrom(0, 1, 2, 1_000),
  });
  await fc.assert(
    fc.asyncProperty(
      randomLedger,
      fc.array(question, { minLength: 20, maxLength: 40 }),
      async (ledger, questions) => {
        await fill(ledger);
        const open = openAccounts(ledger);
        const wallets = open.flatMap(({ walletAddress }) => walletAddress ?? []);
        for (const { few, text, part, ...how } of questions) {
          const wallet = part && wallets[part.who % wallets.length];
          const search = wallet ? wallet.slice(part.from, part.from + part.length) : text;
          const asked = { ...how, search };
          const shown = open.map((user) => (asked.withEmails ? user : { ...user, email: null }));
          const due = shown.filter((user) => FILTERS[asked.filter](user) && isFound(user, asked.search));
          const { users, counts } = await allPages(asked, few);
          expect(users, JSON.stringify({ ...asked, few })).toEqual(inOrder(due, asked.sort));
          const moreMatch = asked.search !== '' && due.length > few;
          const matching = { matching: moreMatch ? few : due.length, ...(moreMatch && { moreMatch }) };
          for (const count of counts) expect(count).toEqual({ ...matching, total: open.length });
        }
      },
    ),
    { numRuns: 20 },
  );
});
