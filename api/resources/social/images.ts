import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import type { AccountReading, ReadPost } from '../../integrations/social/account-reading.ts';
import type { ImageSource } from '../../integrations/social/image-source.ts';

export type StoredImage = { readonly contentType: string; readonly bytes: Buffer };

/** Pictures of posts, fetched once for all replicas and visitors. */
export type SocialImages = {
  /** Fetches those that are not here yet. Never throws: a post is shown without its picture, too. */
  keep(platform: ShownPlatform, reading: AccountReading): Promise<void>;
  /** Where at this origin the posts' pictures are, by the post; posts without one are not in it. */
  pathsOf(platform: ShownPlatform, posts: readonly ReadPost[]): Promise<ReadonlyMap<ReadPost, string>>;
  find(hash: string): Promise<StoredImage | undefined>;
  /** Gives up what is being fetched, and waits until that has ended. */
  stop(): Promise<void>;
};

/** Pictures that are kept: some ten are shown at a time, each of 300 kB at the most. */
export const IMAGES_KEPT = 64;
/** All that fetching one picture may take. Milliseconds. */
const FETCH_MS = 5_000;
/** A picture may be replaced at its address: it is fetched again after a day. Milliseconds. */
const GOOD_FOR_MS = 24 * 3_600_000;
/** One that could not be had is left alone for this long. Milliseconds. */
const RETRY_MS = 30 * 60_000;

export function createSocialImages(parts: {
  readonly db: Database;
  readonly source: ImageSource;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}): SocialImages {
  const { db, source, clock, logger } = parts;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** When each that could not be had may be tried again. */
  const refused = new Map<string, number>();

  async function keepMissing(platform: ShownPlatform, posts: readonly ReadPost[]): Promise<void> {
    const now = clock();
    const wanted = new Map(
      posts.flatMap((post) => (post.image ? [[sourceOf(platform, post), post.image]] : [])),
    );
    const kept = await touch(db, [...wanted.keys()], now);
    for (const [key, until] of refused) if (until <= now) refused.delete(key);
    const missing = [...wanted].filter(
      ([key]) => !refused.has(key) && now - (kept.get(key) ?? 0) >= GOOD_FOR_MS,
    );
    await Promise.all(missing.map(([key, address]) => keepOne(platform, key, address, now)));
    if (missing.length > 0) await db.query(EVICT, [IMAGES_KEPT]);
  }

  async function keepOne(platform: ShownPlatform, key: string, address: string, now: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(FETCH_MS)]);
    try {
      const { bytes, contentType } = await source.fetch(platform, address, signal);
      await db.query(KEEP, [key, sha256(bytes), contentType, bytes, new Date(now)]);
    } catch (err) {
      if (stopping.signal.aborted) return;
      refused.set(key, now + RETRY_MS);
      logger.info({ err, platform }, 'a picture of a post could not be had');
    }
  }

  return {
    async keep(platform, { posts, announcement }) {
      if (stopping.signal.aborted) return;
      const work = keepMissing(platform, announcement ? [...posts, announcement] : posts)
        .catch((err: unknown) => logger.warn({ err, platform }, 'pictures of posts could not be kept'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
      await work;
    },
    async pathsOf(platform, posts) {
      const shown = posts.filter(({ image }) => image !== null);
      if (shown.length === 0) return new Map();
      const { rows } = await db.query<{ source: string; hash: string }>(
        'select source, hash from showcase.images where source = any($1)',
        [shown.map((post) => sourceOf(platform, post))],
      );
      const hashes = new Map(rows.map(({ source, hash }) => [source, hash]));
      return new Map(
        shown.flatMap((post) => {
          const hash = hashes.get(sourceOf(platform, post));
          return hash === undefined ? [] : [[post, `/api/social/images/${hash}`]];
        }),
      );
    },
    async find(hash) {
      const { rows } = await db.query<{ content_type: string; bytes: Buffer }>(
        'select content_type, bytes from showcase.images where hash = $1 limit 1',
        [hash],
      );
      return rows[0] && { contentType: rows[0].content_type, bytes: rows[0].bytes };
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** Which picture of which post: its host and its query are others in every answer of a platform. */
function sourceOf(platform: ShownPlatform, { id, image }: ReadPost): string {
  return sha256(`${platform} ${id} ${image === null ? '' : new URL(image).pathname}`);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Says of those that are here when they were fetched, in milliseconds, and that they are still in use. */
async function touch(db: Database, keys: readonly string[], now: number): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.query<{ source: string; fetched_at: Date }>(
    'update showcase.images set used_at = $2 where source = any($1) returning source, fetched_at',
    [keys, new Date(now)],
  );
  return new Map(rows.map(({ source, fetched_at }) => [source, fetched_at.getTime()]));
}

const KEEP = `
  insert into showcase.images (source, hash, content_type, bytes, fetched_at, used_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (source) do update set
    hash = excluded.hash, content_type = excluded.content_type, bytes = excluded.bytes,
    fetched_at = excluded.fetched_at, used_at = excluded.used_at`;

const EVICT = `
  delete from showcase.images
  where source in (select source from showcase.images order by used_at desc, source offset $1)`;
