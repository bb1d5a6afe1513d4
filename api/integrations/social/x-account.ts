import * as z from 'zod/mini';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import {
  type AccountReading,
  imageOf,
  type ReadPost,
  readCount,
  readText,
  readTime,
} from './account-reading.ts';
import type { XConfig } from './config.ts';
import type { PlatformClient } from './platform-client.ts';
import { emptyList } from './x-empty-list.ts';

const id = z.string().check(z.regex(/^\d{1,20}$/));
const mediaKey = z.string().check(z.maxLength(100));

const post = z.object({
  id,
  text: readText,
  created_at: z.optional(readTime),
  public_metrics: z.optional(z.object({ like_count: readCount, reply_count: readCount })),
  attachments: z.optional(z.object({ media_keys: z._default(z.array(mediaKey), []) })),
});
const media = z.object({
  media_key: mediaKey,
  /** Of a photo. */
  url: z.optional(z.string()),
  /** Of a video and an animated picture. */
  preview_image_url: z.optional(z.string()),
});

const timeline = z.union([
  z.object({
    data: z.array(post),
    includes: z.optional(z.object({ media: z._default(z.array(media), []) })),
  }),
  emptyList,
]);
const profile = z.object({
  data: z.object({
    pinned_tweet_id: z.optional(id),
    public_metrics: z.optional(z.object({ followers_count: readCount, tweet_count: readCount })),
  }),
  includes: z.optional(z.object({ tweets: z._default(z.array(post), []) })),
});

type Media = ReadonlyMap<string, z.output<typeof media>>;

const POST_FIELDS = 'created_at,public_metrics,attachments';

/**
 * The program's own account with two calls and the app's token: its figures, its newest posts, and the pinned one as
 * the announcement.
 * https://docs.x.com/x-api/users/get-posts https://docs.x.com/x-api/users/get-user-by-id
 */
export async function readXAccount(
  client: PlatformClient,
  x: XConfig,
  signal: AbortSignal,
): Promise<AccountReading> {
  const [newest, own] = await Promise.all([
    client.call(
      timeline,
      get(x, `/2/users/${x.accountId}/tweets`, {
        exclude: 'replies,retweets',
        // The fewest that X gives.
        max_results: '5',
        'tweet.fields': POST_FIELDS,
        expansions: 'attachments.media_keys',
        'media.fields': 'url,preview_image_url',
      }),
      signal,
    ),
    client.call(
      profile,
      get(x, `/2/users/${x.accountId}`, {
        'user.fields': 'public_metrics,pinned_tweet_id',
        expansions: 'pinned_tweet_id',
        'tweet.fields': POST_FIELDS,
      }),
      signal,
    ),
  ]);
  const pictures: Media = new Map((newest.includes?.media ?? []).map((one) => [one.media_key, one]));
  const pinned = own.includes?.tweets.find((one) => one.id === own.data.pinned_tweet_id);
  const metrics = own.data.public_metrics;
  return {
    handle: x.handle,
    stats: { followers: metrics?.followers_count ?? null, posts: metrics?.tweet_count ?? null },
    posts: newest.data.slice(0, POSTS_PER_PLATFORM).map((one) => readPost(x, one, pictures)),
    announcement: pinned ? readPost(x, pinned, pictures) : null,
  };
}

function readPost(x: XConfig, given: z.output<typeof post>, pictures: Media): ReadPost {
  const { id, text, created_at, public_metrics, attachments } = given;
  const shown = (attachments?.media_keys ?? []).flatMap((key) => pictures.get(key) ?? [])[0];
  return {
    id,
    text: withoutEntities(text),
    image: smaller(imageOf('twitter', shown?.url ?? shown?.preview_image_url)),
    likes: public_metrics?.like_count ?? null,
    comments: public_metrics?.reply_count ?? null,
    createdAt: created_at ?? null,
    url: `https://x.com/${x.handle}/status/${id}`,
  };
}

/** X escapes three characters of every text as if it were HTML. */
function withoutEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Photos come at 680 pixels instead of at their full size. */
function smaller(image: string | null): string | null {
  if (image === null || !image.startsWith('https://pbs.twimg.com/media/')) return image;
  const url = new URL(image);
  url.searchParams.set('name', 'small');
  return url.href;
}

function get(x: XConfig, path: string, query: Readonly<Record<string, string>>) {
  const url = new URL(`${x.apiBase}${path}`);
  url.search = new URLSearchParams(query).toString();
  return { url, headers: { authorization: `Bearer ${x.bearerToken}` } };
}
