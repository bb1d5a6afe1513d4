import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { newUser, signUp, verify } from '../../testing/email-calls.ts';
import { mailedToken } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

type Listed = {
  id: string;
  username: string;
  email: string | null;
  walletAddress: string | null;
  isEmailVerified: boolean;
  emailMarketingOptIn: boolean;
  pendingRewards: string;
};
type Page = { users: Listed[]; matching: number; total: number; nextCursor: string | null };

let app: TestApp;
let root: AdminClient;
let anna: Awaited<ReturnType<typeof newUser>>;
let cara: Awaited<ReturnType<typeof newUser>>;
let ben: Awaited<ReturnType<typeof newUser>>;
const ANNAS = 'Anna.50%_off+tag@Example.com';

const DAY_MS = 24 * 3_600_000;
/** From now to the next noon, UTC: no day ends in between, whenever the test runs. */
const AHEAD = DAY_MS - ((Date.now() + DAY_MS / 2) % DAY_MS);
const clock = () => Date.now() + AHEAD;
beforeAll(async () => {
  app = await startApp({ clock });
  root = await superAdminOf(app);
  anna = await newUser(app);
  ben = await newUser(app);
  await anna.client.put(`/api/users/${anna.client.account.address}/username`, { username: 'Anna_50' });
  await signUp(anna.client, ANNAS, { marketingOptIn: true });
  await verify(anna.client, await mailedToken(anna.client, ANNAS));
  await signUp(createTestClient(app.url), 'nobody@example.com', { marketingOptIn: true });
  await ben.client.post('/api/rewards/claim', {}, idempotencyKey());
  // What is removed of her stands in every table.
  cara = await newUser(app);
  await signUp(cara.client, 'cara@example.com');
  await cara.client.post('/api/whitelist', {}, idempotencyKey());
  const isKnown = async () => expect((await list('search=cara@')).matching).toBe(1);
  await vi.waitFor(isKnown, { timeout: 30_000, interval: 25 });
  await root.post('/api/admin/remove-user', { userId: cara.userId });
  const whitelisted = await ben.client.post('/api/whitelist', {}, idempotencyKey());
  await root.get('/api/admin/stats', whitelisted);
  // The searchable addresses follow the ledger by themselves.
  const isFound = async () => expect((await list('search=nobody@')).matching).toBe(1);
  await vi.waitFor(isFound, { timeout: 30_000, interval: 25 });
});
afterAll(() => app.close());

const list = async (query: string) => (await root.get<Page>(`/api/admin/users?${query}`)).body;
const ids = ({ users }: Page) => users.map(({ id }) => id);

