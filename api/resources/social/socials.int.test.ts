import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AllPlatforms,
  getAllPlatforms,
  getInstagramPosts,
  getPublicFigures,
} from '../../../contracts/api/socials.ts';
import { type ListedUser, listUsers } from '../../../contracts/api/users.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo, parseEvo } from '../../../contracts/money.ts';
import { createPool } from '../../../projector/database.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import { readConfig } from '../../config.ts';
import { type FakeImages, PICTURES, startFakeImages } from '../../integrations/social/testing/fake-images.ts';
import { type FakePlatform, startFakePlatform } from '../../integrations/social/testing/fake-platform.ts';
import { startServer } from '../../server.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, placeIn, type TestClient } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { verifyAddress } from '../../testing/raffle-stage.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { readContent } from './content.ts';
import { accountSettings, answerAsPlatforms } from './testing/platform-accounts.ts';

let platform: FakePlatform;
let images: FakeImages;
let app: TestApp;
let admin: AdminClient;
/** Who may win a raffle. */
const users: TestClient[] = [];
let folder: string;
/** Milliseconds that the program is ahead of this machine. */
let passed = 0;
beforeAll(async () => {
  folder = await temporaryFolder();
  const SOCIAL_CONTENT = join(folder, 'content.json');
  const content = await readContent(undefined);
  const podcasts = content.podcasts.map((show) => ({ ...show, title: `Ours: ${show.title}` }));
  await writeFile(SOCIAL_CONTENT, JSON.stringify({ ...content, podcasts }));
  [platform, images] = await Promise.all([startFakePlatform(), startFakeImages()]);
  answerAsPlatforms(platform);
  app = await startApp({
    clock: () => Date.now() + passed,
    env: { ...accountSettings(platform.url, images.url), SOCIAL_CONTENT },
  });
  admin = await superAdminOf(app);
  for (let count = 0; count < 4; count += 1) {
    const { client } = await newUser(app);
    await verifyAddress(client);
    users.push(client);
  }
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), images.close(), rm(folder, { recursive: true })]);
});

const visitor = () => createTestClient(app.url);
const all = async () => {
  const { status, body, headers } = await visitor().get<AllPlatforms>('/api/social/all-platforms');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  return getAllPlatforms.response.parse(body);
};

/** Within the minute that passes before a platform is tried again, its client has given up a renewal that hangs. */
async function nobodyRenews(): Promise<void> {
  const pool = createPool(app.databaseUrl);
  try {
    const renewing = 'select from vault.social_tokens where refreshing_until is not null';
    await expect.poll(async () => (await pool.query(renewing)).rowCount, { timeout: 30_000 }).toBe(0);
  } finally {
    await pool.end();
  }
}

test('a content file with faults stops the start, before anything else is begun', async () => {
  const config = readConfig({
    UI_DIST: EMPTY_UI,
    DATA_DIR: join(folder, 'none'),
    SOCIAL_CONTENT: 'package.json',
  });
  await expect(startServer(config, pino({ level: 'silent' }))).rejects.toThrow(
    /package\.json cannot be used \(SOCIAL_CONTENT\):\n {2}- platforms: [\s\S]*- podcasts: /,
  );
  await expect(readdir(folder)).resolves.toEqual(['content.json']);
});

