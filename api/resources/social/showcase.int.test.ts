import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AllPlatforms } from '../../../contracts/api/socials.ts';
import { PICTURES } from '../../integrations/social/testing/fake-images.ts';
import { type Replicas, startReplicas } from './testing/replicas.ts';

const MINUTE = 60_000;
/** In place of two seconds, where it is waited for; longer than a slow machine takes for what waits for nobody. */
const PATIENCE_MS = 2_500;

let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas(4);
});
beforeEach(() => replicas.clear());
afterAll(() => replicas.close());

/** How often each address was asked for. */
function asked(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of replicas.platform.requests) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

/** Nobody waits for some reads. */
async function nobodyReads(): Promise<void> {
  const READING = 'select platform from showcase.readings where reading_until > $1';
  await expect
    .poll(async () => (await replicas.pool.query(READING, [new Date(replicas.now())])).rows, { interval: 5 })
    .toEqual([]);
}

/** One read of each platform, in calls. */
const ONE_READ = {
  '/2/users/900': 1,
  '/2/users/900/tweets': 1,
  '/v23.0/me': 1,
  '/v23.0/me/media': 1,
  '/youtube/v3/channels': 1,
  '/youtube/v3/playlistItems': 1,
  '/youtube/v3/videos': 1,
  '/v2/oauth/token/': 1,
  '/v2/user/info/': 1,
  '/v2/video/list/': 1,
};

const NAMES = ['twitter', 'instagram', 'tiktok', 'youtube'] as const;
const each = <Value>(all: AllPlatforms, of: (account: AllPlatforms['platforms']['youtube']) => Value) =>
  Object.fromEntries(NAMES.map((name) => [name, of(all.platforms[name])]));
const ofAll = <Value>(value: Value) => Object.fromEntries(NAMES.map((name) => [name, value]));

