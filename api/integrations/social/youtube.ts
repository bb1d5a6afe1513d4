import * as z from 'zod/mini';
import type { Clock } from '../../http/clock.ts';
import type { YouTubeConfig } from './config.ts';
import { PlatformRefused } from './errors.ts';
import { createOAuthClient } from './oauth-client.ts';
import type { PlatformClient } from './platform-client.ts';
import type { OAuthVerifier } from './verifier.ts';
import { handleIn } from './youtube-handle.ts';

const channelId = z.string().check(z.regex(/^[\w-]{1,64}$/));
const channels = z.object({
  items: z._default(
    z.array(z.object({ id: channelId, snippet: z.object({ customUrl: z.optional(z.string()) }) })),
    [],
  ),
});
const subscriptions = z.object({
  items: z._default(
    z.array(z.object({ snippet: z.object({ resourceId: z.object({ channelId: z.string() }) }) })),
    [],
  ),
});

/** Google's words for a quota that is used up; they come with status 403. */
export const YOUTUBE_LIMITS = [
  'quotaExceeded',
  'dailyLimitExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
];

/**
 * YouTube through its Data API v3 with the user's own token. Each call costs one unit of the day's quota.
 * https://developers.google.com/youtube/v3/docs/subscriptions/list
 */
export function createYouTubeVerifier(
  client: PlatformClient,
  clock: Clock,
  youtube: YouTubeConfig,
): OAuthVerifier {
  return {
    kind: 'oauth',
    ...createOAuthClient(client, clock, {
      clientId: youtube.clientId,
      clientSecret: youtube.clientSecret,
      authorizeUrl: `${youtube.authorizeBase}/o/oauth2/v2/auth`,
      tokenUrl: `${youtube.tokenBase}/token`,
      scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
      // Google gives a refresh token only to who asks for offline access, and again only after a new consent.
      extra: { access_type: 'offline', prompt: 'consent' },
    }),
    async identify(accessToken, signal) {
      const request = get(youtube, 'channels', accessToken, { part: 'snippet', mine: 'true' });
      const channel = (await client.call(channels, request, signal)).items[0];
      if (!channel) throw new PlatformRefused(404, 'no channel');
      const handle = handleIn(channel.snippet.customUrl ?? '').slice(0, 64);
      return { platformUserId: channel.id, handle: handle || channel.id };
    },
    async check({ taskType }, accessToken, signal) {
      if (taskType !== 'subscribe') return { done: false, evidence: `YouTube knows no ${taskType}` };
      const request = get(youtube, 'subscriptions', accessToken, {
        part: 'snippet',
        mine: 'true',
        forChannelId: youtube.channelId,
        maxResults: '1',
      });
      const { items } = await client.call(subscriptions, request, signal);
      const done = items.some(({ snippet }) => snippet.resourceId.channelId === youtube.channelId);
      return {
        done,
        evidence: `YouTube: subscriptions ${done ? 'hold' : 'do not hold'} ${youtube.channelId}`,
      };
    },
  };
}

function get(youtube: YouTubeConfig, resource: string, accessToken: string, query: Record<string, string>) {
  const url = new URL(`${youtube.apiBase}/youtube/v3/${resource}`);
  url.search = new URLSearchParams(query).toString();
  return { url, headers: { authorization: `Bearer ${accessToken}` } };
}
