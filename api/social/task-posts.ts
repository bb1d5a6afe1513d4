import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type TaskType, TWITTER_POSTS_REFRESH_MS } from '../../contracts/constants.ts';
import type { Database } from '../../projector/database.ts';
import type { Clock } from '../clock.ts';
import type { Post, Posts } from '../integrations/social/verifier.ts';
import { SingleFlight } from './single-flight.ts';
import { spendAs } from './spender.ts';

/** The posts that tasks are about, chosen here and by no client. */
export type TaskPosts = { current(): Promise<Posts> };

const NO_POSTS: Posts = { latest: null, announcement: null };
/** A page is not kept waiting longer than this for a platform that is slow. Milliseconds. */
const PATIENCE_MS = 2_000;
/** How long a replica may read before another one tries its luck. Milliseconds. */
const LEASE_MS = PATIENCE_MS + 1_000;
/** How soon a read that failed is tried again. Milliseconds. */
const RETRY_MS = 10_000;
/** How often it is looked whether another replica has read the very first posts. Milliseconds. */
const LOOK_MS = 100;

const post = z.object({ id: z.string(), text: z.string(), url: z.string() });
const storedPosts = z.object({ latest: z.nullable(post), announcement: z.nullable(post) });

/**
 * Keeps what `read` gives for two minutes, for all replicas: one of them reads. While the platform cannot be asked,
 * the last posts stay, over a restart too; before there were any, there are none. A failed read is not tried again
 * for ten seconds.
 */
export function createTaskPosts(
  db: Database,
  read: (signal: AbortSignal) => Promise<Posts>,
  clock: Clock,
): TaskPosts {
  let kept = NO_POSTS;
  let freshUntil = Number.NEGATIVE_INFINITY;
  const reads = new SingleFlight<Posts>();

  async function shared(): Promise<Posts> {
    if (await takeLease(db, clock())) await keepRead();
    let row = await stored(db);
    for (let waited = 0; row?.posts === null && waited < PATIENCE_MS; waited += LOOK_MS) {
      if (row.freshUntil > clock()) break;
      await sleep(LOOK_MS);
      row = await stored(db);
    }
    kept = row?.posts ?? kept;
    // While another replica reads, its result is looked for with the next question.
    freshUntil = row?.freshUntil ?? freshUntil;
    return kept;
  }

  async function keepRead(): Promise<void> {
    let posts: Posts | null = null;
    try {
      posts = await spendAs({ purpose: 'posts' }, () => read(AbortSignal.timeout(PATIENCE_MS)));
    } catch {
      // The client behind `read` has counted the failure; the tasks only say that there is no post.
    }
    const until = new Date(clock() + (posts ? TWITTER_POSTS_REFRESH_MS : RETRY_MS));
    await db.query(
      `update vault.task_posts set posts = coalesce($1::jsonb, posts), fresh_until = $2, reading_until = $3
       where platform = 'twitter'`,
      [posts && JSON.stringify(posts), until, new Date(0)],
    );
  }

  return {
    async current() {
      if (clock() < freshUntil) return kept;
      return reads.run('posts', shared);
    },
  };
}

/** Whether this replica is to read now. */
async function takeLease(db: Database, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into vault.task_posts as kept (platform, fresh_until, reading_until)
     values ('twitter', $3, $2)
     on conflict (platform) do update set reading_until = $2
     where kept.fresh_until <= $1 and kept.reading_until <= $1`,
    [new Date(now), new Date(now + LEASE_MS), new Date(0)],
  );
  return rowCount === 1;
}

async function stored(db: Database): Promise<{ posts: Posts | null; freshUntil: number } | undefined> {
  const { rows } = await db.query<{ posts: unknown; fresh_until: Date }>(
    `select posts, fresh_until from vault.task_posts where platform = 'twitter'`,
  );
  const row = rows[0];
  return (
    row && {
      posts: row.posts === null ? null : storedPosts.parse(row.posts),
      freshUntil: row.fresh_until.getTime(),
    }
  );
}

export function isAboutPost(taskType: TaskType): boolean {
  return taskType === 'like' || taskType === 'retweet';
}

/** The post that a task is about, null while there is none; undefined for a task that is about no post. */
export function postFor(taskType: TaskType, { latest, announcement }: Posts): Post | null | undefined {
  if (taskType === 'like') return latest;
  return taskType === 'retweet' ? announcement : undefined;
}
