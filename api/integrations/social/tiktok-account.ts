import * as z from 'zod/mini';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import type { Clock } from '../../http/clock.ts';
import {
  type AccountReading,
  imageOf,
  type ReadPost,
  readCount,
  readPageUrl,
  readText,
} from './account-reading.ts';
import type { TikTokConfig } from './config.ts';
import { PlatformRefused } from './errors.ts';
import type { PlatformClient } from './platform-client.ts';
import { type PlatformTokens, RENEWAL_MS } from './verifier.ts';

const profile = z.object({
  data: z.object({ user: z.object({ follower_count: readCount, video_count: readCount }) }),
});
const video = z.object({
  id: z.string().check(z.regex(/^\d{1,40}$/)),
  title: z._default(readText, ''),
  video_description: z._default(readText, ''),
  cover_image_url: z.optional(z.string()),
  share_url: readPageUrl('tiktok'),
  /** Seconds since the epoch, in this century. */
  create_time: z.int().check(z.minimum(946_684_800), z.maximum(4_102_444_800)),
  like_count: readCount,
  comment_count: readCount,
});
const list = z.object({ data: z.object({ videos: z._default(z.array(video), []) }) });

const FIELDS = 'id,title,video_description,cover_image_url,share_url,create_time,like_count,comment_count';

/**
 * The account whose token it is: its figures and its newest videos, with two calls of the Display API.
 * https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-list
 */
export async function readTikTokAccount(
  client: PlatformClient,
  tiktok: TikTokConfig,
  accessToken: string,
  signal: AbortSignal,
): Promise<AccountReading> {
  const at = (path: string, fields: string) => {
    const url = new URL(`${tiktok.apiBase}${path}`);
    url.search = new URLSearchParams({ fields }).toString();
    return { url, headers: { authorization: `Bearer ${accessToken}` } };
  };
  const [own, newest] = await Promise.all([
    client.call(profile, at('/v2/user/info/', 'follower_count,video_count'), signal),
    client.call(list, { ...at('/v2/video/list/', FIELDS), json: { max_count: POSTS_PER_PLATFORM } }, signal),
  ]);
  const { user } = own.data;
  return {
    handle: tiktok.handle,
    stats: { followers: user.follower_count, posts: user.video_count },
    posts: newest.data.videos.slice(0, POSTS_PER_PLATFORM).map(readVideo),
    announcement: null,
  };
}

function readVideo(given: z.output<typeof video>): ReadPost {
  const url = new URL(given.share_url);
  // Which app it was shared with is nobody's business.
  url.search = '';
  return {
    id: given.id,
    text: given.video_description || given.title,
    image: imageOf('tiktok', given.cover_image_url),
    likes: given.like_count,
    comments: given.comment_count,
    createdAt: new Date(given.create_time * 1_000).toISOString(),
    url: url.href,
  };
}

const token = z.string().check(z.regex(/^[\x21-\x7e]{1,4096}$/));
const renewed = z.object({
  access_token: token,
  /** Seconds. */
  expires_in: z.number().check(z.minimum(0), z.maximum(10 ** 8)),
  refresh_token: z.optional(token),
});
/** What TikTok says with status 200, too. */
const refused = z.object({ error: z.string().check(z.minLength(1)) });

/**
 * A new access token, which is good for a day, and the refresh token that is to be used next.
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 * @throws PlatformRefused, PlatformUnavailable, PlatformLimited
 */
export async function refreshTikTokToken(
  client: PlatformClient,
  clock: Clock,
  tiktok: TikTokConfig,
  refreshToken: string,
  signal: AbortSignal,
): Promise<PlatformTokens> {
  const answer = await client.call(
    z.union([renewed, refused]),
    {
      url: new URL(`${tiktok.apiBase}/v2/oauth/token/`),
      headers: {},
      form: new URLSearchParams({
        client_key: tiktok.clientKey,
        client_secret: tiktok.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }),
      timeout: RENEWAL_MS,
    },
    signal,
  );
  if ('error' in answer) throw new PlatformRefused(400, answer.error.slice(0, 100));
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: new Date(clock() + answer.expires_in * 1_000),
  };
}
