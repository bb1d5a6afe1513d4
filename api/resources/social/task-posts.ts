import type { TaskType } from '../../../contracts/constants.ts';
import type { ReadPost } from '../../integrations/social/account-reading.ts';
import { DEMO_POSTS } from '../../integrations/social/demo.ts';
import type { Post, Posts } from '../../integrations/social/verifier.ts';
import type { SharedReading } from './shared-reading.ts';

/** The posts that tasks are about, chosen here and by no client. */
export type TaskPosts = { current(): Promise<Posts> };

const NO_POSTS: Posts = { latest: null, announcement: null };

/**
 * The newest and the pinned post of what all replicas know of the account on X. Without credentials there are none,
 * and on a local trial those that say so.
 * @param x undefined without credentials
 */
export function createTaskPosts(
  x: Pick<SharedReading, 'current'> | undefined,
  isTrial: () => boolean,
): TaskPosts {
  return {
    async current() {
      if (!x) return isTrial() ? DEMO_POSTS : NO_POSTS;
      const { reading } = await x.current();
      const latest = reading?.posts[0];
      const announcement = reading?.announcement;
      return {
        latest: latest ? postOf(latest) : null,
        announcement: announcement ? postOf(announcement) : null,
      };
    },
  };
}

function postOf({ id, text, url }: ReadPost): Post {
  return { id, text, url };
}

export function isAboutPost(taskType: TaskType): boolean {
  return taskType === 'like' || taskType === 'retweet';
}

/** The post that a task is about, null while there is none; undefined for a task that is about no post. */
export function postFor(taskType: TaskType, { latest, announcement }: Posts): Post | null | undefined {
  if (taskType === 'like') return latest;
  return taskType === 'retweet' ? announcement : undefined;
}