describe('users', () => {
  test.each([
    ['a part of a username, in any case', 'nNa_5'],
    ['a part of an address, in any case', 'ANNA.50%_OFF'],
    ['the sign that a pattern would read', '%_off'],
    ['a domain', 'tag@example.com'],
  ])('are found by %s', async (_, search) => {
    const page = await list(`search=${encodeURIComponent(search)}`);
    expect(page).toMatchObject({ matching: 1, total: 4, nextCursor: null });
    expect(page.users).toMatchObject([
      {
        id: anna.userId,
        username: 'Anna_50',
        email: ANNAS,
        isEmailVerified: true,
        emailMarketingOptIn: true,
      },
    ]);
  });

  test('are found by a part of a wallet, in any case', async () => {
    const part = ben.client.account.address.slice(5, 30);
    for (const search of [part, part.toUpperCase()]) {
      expect(ids(await list(`search=${search}`))).toEqual([ben.userId]);
    }
  });

  test.each(['_', '%', '\\', "'", '%%', 'no such user'])(
    '%j finds what it says and nothing else',
    async (search) => {
      const { users, matching } = await list(`search=${encodeURIComponent(search)}`);
      expect(users).toHaveLength(matching);
      for (const user of users) expect(JSON.stringify(user).toLowerCase()).toContain(search);
    },
  );

  test('the figures of the panel are the four that it shows, and the days', async () => {
    const { body } = await root.get('/api/admin/stats');
    expect(body).toEqual({
      totalUsers: 4,
      verifiedEmails: 1,
      marketingOptIns: 2,
      totalRewards: expect.stringMatching(/^[0-9.]+$/),
      days: expect.any(Array),
    });
  });

  test('by every filter of the panel', async () => {
    const shown = async (filter: string, count: number, holds: (user: Listed) => boolean) => {
      const page = await list(`filter=${filter}`);
      expect(page, filter).toMatchObject({ matching: count, total: 4 });
      expect([page.users.length, page.users.filter(holds).length], filter).toEqual([count, count]);
      // A search counts by itself, and each of them has this letter in its name or address.
      expect((await list(`filter=${filter}&search=e`)).matching, filter).toBe(count);
    };
    await shown('all', 4, () => true);
    await shown('verified', 1, ({ isEmailVerified }) => isEmailVerified);
    await shown('unverified', 3, ({ isEmailVerified }) => !isEmailVerified);
    await shown('marketing', 2, ({ emailMarketingOptIn }) => emailMarketingOptIn);
    await shown('has_wallet', 3, ({ walletAddress }) => walletAddress !== null);
    await shown('no_wallet', 1, ({ walletAddress }) => walletAddress === null);
    await shown('has_balance', 2, ({ pendingRewards }) => pendingRewards !== '0');
    await shown('zero_balance', 2, ({ pendingRewards }) => pendingRewards === '0');
    expect((await list('filter=verified&search=nobody')).matching).toBe(0);
    expect((await root.get('/api/admin/users?filter=other')).status).toBe(400);
  });

  test.each(['none', 'highest', 'lowest'])(
    'sorted %s, a page of one after the other is the whole',
    async (sort) => {
      const whole = await list(`sort=${sort}`);
      const paged: Listed[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list(`sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.users);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole.users);
      const pending = whole.users.map(({ pendingRewards }) => Number(pendingRewards));
      if (sort === 'highest') expect(pending).toEqual([105, 100, 0, 0]);
      if (sort === 'lowest') expect(pending).toEqual([0, 0, 100, 105]);
    },
  );

  test.each(['cursor=x', 'sort=highest&cursor=1_2', 'cursor=1_2_3', 'limit=0', 'limit=501'])(
    '%s is 400',
    async (query) => {
      expect((await root.get(`/api/admin/users?${query}`)).status).toBe(400);
    },
  );

  test('who was removed is on no list', async () => {
    expect(ids(await list(''))).not.toContain(cara.userId);
    for (const search of [cara.client.account.address, 'cara@']) {
      expect(await list(`search=${search}`)).toMatchObject({ users: [], matching: 0 });
    }
  });
});

test('the figures and the last ninety days', async () => {
  const { body } = await root.get<{ days: { day: string; granted: Record<string, string> }[] }>(
    '/api/admin/stats',
  );
  expect(body).toMatchObject({ totalUsers: 4, verifiedEmails: 1, totalRewards: '305', marketingOptIns: 2 });
  expect(body.days).toHaveLength(90);
  expect(body.days.map(({ day }) => day)).toEqual(body.days.map(({ day }) => day).sort());
  expect(body.days.at(-1)).toMatchObject({
    day: new Date(clock()).toISOString().slice(0, 10),
    newUsers: 5,
    claimed: '100',
    granted: { welcome: '400', email_signup: '2', email_verification: '3' },
  });
  expect(body.days[0]).toMatchObject({ newUsers: 0, claimed: '0', granted: {} });
});

describe('exports', () => {
  const lines = (text: string) => text.trim().split(/\r?\n/);

  test.each([
    ['export-emails', 'text/plain', () => ['Anna.50%_off+tag@Example.com', 'nobody@example.com']],
    [
      'export-wallets',
      'text/plain',
      () => [root.address, anna.client.account.address, ben.client.account.address],
    ],
    [
      'export-whitelist',
      'text/csv',
      () => [expect.stringContaining('username'), expect.stringContaining('evo_')],
    ],
  ])('%s: a file, and a note of it in the history', async (name, type, expected) => {
    const answer = await root.get<string>(`/api/admin/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="evo-[a-z]+-\d{4}-/);
    expect(lines(answer.body)).toEqual(expected());
    const count = expected().length - (type === 'text/csv' ? 1 : 0);
    const note = (await readLedgerAt(app.eventStoreUrl)).at(-1);
    expect(note).toMatchObject({
      type: 'DataExported',
      data: { kind: name.replace('export-', ''), count },
      metadata: { actor: { kind: 'admin', wallet: root.address } },
    });
  });

  test('users: no cell is a formula', async () => {
    const answer = await root.get<string>('/api/admin/export-users');
    const [head, ...rows] = lines(answer.body);
    expect(head).toMatch(/^id,username,email,/);
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.startsWith(anna.userId))).toContain(
      'Anna_50,Anna.50%_off+tag@Example.com,true,true,',
    );
  });

  test('a reader who leaves half-way keeps no connection', async () => {
    for (let n = 0; n < 12; n++) {
      const left = new AbortController();
      const cookie = await sessionCookie(root);
      await fetch(`${app.url}/api/admin/export-users`, {
        headers: { cookie, 'x-wallet-address': root.address },
        signal: left.signal,
      });
      left.abort();
    }
    expect((await root.get('/api/admin/stats')).status).toBe(200);
    expect((await root.get('/api/admin/export-users')).status).toBe(200);
  });
});