describe('the accounts', () => {
  test('a platform that never answers: the page has an answer in time', async () => {
    platform.fault = 'hang';
    const began = performance.now();
    const { platforms, podcasts } = await all();
    const waited = performance.now() - began;
    expect(waited).toBeLessThan(15_000);
    expect(platforms.youtube).toMatchObject({
      source: 'content',
      stale: true,
      stats: { followers: null, posts: null },
      url: 'https://www.youtube.com/channel/UCprogram',
      followUrl: 'https://www.youtube.com/channel/UCprogram?sub_confirmation=1',
    });
    expect(podcasts.map(({ title }) => title)).toEqual(['Ours: The Ledger, Aloud', 'Ours: A Fair Draw']);
    // Nobody waits again before it is tried again.
    const again = performance.now();
    await all();
    expect(performance.now() - again).toBeLessThan(waited);
    platform.fault = undefined;
    await nobodyRenews();
  });

  test('what the platforms say, and the posts that the tasks are about', async () => {
    passed += 60_000;
    await expect.poll(async () => (await all()).platforms.twitter.source).toBe('platform');
    const { twitter, instagram, tiktok } = (await all()).platforms;
    expect(twitter).toMatchObject({
      handle: 'evo',
      followUrl: 'https://x.com/intent/follow?screen_name=evo',
      stats: { followers: 1_200, posts: 34 },
      stale: false,
      latest: { id: '8', text: 'new & <true>' },
      announcement: { id: '3', likes: 9, image_url: null },
    });
    expect(instagram).toMatchObject({ handle: 'evo.gram', url: 'https://www.instagram.com/evo.gram/' });
    expect(tiktok).toMatchObject({ handle: 'evo', url: 'https://www.tiktok.com/@evo' });
    expect((await visitor().get('/api/twitter/posts')).body).toEqual({
      posts: {
        latest: { id: '8', text: 'new & <true>', url: 'https://x.com/evo/status/8' },
        announcement: { id: '3', text: 'pinned', url: 'https://x.com/evo/status/3' },
      },
    });
  });

  test('the posts of Instagram are those of its own account and of no other', async () => {
    for (const handle of ['evo.gram', 'EVO.Gram']) {
      const { status, body } = await visitor().get(`/api/instagram/posts/${handle}`);
      expect(status).toBe(200);
      expect(getInstagramPosts.response.parse(body)).toMatchObject({ posts: [{ id: '17' }], stale: false });
    }
    for (const handle of ['evo', 'evo.gram2', '%00', 'evo%2Egram%2F']) {
      expect(await visitor().get(`/api/instagram/posts/${handle}`)).toMatchObject({ status: 404 });
    }
  });

  test('a picture is served here for ever, as what it is', async () => {
    const address = (await all()).platforms.twitter.latestPosts[0]?.image_url ?? '';
    expect(address).toMatch(/^\/api\/social\/images\/[0-9a-f]{64}$/);
    const url = new URL(address, app.url);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURES.jpeg);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const etag = answer.headers.get('etag') ?? '';
    expect(
      (await fetch(url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
    ).toBe(304);
    // No visitor makes a call for a picture.
    expect(images.asked).toHaveLength(5);
    for (const name of ['0'.repeat(64), address.slice(-64).toUpperCase(), '..%2f..%2fetc%2fpasswd', 'x']) {
      const { status, headers } = await visitor().get(`/api/social/images/${name}`);
      expect({ status, caching: headers.get('cache-control') }).toEqual({ status: 404, caching: 'no-store' });
    }
  });
});

describe('the figures of the program', () => {
  const figures = async (after?: { readonly headers: Headers }) => {
    const { status, body } = await visitor().get('/api/public/figures', after && placeIn(after));
    expect(status).toBe(200);
    return getPublicFigures.response.parse(body);
  };
  const granted = async () => {
    const grants = (await readLedgerAt(app.eventStoreUrl)).filter(({ type }) => type === 'RewardGranted');
    return formatEvo(
      grants.reduce((sum, { data }) => sum + parseEvo(String(Reflect.get(data, 'amount'))), 0n),
    );
  };

  test('are what the ledger says, and follow each command at once', async () => {
    const client = visitor();
    const { headers } = await client.connect();
    const before = await figures({ headers });
    // Four that may win, the admin, and who came just now.
    expect(before).toEqual({ participants: 6, granted: await granted(), lastDraw: null });
    const claimed = await client.post('/api/rewards/claim');
    expect(claimed.status).toBe(200);
    expect(await figures(claimed)).toEqual(before);
    const checkedIn = await client.post('/api/rewards/check-in');
    const after = await figures(checkedIn);
    expect(parseEvo(after.granted)).toBe(parseEvo(before.granted) + parseEvo('1'));
  });

  const draw = (form: object) => admin.post<{ raffleId: string }>('/api/admin/raffle', form);

  test('a raffle is in them once its prizes are settled', async () => {
    const drawn = await draw({
      useTieredRewards: true,
      winnerCount: 3,
      tieredAmounts: ['30', '20', '10.5'],
    });
    expect((await figures(drawn)).lastDraw).toBeNull();
    const paid = await admin.post(`/api/admin/raffle/${drawn.body.raffleId}/pay`);
    const completed = (await readLedgerAt(app.eventStoreUrl)).find(({ type }) => type === 'RaffleCompleted');
    const after = await figures(paid);
    expect(after).toMatchObject({
      granted: await granted(),
      lastDraw: {
        raffleId: drawn.body.raffleId,
        completedAt: completed?.metadata.occurredAt,
        winners: 3,
        totalDistributed: '60.5',
      },
    });
    // The next one that is under way does not take its place.
    const next = await draw({ amount: '1', winnerCount: 1 });
    expect((await figures(next)).lastDraw).toEqual(after.lastDraw);
  });
});

describe('the list of users', () => {
  type Page = { users: ListedUser[]; nextCursor: string | null };

  test('is for who is signed in, and shows what the leaderboard shows, page by page', async () => {
    expect((await visitor().get('/api/users')).status).toBe(401);
    const [client] = users;
    const listed: ListedUser[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await client!.get<Page>(`/api/users?limit=2${query}`);
      // Strictly: what the contract does not name would be a wallet or an address.
      expect(Object.keys(listUsers.response.parse(body)).sort()).toEqual(['nextCursor', 'users']);
      for (const user of body.users) {
        expect(Object.keys(user).sort()).toEqual(['id', 'level', 'rank', 'totalEvo', 'username']);
      }
      listed.push(...body.users);
      cursor = body.nextCursor;
    }
    const { body: board } = await client!.get<{
      entries: { userId: string; position: number; totalEvo: string }[];
    }>('/api/leaderboard?limit=100');
    expect(listed.map(({ id, rank, totalEvo }) => ({ userId: id, position: rank, totalEvo }))).toEqual(
      board.entries.map(({ userId, position, totalEvo }) => ({ userId, position, totalEvo })),
    );
    expect(listed.length).toBeGreaterThanOrEqual(6);
    expect(await client!.get('/api/users?cursor=x')).toMatchObject({ status: 400 });
  });

  test('keyed by a wallet it is for that wallet alone', async () => {
    const [client, other] = users;
    const { address } = client!.account;
    const plain = await client!.get('/api/users');
    expect((await client!.get(`/api/users/${address}`)).body).toEqual(plain.body);
    expect((await client!.get(`/api/users/${address.toLowerCase()}`)).body).toEqual(plain.body);
    expect(await client!.get(`/api/users/${other!.account.address}`)).toMatchObject({
      status: 403,
      body: { message: refusals.walletNotYours },
    });
    expect((await visitor().get(`/api/users/${address}`)).status).toBe(401);
  });
});