describe('four replicas', () => {
  test('an empty cache and a hundred visitors: each platform is asked once, and all get the answer', async () => {
    const started = await replicas.start();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, visitor) => started[visitor % 4]!.showcase.all()),
    );
    expect(asked()).toEqual(ONE_READ);
    for (const answer of answers) {
      expect(each(answer, ({ source }) => source)).toEqual(ofAll('platform'));
      expect(each(answer, ({ stale }) => stale)).toEqual(ofAll(false));
      expect(each(answer, ({ stats }) => stats.followers)).toEqual({
        twitter: 1_200,
        instagram: 800,
        tiktok: 60,
        youtube: 4_500,
      });
    }
    // The tasks are about the same answer: X is not asked once more for them.
    for (const { posts } of started) {
      expect(await posts.current()).toMatchObject({ latest: { id: '8' }, announcement: { id: '3' } });
    }
    expect(asked()).toEqual(ONE_READ);
    const pictures = [
      'p16-sign.tiktokcdn-us.com',
      'pbs.twimg.com',
      'scontent-a.cdninstagram.com',
      'i.ytimg.com',
    ];
    expect(new Set(replicas.images.asked.map((path) => path.split('/')[1]))).toEqual(new Set(pictures));
    expect(replicas.images.asked).toHaveLength(5);
  });

  test('X is asked again after two minutes, YouTube and TikTok after five, Instagram after ten', async () => {
    const started = await replicas.start();
    const visit = () => Promise.all(started.map(({ showcase }) => showcase.all()));
    await visit();
    const counts = () => {
      const {
        '/2/users/900': x,
        '/v23.0/me': instagram,
        '/v2/user/info/': tiktok,
        '/youtube/v3/channels': youtube,
      } = asked();
      return { x, instagram, tiktok, youtube };
    };
    replicas.pass(2 * MINUTE - 1);
    await visit();
    expect(counts()).toEqual({ x: 1, instagram: 1, tiktok: 1, youtube: 1 });
    replicas.pass(1);
    await visit();
    expect(counts()).toEqual({ x: 2, instagram: 1, tiktok: 1, youtube: 1 });
    replicas.pass(3 * MINUTE);
    await visit();
    expect(counts()).toEqual({ x: 3, instagram: 1, tiktok: 2, youtube: 2 });
    replicas.pass(5 * MINUTE);
    await visit();
    expect(counts()).toEqual({ x: 4, instagram: 2, tiktok: 3, youtube: 3 });
    // What does not change is not fetched again, and TikTok's token is good for a day.
    expect(replicas.images.asked).toHaveLength(5);
    expect(asked()['/v2/oauth/token/']).toBe(1);
  });

  test('where the clock is put back each platform is asked as if nothing was known, and then again in its time', async () => {
    const [first] = await replicas.start();
    await first!.showcase.all();
    replicas.pass(-60 * MINUTE);
    await first!.showcase.all();
    expect(asked()).toMatchObject({ '/2/users/900': 2, '/v23.0/me': 2, '/youtube/v3/channels': 2 });
    const again = await first!.showcase.all();
    expect(asked()).toMatchObject({ '/2/users/900': 2, '/v23.0/me': 2, '/youtube/v3/channels': 2 });
    expect(again.platforms.twitter).toMatchObject({
      asOf: new Date(replicas.now()).toISOString(),
      stale: false,
    });
  });

  test("the program's own token is renewed with what TikTok gave the last time", async () => {
    const [first] = await replicas.start();
    await first!.showcase.account('tiktok');
    replicas.pass(24 * 60 * MINUTE);
    await first!.showcase.account('tiktok');
    const renewals = replicas.platform.requests.filter(({ path }) => path === '/v2/oauth/token/');
    expect(renewals.map(({ form }) => form.get('refresh_token'))).toEqual([
      'tiktok-refresh-1',
      'tiktok-refresh-2',
    ]);
  });

  test("the program's token that TikTok gives after the patience of a page is kept, also by a replica that stops", async () => {
    const [first] = await replicas.start({ patience: 100 });
    const mayAnswer = Promise.withResolvers<void>();
    const used = new Set<string | null>();
    replicas.platform.on('POST /v2/oauth/token/', async ({ form }) => {
      const refreshToken = form.get('refresh_token');
      if (used.has(refreshToken)) return { status: 400, body: { error: 'invalid_grant' } };
      used.add(refreshToken);
      await mayAnswer.promise;
      return { body: { access_token: 'late', expires_in: 86_400, refresh_token: 'next' } };
    });
    expect(await first!.showcase.account('tiktok')).toMatchObject({ source: 'content' });
    await expect.poll(() => used.size).toBe(1);
    const stopped = first!.stop();
    mayAnswer.resolve();
    await stopped;

    replicas.pass(5 * MINUTE);
    const [again] = await replicas.start();
    await again!.showcase.account('tiktok');
    await nobodyReads();
    expect(await again!.showcase.account('tiktok')).toMatchObject({ stats: { followers: 60 }, stale: false });
    expect(asked()['/v2/oauth/token/']).toBe(1);
  });

  test("a token of the program's that TikTok takes back before its time is renewed, and a setting that was replaced counts then", async () => {
    const [first] = await replicas.start();
    await first!.showcase.account('tiktok');
    replicas.platform.on('GET /v2/user/info/', ({ headers }) =>
      headers.authorization === 'Bearer anew'
        ? { body: { data: { user: { follower_count: 61, video_count: 1 } } } }
        : { status: 401, body: { error: { code: 'access_token_invalid', message: 'no' } } },
    );
    replicas.platform.on('POST /v2/oauth/token/', ({ form }) =>
      form.get('refresh_token') === 'replaced'
        ? { body: { access_token: 'anew', expires_in: 86_400, refresh_token: 'next' } }
        : { status: 400, body: { error: 'invalid_grant' } },
    );
    const [again] = await replicas.start({ settings: { TIKTOK_REFRESH_TOKEN: 'replaced' } });
    for (let read = 0; read < 3; read++) {
      replicas.pass(5 * MINUTE);
      await again!.showcase.account('tiktok');
      await nobodyReads();
    }
    expect(await again!.showcase.account('tiktok')).toMatchObject({
      stats: { followers: 61 },
      stale: false,
    });
  });

  test('a replica that died while it read is followed by another one', async () => {
    await replicas.pool.query(
      `insert into showcase.readings (platform, reader, fresh_until, reading_until)
       values ('youtube', gen_random_uuid(), to_timestamp(0), $1)`,
      [new Date(replicas.now() + 3_000)],
    );
    const [first] = await replicas.start({ patience: PATIENCE_MS });
    expect(await first!.showcase.account('youtube')).toMatchObject({ source: 'content', stale: true });
    expect(replicas.platform.requests).toHaveLength(0);
    replicas.pass(3_000);
    expect(await first!.showcase.account('youtube')).toMatchObject({ source: 'platform', stale: false });
  });

  test('an answer that comes after its replica lost the turn changes nothing', async () => {
    const [slow, quick] = await replicas.start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    replicas.platform.on('GET /v23.0/me', async () => {
      await released;
      return { body: { followers_count: 1 } };
    });
    const late = slow!.showcase.account('instagram');
    await expect.poll(() => asked()['/v23.0/me']).toBe(1);
    replicas.pass(3_000);
    replicas.platform.on('GET /v23.0/me', { followers_count: 2 });
    expect(await quick!.showcase.account('instagram')).toMatchObject({ stats: { followers: 2 } });
    release();
    expect(await late).toMatchObject({ stats: { followers: 2 } });
  });
});

