import type {
  AllPlatforms,
  ShownPlatform,
  SocialAccount,
  SocialPost,
} from '../../../contracts/api/socials.ts';
import type { ReadPost } from '../../integrations/social/account-reading.ts';
import type { SocialConfig } from '../../integrations/social/config.ts';
import type { Post } from '../../integrations/social/verifier.ts';
import type { ContentAccount, SocialContent } from './content.ts';
import type { SocialImages } from './images.ts';
import type { Kept, SharedReading } from './shared-reading.ts';
import type { TaskPosts } from './task-posts.ts';

/** The program's own accounts and shows, as everybody may see them. */
export type Showcase = {
  all(): Promise<AllPlatforms>;
  account(platform: ShownPlatform): Promise<SocialAccount>;
};

type Address = Pick<SocialAccount, 'handle' | 'url' | 'followUrl'>;

/**
 * Puts together what the platforms said and what the operator wrote down. An account's name and addresses are those of
 * the settings, which the tasks are about, too; the file has them where there are none.
 */
export function createShowcase(parts: {
  readonly config: SocialConfig;
  readonly content: SocialContent;
  /** Those that can be asked. */
  readonly readings: Readonly<Partial<Record<ShownPlatform, Pick<SharedReading, 'current'>>>>;
  readonly images: Pick<SocialImages, 'pathsOf'>;
  readonly taskPosts: TaskPosts;
}): Showcase {
  const { config, content, readings, images, taskPosts } = parts;

  async function present(platform: ShownPlatform, kept: Kept | undefined): Promise<SocialAccount> {
    const written = content.platforms[platform];
    const reading = kept?.reading;
    const address = addressOf(platform, config, written, reading?.handle ?? undefined);
    if (!reading) return { ...fromContent(written), ...address, stale: kept !== undefined };
    const paths = await images.pathsOf(platform, reading.posts);
    return {
      ...address,
      stats: reading.stats,
      latestPosts: reading.posts.map((post) => presentPost(post, paths.get(post))),
      source: 'platform',
      asOf: kept?.asOf?.toISOString() ?? null,
      stale: kept?.stale ?? false,
    };
  }

  const account = async (platform: ShownPlatform) => present(platform, await readings[platform]?.current());

  /** With the posts that the tasks are about: those of the last answer of X, or the ones that a trial has. */
  async function accountOnX(): Promise<AllPlatforms['platforms']['twitter']> {
    const kept = await readings.twitter?.current();
    const shown = await present('twitter', kept);
    if (!kept?.reading) {
      const { latest, announcement } = await taskPosts.current();
      return { ...shown, latest: latest && bare(latest), announcement: announcement && bare(announcement) };
    }
    const { announcement } = kept.reading;
    const paths = announcement && (await images.pathsOf('twitter', [announcement]));
    return {
      ...shown,
      latest: shown.latestPosts[0] ?? null,
      announcement: announcement && presentPost(announcement, paths?.get(announcement)),
    };
  }

  return {
    account,
    async all() {
      const [twitter, instagram, tiktok, youtube] = await Promise.all([
        accountOnX(),
        account('instagram'),
        account('tiktok'),
        account('youtube'),
      ]);
      return {
        platforms: { twitter, instagram, tiktok, youtube },
        podcasts: content.podcasts.map(({ image, ...show }) => ({ ...show, imageUrl: image })),
      };
    },
  };
}

function fromContent({ stats, asOf, posts }: ContentAccount) {
  return {
    stats,
    latestPosts: posts.map(({ image, createdAt, ...post }) => ({
      ...post,
      image_url: image,
      created_at: createdAt,
    })),
    source: 'content' as const,
    asOf,
  };
}

function presentPost(
  { id, text, likes, comments, createdAt, url }: ReadPost,
  path: string | undefined,
): SocialPost {
  return { id, text, image_url: path ?? null, likes, comments, created_at: createdAt, url };
}

/** A post of which no more is known than what a task needs. */
function bare({ id, text, url }: Post): SocialPost {
  return { id, text, image_url: null, likes: null, comments: null, created_at: null, url };
}

/** @param told the handle, where the platform itself has said it */
function addressOf(
  platform: ShownPlatform,
  config: SocialConfig,
  written: ContentAccount,
  told: string | undefined,
): Address {
  const { handle, url, followUrl } = written;
  switch (platform) {
    case 'twitter': {
      const own = config.twitter?.handle;
      if (!own) break;
      return {
        handle: own,
        url: `https://x.com/${own}`,
        followUrl: `https://x.com/intent/follow?screen_name=${own}`,
      };
    }
    case 'instagram': {
      const own = config.instagram?.handle;
      if (!own) break;
      return accountAt(own, `https://www.instagram.com/${own}/`);
    }
    case 'tiktok': {
      const own = config.tiktok?.handle;
      if (!own) break;
      return accountAt(own, `https://www.tiktok.com/@${own}`);
    }
    case 'youtube': {
      const channel = config.youtubeChannel?.channelId ?? config.youtube?.channelId;
      if (!channel) break;
      const own = `https://www.youtube.com/channel/${channel}`;
      return { handle: told ?? handle, url: own, followUrl: `${own}?sub_confirmation=1` };
    }
  }
  return { handle, url, followUrl };
}

const accountAt = (handle: string, url: string): Address => ({ handle, url, followUrl: url });