describe('activity history', () => {
  type History = {
    activities: { id: string; action_type: string; description: string }[];
    nextCursor: string | null;
  };

  test('is filtered, and a page after the other is the whole', async () => {
    // An export that its reader left a moment ago may still be on its way into the history.
    await vi.waitFor(async () => {
      const whole = (await root.get<History>('/api/admin/activity-history?limit=100')).body;
      expect(whole.activities.map(({ action_type }) => action_type)).toContain('user_removed');
      const paged: History['activities'] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = `/api/admin/activity-history?limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const { body }: { body: History } = await root.get<History>(path);
        paged.push(...body.activities);
        cursor = body.nextCursor;
      }
      expect(paged).toEqual(whole.activities);
    });
    const removals = (await root.get<History>('/api/admin/activity-history?type=user_removed')).body;
    expect(removals.activities).toMatchObject([{ action_type: 'user_removed' }]);
  });

  test('as CSV; nothing of a kind is 404; for the super admin alone', async () => {
    const csv = await root.get<string>('/api/admin/export-activity?type=user_removed');
    expect(csv.body).toMatch(
      /^created_at,action_type,performed_by_wallet,description,details\r\n.*user_removed,0x/s,
    );
    expect((await root.get('/api/admin/export-activity?type=raffle_run')).status).toBe(404);
    const admin = await newAdmin(app, root);
    expect(await admin.get('/api/admin/export-activity')).toMatchObject({
      status: 403,
      body: { message: refusals.activityHistorySuperAdminOnly },
    });
    const last = (await readLedgerAt(app.eventStoreUrl)).at(-1)?.position;
    const headers = new Headers({ 'x-ledger-position': `C:${last?.commit}/P:${last?.prepare}` });
    const path = '/api/admin/activity-history?type=access_denied';
    const denied = (await root.get<History>(path, { headers })).body;
    expect(denied.activities[0]?.description).toBe('Was refused: GET /api/admin/export-activity');
  });
});

describe('news', () => {
  async function watch(who: AdminClient, inQuery = false, from?: string) {
    const url = `${app.url}/api/admin/events${inQuery ? `?walletAddress=${who.address}` : ''}`;
    const answer = await fetch(url, {
      headers: {
        cookie: await sessionCookie(who),
        ...(!inQuery && { 'x-wallet-address': who.address }),
        ...(from !== undefined && { 'x-ledger-position': from }),
      },
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const ended = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += value;
      }
    })();
    const until = (pattern: RegExp) =>
      expect.poll(() => text, { timeout: 30_000, interval: 25 }).toMatch(pattern);
    return { answer, until, ended, leave: () => reader.cancel() };
  }

  test.each([true, false])(
    'come at once, with what admins did (wallet in the query: %s)',
    async (inQuery) => {
      const news = await watch(root, inQuery);
      expect(news.answer.headers.get('content-type')).toMatch('text/event-stream');
      await news.until(/^retry: 3000\n\n/);
      const admin = await newAdmin(app, root);
      await news.until(/data: \{"position":"C:\d+\/P:\d+","kinds":\["admin_added"\]\}\n\n/);
      // The next come soon after, and say nothing twice.
      await root.post('/api/admin/remove-admin', { adminId: admin.address });
      await news.until(
        /\["admin_added"\][\s\S]*data: \{"position":"C:\d+\/P:\d+","kinds":\["admin_removed"\]\}\n\n/,
      );
      await news.leave();
    },
  );

  test('begin with what has happened since a page asked for its lists, where it says how far they were', async () => {
    const { body } = await root.get<{ position: string }>('/api/admin/admin-wallets');
    const sent = await root.post('/api/admin/send-reward', {
      walletAddress: ben.client.account.address,
      amount: '1',
      reason: 'Between the lists and the news',
    });
    // The read models have it before anybody listens.
    await root.get('/api/admin/users', sent);
    const news = await watch(root, false, body.position);
    await news.until(/^data: .*"kinds":\[[^\]]*"reward_sent"/m);
    await news.leave();
  });

  test('end when the right does, and when the session does', async () => {
    const admin = await newAdmin(app, root);
    const [first, second] = [await watch(admin), await watch(root)];
    await first.until(/retry/);
    await root.post('/api/admin/remove-admin', { adminId: admin.address });
    await first.ended;
    await second.until(/"kinds":\["admin_removed"\]/);
    const other = await superAdminOf(app);
    const third = await watch(other);
    await third.until(/retry/);
    await other.client.post('/api/wallet/disconnect');
    await third.ended;
    await second.leave();
  });

  test('are told to no page that shows another account, whatever its cookie is by now', async () => {
    const admin = await newAdmin(app, root);
    const cookie = await sessionCookie(root);
    const ask = (query: string, headers = {}) =>
      fetch(`${app.url}/api/admin/events${query}`, { headers: { cookie, ...headers } });
    for (const answer of [
      await ask(`?walletAddress=${admin.address}`),
      await ask(`?walletAddress=${root.address}`, { 'x-wallet-address': admin.address }),
      await ask(''),
      await ask(`?walletAddress=${root.address}&walletAddress=${root.address}`),
    ]) {
      expect(answer.status).toBe(403);
      await answer.body?.cancel();
    }
  });
});

/** A second session of the same wallet: the client keeps its own cookie to itself. */
async function sessionCookie({ client }: AdminClient): Promise<string> {
  const answer = await client.connect();
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
