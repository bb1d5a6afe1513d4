import * as z from 'zod/mini';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import {
  type AccountReading,
  imageOf,
  type ReadPost,
  readCount,
  readPageUrl,
  readText,
  readTime,
} from './account-reading.ts';
import type { InstagramConfig } from './config.ts';
import type { PlatformClient } from './platform-client.ts';

const profile = z.object({ followers_count: readCount, media_count: readCount });
const media = z.object({
  id: z.string().check(z.regex(/^\d{1,40}$/)),
  caption: z._default(readText, ''),
  media_url: z.optional(z.string()),
  /** Of a video, whose `media_url` is the video. */
  thumbnail_url: z.optional(z.string()),
  permalink: readPageUrl('instagram'),
  timestamp: readTime,
  /** Left out where the owner hides it. */
  like_count: readCount,
  comments_count: readCount,
});
const page = z.object({ data: z._default(z.array(media), []) });

const FIELDS = 'id,caption,media_url,thumbnail_url,permalink,timestamp,like_count,comments_count';

/**
 * The account whose token it is: its figures and its newest posts, with two calls.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media
 */
export async function readInstagramAccount(
  client: PlatformClient,
  instagram: InstagramConfig,
  signal: AbortSignal,
): Promise<AccountReading> {
  const [own, newest] = await Promise.all([
    client.call(profile, get(instagram, 'me', { fields: 'followers_count,media_count' }), signal),
    client.call(
      page,
      get(instagram, 'me/media', { fields: FIELDS, limit: String(POSTS_PER_PLATFORM) }),
      signal,
    ),
  ]);
  return {
    handle: instagram.handle,
    stats: { followers: own.followers_count, posts: own.media_count },
    posts: newest.data.slice(0, POSTS_PER_PLATFORM).map(readMedia),
    announcement: null,
  };
}

function readMedia(given: z.output<typeof media>): ReadPost {
  const { id, caption, media_url, thumbnail_url, permalink, timestamp } = given;
  return {
    id,
    text: caption,
    image: imageOf('instagram', thumbnail_url ?? media_url),
    likes: given.like_count,
    comments: given.comments_count,
    createdAt: timestamp,
    url: permalink,
  };
}

function get(instagram: InstagramConfig, path: string, query: Readonly<Record<string, string>>) {
  const url = new URL(`${instagram.apiBase}/v23.0/${path}`);
  url.search = new URLSearchParams(query).toString();
  return { url, headers: { authorization: `Bearer ${instagram.accessToken}` } };
}