describe('a platform that cannot be asked', () => {
  test.each(['status 500', 'hang', 'another form', 'too large'] as const)(
    '%s: the file at first, and the last answer later, in time',
    async (fault) => {
      const [first, second] = await replicas.start({ patience: PATIENCE_MS });
      replicas.platform.fault = fault;
      const began = performance.now();
      const empty = await first!.showcase.all();
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS + 2_000);
      expect(each(empty, ({ source }) => source)).toEqual(ofAll('content'));
      expect(each(empty, ({ stale }) => stale)).toEqual(ofAll(true));
      expect(each(empty, ({ stats }) => stats.followers)).toEqual(ofAll(null));
      expect(empty.platforms.twitter).toMatchObject({ handle: 'evo', latest: null, announcement: null });

      replicas.platform.fault = undefined;
      // Within a minute the platform's client has given up a renewal that hangs.
      await first!.tokens.settled();
      replicas.pass(MINUTE);
      const asOf = new Date(replicas.now()).toISOString();
      await expect
        .poll(async () => each(await first!.showcase.all(), ({ source }) => source))
        .toEqual(ofAll('platform'));

      replicas.platform.fault = fault;
      replicas.pass(10 * MINUTE);
      const again = performance.now();
      const last = await second!.showcase.all();
      expect(performance.now() - again).toBeLessThan(PATIENCE_MS + 2_000);
      expect(each(last, ({ source }) => source)).toEqual(ofAll('platform'));
      expect(each(last, ({ stale }) => stale)).toEqual(ofAll(true));
      expect(each(last, (account) => account.asOf)).toEqual(ofAll(asOf));
      expect(last.platforms.twitter.latest).toMatchObject({ id: '8' });

      // It keeps a page waiting once.
      replicas.pass(10 * MINUTE);
      const later = performance.now();
      expect(each(await second!.showcase.all(), ({ source }) => source)).toEqual(ofAll('platform'));
      expect(performance.now() - later).toBeLessThan(PATIENCE_MS - 500);
    },
  );

  test('is asked less and less often, and no more than one that answers', async () => {
    const [first] = await replicas.start();
    replicas.platform.on('GET /v23.0/me', () => ({ status: 500, body: {} }));
    const tries: number[] = [];
    for (let second = 0; second < 1_800; second += 10) {
      const before = asked()['/v23.0/me'] ?? 0;
      await first!.showcase.account('instagram');
      await nobodyReads();
      if ((asked()['/v23.0/me'] ?? 0) > before) tries.push(second);
      replicas.pass(10_000);
    }
    expect(tries).toEqual([0, 10, 30, 70, 150, 310, 630, 1_230]);
  });

  test('the share of the budget for posts is kept: what is left to users stays', async () => {
    const [first] = await replicas.start({ settings: { SOCIAL_DAILY_CALLS: '10' } });
    for (let visit = 0; visit < 10; visit += 1) {
      await first!.showcase.account('twitter');
      replicas.pass(20 * MINUTE);
    }
    expect(replicas.platform.requests).toHaveLength(3);
    expect(await first!.showcase.account('twitter')).toMatchObject({ source: 'platform', stale: true });
  });
});

describe('pictures', () => {
  const nameOf = (path: string | null | undefined) => path?.replace('/api/social/images/', '') ?? '';

  test('are at our own origin under the hash of their bytes', async () => {
    const [first, second] = await replicas.start();
    replicas.images.on('/pbs.twimg.com/media/one.jpg', PICTURES.webp);
    const { latestPosts } = await first!.showcase.account('twitter');
    expect(latestPosts.map(({ image_url }) => image_url)).toEqual([
      expect.stringMatching(/^\/api\/social\/images\/[0-9a-f]{64}$/),
      null,
    ]);
    expect(await second!.images.find(nameOf(latestPosts[0]?.image_url))).toEqual({
      contentType: 'image/webp',
      bytes: PICTURES.webp,
    });
  });

  test('that cannot be had leave the post without one, and are not asked for with every answer', async () => {
    const [first] = await replicas.start();
    replicas.images.on(
      '/pbs.twimg.com/media/one.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    for (let visit = 0; visit < 5; visit += 1) {
      const { source, latestPosts } = await first!.showcase.account('twitter');
      expect({ source, image: latestPosts[0]?.image_url }).toEqual({ source: 'platform', image: null });
      replicas.pass(2 * MINUTE);
    }
    expect(replicas.images.asked).toHaveLength(1);
  });

  test('that never come do not hold up the answer, and come with a later one', async () => {
    const [first] = await replicas.start({ patience: PATIENCE_MS });
    const held: { end(body: Buffer): unknown }[] = [];
    replicas.images.on('/pbs.twimg.com/media/one.jpg', (response) => void held.push(response));
    const began = performance.now();
    expect(await first!.showcase.account('twitter')).toMatchObject({ source: 'platform' });
    expect(performance.now() - began).toBeLessThan(PATIENCE_MS + 2_000);
    for (const response of held) response.end(PICTURES.png);
    await expect
      .poll(async () => (await first!.showcase.account('twitter')).latestPosts[0]?.image_url)
      .toMatch(/images/);
  });

  test('are bounded in number, and those in use stay', async () => {
    await replicas.pool.query(
      `insert into showcase.images (source, hash, content_type, bytes, fetched_at, used_at)
       select 'old ' || n, n, 'image/png', 'x', to_timestamp(n), to_timestamp(n) from generate_series(1, 100) as n`,
    );
    const [first] = await replicas.start();
    const { latestPosts } = await first!.showcase.account('twitter');
    const { rows } = await replicas.pool.query<{ count: string; oldest: Date }>(
      'select count(*), min(used_at) as oldest from showcase.images',
    );
    expect(rows[0]?.count).toBe('64');
    expect(rows[0]?.oldest).toEqual(new Date(38_000));
    expect(await first!.images.find(nameOf(latestPosts[0]?.image_url))).toBeDefined();
  });
});
