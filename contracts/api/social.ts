import * as z from 'zod/mini';
import { PLATFORMS, TASK_TYPES } from '../constants.ts';
import { amount } from '../events/event.ts';
import { handleInput } from '../social-handle.ts';
import { endpoint } from './endpoint.ts';

const platform = z.enum(PLATFORMS);
const taskType = z.enum(TASK_TYPES);

/** How one platform stands with the signed-in user. */
const socialConnection = z.object({
  platform,
  handle: z.nullable(z.string()),
  /**
   * `unproven`: a handle was typed, the platform has not confirmed it, nothing was paid. `expired`: confirmed and
   * paid, but the platform no longer lets us ask; connecting the same account again mends it.
   */
  status: z.enum(['none', 'unproven', 'confirmed', 'expired']),
  /** What confirming it pays, once; it was paid when the status is `confirmed` or `expired`. */
  reward: amount,
  /** How this deployment confirms: `none` when it has no credentials for the platform. */
  verifier: z.enum(['oauth', 'message_code', 'demo', 'none']),
  /** Why the code that was sent last connects nothing: who sent it is told nothing by the platform. */
  refusal: z.optional(z.nullable(z.string())),
});
export type SocialConnection = z.infer<typeof socialConnection>;

const socialTask = z.object({
  platform,
  taskType,
  reward: amount,
  completed: z.boolean(),
  /** The post that the task is about, chosen by the server; null for follow and subscribe. */
  post: z.nullable(z.object({ id: z.string(), text: z.string(), url: z.string() })),
  /** Where the user does it. */
  actionUrl: z.string(),
});
export type SocialTask = z.infer<typeof socialTask>;

export const getSocial = endpoint({
  method: 'GET',
  path: '/api/social',
  summary: "The session's own platforms and tasks",
  access: 'session',
  request: undefined,
  response: z.object({ connections: z.array(socialConnection), tasks: z.array(socialTask) }),
  command: false,
});

/**
 * How a journey to a platform and back ended: the user lands on the dashboard, `/evo-rewards?social=<this>&platform=<platform>`
 * or `/dashboard?…` where the first only announces the program.
 * `expired`: the journey took too long, was used before or was another user's; `other_account`: another account of
 * the platform is connected already.
 */
export type SocialReturn =
  | 'connected'
  | 'denied'
  | 'expired'
  | 'taken'
  | 'other_account'
  | 'failed'
  | 'signed_out';

export const connectSocial = endpoint({
  method: 'POST',
  path: '/api/social/connect',
  summary: 'Name the own account on a platform; it pays once the platform has confirmed it',
  access: 'session',
  request: z.object({ platform, handle: handleInput }),
  response: z.object({
    success: z.literal(true),
    status: z.enum(['unproven', 'confirmed']),
    message: z.string(),
    /** What was granted now; "0" while unproven. */
    reward: amount,
    /** Where the platform asks the user to confirm (OAuth). */
    authorizeUrl: z.nullable(z.string()),
    /** What the user is to send to the program's account on the platform. */
    messageCode: z.nullable(z.string()),
  }),
  command: true,
});

export const verifyTask = endpoint({
  method: 'POST',
  path: '/api/social/verify',
  summary: 'Ask the platform whether a task was done; pays once',
  access: 'session',
  request: z.object({
    platform,
    taskType,
    /** A tweetId that a client names is not used: the server knows which post the task is about. */
    additionalData: z.optional(z.object({ tweetId: z.optional(z.string().check(z.maxLength(100))) })),
  }),
  response: z.object({
    verified: z.boolean(),
    reward: amount,
    message: z.string(),
    /** When to ask again, where the platform or a limit of ours says so. */
    retryAt: z.nullable(z.iso.datetime()),
    /** Milliseconds until then, for a device whose clock is wrong. */
    retryInMs: z.optional(z.nullable(z.int())),
  }),
  command: true,
});

const post = z.object({ id: z.string(), text: z.string(), url: z.string() });

export const getTwitterPosts = endpoint({
  method: 'GET',
  path: '/api/twitter/posts',
  summary: 'The posts that the like and retweet tasks are about',
  access: 'public',
  request: undefined,
  response: z.object({
    posts: z.object({ latest: z.nullable(post), announcement: z.nullable(post) }),
  }),
  command: false,
});
