import { type TaskType, TWITTER_POSTS_REFRESH_MS } from '../../contracts/constants.ts';
import type { Clock } from '../clock.ts';
import type { Post, Posts } from '../integrations/social/verifier.ts';
import { SingleFlight } from './single-flight.ts';

/** The posts that tasks are about, chosen here and by no client. */
export type TaskPosts = { current(): Promise<Posts> };

const NO_POSTS: Posts = { latest: null, announcement: null };
/** A page is not kept waiting longer than this for a platform that is slow. Milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Keeps what `read` gives for two minutes. While the platform cannot be asked, the last posts stay; before there
 * were any, there are none. A failed read is not tried again for ten seconds.
 */
export function createTaskPosts(read: (signal: AbortSignal) => Promise<Posts>, clock: Clock): TaskPosts {
  let kept = NO_POSTS;
  let freshUntil = Number.NEGATIVE_INFINITY;
  const reads = new SingleFlight<Posts>();
  return {
    async current() {
      if (clock() < freshUntil) return kept;
      return reads.run('posts', async () => {
        try {
          kept = await read(AbortSignal.timeout(PATIENCE_MS));
          freshUntil = clock() + TWITTER_POSTS_REFRESH_MS;
        } catch {
          // The client behind `read` has counted the failure; the tasks only say that there is no post.
          freshUntil = clock() + 10_000;
        }
        return kept;
      });
    },
  };
}

export function isAboutPost(taskType: TaskType): boolean {
  return taskType === 'like' || taskType === 'retweet';
}

/** The post that a task is about, null while there is none; undefined for a task that is about no post. */
export function postFor(taskType: TaskType, { latest, announcement }: Posts): Post | null | undefined {
  if (taskType === 'like') return latest;
  return taskType === 'retweet' ? announcement : undefined;
}
