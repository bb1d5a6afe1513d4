import * as z from 'zod/mini';
import type { Clock } from '../../http/clock.ts';
import type { XConfig } from './config.ts';
import { createOAuthClient } from './oauth-client.ts';
import type { PlatformClient } from './platform-client.ts';
import type { OAuthVerifier, TaskAnswer, TaskQuestion } from './verifier.ts';
import { emptyList } from './x-empty-list.ts';

const id = z.string().check(z.regex(/^\d{1,20}$/));

const me = z.object({ data: z.object({ id, username: z.string().check(z.regex(/^\w{1,64}$/)) }) });
const relation = z.object({ data: z.object({ id, connection_status: z._default(z.array(z.string()), []) }) });
const likedPosts = z.union([z.object({ data: z.array(z.object({ id })) }), emptyList]);
const ownPosts = z.union([
  z.object({
    data: z.array(
      z.object({
        id,
        referenced_tweets: z._default(z.array(z.object({ type: z.string(), id })), []),
      }),
    ),
  }),
  emptyList,
]);

/** The newest posts that one question looks at: X counts, and charges, every post that it returns. */
const LOOK_BACK = 100;

/**
 * X through its API v2 with the user's own token.
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 */
export function createXVerifier(client: PlatformClient, clock: Clock, x: XConfig): OAuthVerifier {
  return {
    kind: 'oauth',
    ...createOAuthClient(client, clock, {
      clientId: x.clientId,
      clientSecret: x.clientSecret,
      authorizeUrl: `${x.authorizeBase}/i/oauth2/authorize`,
      tokenUrl: `${x.apiBase}/2/oauth2/token`,
      scopes: ['tweet.read', 'users.read', 'follows.read', 'like.read', 'offline.access'],
    }),
    async identify(accessToken, signal) {
      const { data } = await client.call(me, get(x, '/2/users/me', accessToken), signal);
      return { platformUserId: data.id, handle: data.username };
    },
    async check(question, accessToken, signal) {
      switch (question.taskType) {
        case 'follow':
          return follows(client, x, accessToken, signal);
        case 'like':
          return likes(client, x, question, accessToken, signal);
        case 'retweet':
          return retweets(client, x, question, accessToken, signal);
        case 'subscribe':
          return { done: false, evidence: 'X knows no subscriptions' };
      }
    },
  };
}

/**
 * One user with the asker's relation to it, whatever the number of accounts that the asker follows. A list of
 * followings costs a charge for each of its users.
 */
async function follows(
  client: PlatformClient,
  x: XConfig,
  accessToken: string,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  const request = get(x, `/2/users/${x.accountId}`, accessToken, { 'user.fields': 'connection_status' });
  const { data } = await client.call(relation, request, signal);
  const done = data.id === x.accountId && data.connection_status.includes('following');
  return { done, evidence: `X: connection_status of ${x.accountId} is ${listed(data.connection_status)}` };
}

/** The asker's own newest likes. A post's likers are no way: X names the first 100 of all time. */
async function likes(
  client: PlatformClient,
  x: XConfig,
  { platformUserId, post }: TaskQuestion,
  accessToken: string,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  if (!post) return { done: false, evidence: 'there is no post' };
  const path = `/2/users/${encodeURIComponent(platformUserId)}/liked_tweets`;
  const request = get(x, path, accessToken, { max_results: String(LOOK_BACK) });
  const { data } = await client.call(likedPosts, request, signal);
  const done = data.some(({ id }) => id === post.id);
  return {
    done,
    evidence: `X: liked_tweets of ${platformUserId} ${done ? 'holds' : 'does not hold'} ${post.id}`,
  };
}

/**
 * The asker's own posts since the announcement: a repost is a post of its own and always newer than what it repeats.
 * A quote is not a repost.
 */
async function retweets(
  client: PlatformClient,
  x: XConfig,
  { platformUserId, post }: TaskQuestion,
  accessToken: string,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  if (!post) return { done: false, evidence: 'there is no post' };
  const request = get(x, `/2/users/${encodeURIComponent(platformUserId)}/tweets`, accessToken, {
    since_id: post.id,
    exclude: 'replies',
    'tweet.fields': 'referenced_tweets',
    max_results: String(LOOK_BACK),
  });
  const { data } = await client.call(ownPosts, request, signal);
  const done = data.some(({ referenced_tweets }) =>
    referenced_tweets.some(({ type, id }) => type === 'retweeted' && id === post.id),
  );
  return {
    done,
    evidence: `X: posts of ${platformUserId} ${done ? 'hold' : 'do not hold'} a repost of ${post.id}`,
  };
}

function get(x: XConfig, path: string, accessToken: string, query: Record<string, string> = {}) {
  const url = new URL(`${x.apiBase}${path}`);
  url.search = new URLSearchParams(query).toString();
  return { url, headers: { authorization: `Bearer ${accessToken}` } };
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'empty' : words.join(', ').slice(0, 200);
}
