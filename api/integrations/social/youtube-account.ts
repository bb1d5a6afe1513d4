import * as z from 'zod/mini';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import { type AccountReading, imageOf, readCountText, readText, readTime } from './account-reading.ts';
import type { YouTubeChannelConfig } from './config.ts';
import { PlatformRefused } from './errors.ts';
import type { PlatformClient } from './platform-client.ts';
import { handleIn } from './youtube-handle.ts';

const id = z.string().check(z.regex(/^[\w-]{1,64}$/));
/** Letters and digits of any language; what a channel was called before there were handles may be longer than they are. */
const handle = z.pipe(
  z.pipe(z.string().check(z.maxLength(1_000)), z.transform(handleIn)),
  z.string().check(z.regex(/^[\p{L}\p{M}\p{N}_.·-]{1,100}$/u)),
);

const channels = z.object({
  items: z._default(
    z.array(
      z.object({
        id,
        snippet: z.object({ customUrl: z.optional(handle) }),
        statistics: z.object({
          subscriberCount: readCountText,
          hiddenSubscriberCount: z.optional(z.boolean()),
          videoCount: readCountText,
        }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.optional(z.string()) }) }),
      }),
    ),
    [],
  ),
});
const playlist = z.object({
  items: z._default(z.array(z.object({ contentDetails: z.object({ videoId: id }) })), []),
});
const thumbnail = z.optional(z.object({ url: z.string() }));
const videos = z.object({
  items: z._default(
    z.array(
      z.object({
        id,
        snippet: z.object({
          title: readText,
          publishedAt: readTime,
          thumbnails: z._default(z.object({ high: thumbnail, medium: thumbnail, default: thumbnail }), {}),
        }),
        statistics: z._default(z.object({ likeCount: readCountText, commentCount: readCountText }), {
          likeCount: null,
          commentCount: null,
        }),
      }),
    ),
    [],
  ),
});

/**
 * The program's own channel with the app's key: three calls, each of which costs one unit of the day's quota.
 * https://developers.google.com/youtube/v3/guides/implementation/videos
 */
export async function readYouTubeAccount(
  client: PlatformClient,
  youtube: YouTubeChannelConfig,
  signal: AbortSignal,
): Promise<AccountReading> {
  const ask = <Schema extends z.ZodMiniType>(
    schema: Schema,
    resource: string,
    query: Readonly<Record<string, string>>,
  ) => client.call(schema, get(youtube, resource, query), signal);

  const { items } = await ask(channels, 'channels', {
    part: 'snippet,statistics,contentDetails',
    id: youtube.channelId,
  });
  const channel = items.find((one) => one.id === youtube.channelId);
  if (!channel) throw new PlatformRefused(404, 'no channel');
  const { statistics, snippet, contentDetails } = channel;
  const ids = await newestVideos(ask, contentDetails.relatedPlaylists.uploads);
  const found =
    ids.length === 0
      ? []
      : (await ask(videos, 'videos', { part: 'snippet,statistics', id: ids.join(',') })).items;
  return {
    handle: snippet.customUrl ?? null,
    stats: {
      followers: statistics.hiddenSubscriberCount ? null : statistics.subscriberCount,
      posts: statistics.videoCount,
    },
    posts: ids.flatMap((videoId) => found.filter((one) => one.id === videoId).map(readVideo)),
    announcement: null,
  };
}

async function newestVideos(
  ask: (
    schema: typeof playlist,
    resource: string,
    query: Record<string, string>,
  ) => Promise<z.output<typeof playlist>>,
  uploads: string | undefined,
): Promise<string[]> {
  if (!uploads) return [];
  try {
    const { items } = await ask(playlist, 'playlistItems', {
      part: 'contentDetails',
      playlistId: uploads,
      maxResults: String(POSTS_PER_PLATFORM),
    });
    return items.slice(0, POSTS_PER_PLATFORM).map(({ contentDetails }) => contentDetails.videoId);
  } catch (error) {
    // A channel without a video has no such list.
    if (error instanceof PlatformRefused && error.reason === 'playlistNotFound') return [];
    throw error;
  }
}

function readVideo({ id, snippet, statistics }: z.output<typeof videos>['items'][number]) {
  const { high, medium, default: smallest } = snippet.thumbnails;
  return {
    id,
    text: snippet.title,
    image: imageOf('youtube', (high ?? medium ?? smallest)?.url),
    likes: statistics.likeCount,
    comments: statistics.commentCount,
    createdAt: snippet.publishedAt,
    url: `https://www.youtube.com/watch?v=${id}`,
  };
}

/** The key travels in a header: an address may be logged on its way. */
function get(youtube: YouTubeChannelConfig, resource: string, query: Readonly<Record<string, string>>) {
  const url = new URL(`${youtube.apiBase}/youtube/v3/${resource}`);
  url.search = new URLSearchParams(query).toString();
  return { url, headers: { 'x-goog-api-key': youtube.apiKey } };
}
