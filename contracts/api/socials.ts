import * as z from 'zod/mini';
import { sum, uuid } from '../events/event.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().check(z.nonnegative());

/** One post of the program's own account. */
export const socialPost = z.object({
  id: z.string(),
  /** Whole, as the platform gave it: a page cuts it. */
  text: z.string(),
  /** At this origin, because the platforms would learn who looks; null: without a picture, or none that could be had. */
  image_url: z.nullable(z.string()),
  /** Null: the platform does not say. */
  likes: z.nullable(count),
  comments: z.nullable(count),
  created_at: z.nullable(z.iso.datetime()),
  /** On the platform; of what the operator wrote it may be a path of this origin. */
  url: z.string(),
});
export type SocialPost = z.infer<typeof socialPost>;

const asked = {
  /** `content`: what the operator of this deployment has written down, because there are no credentials. */
  source: z.enum(['platform', 'content']),
  /** When the platform said it, or when the operator wrote it; null: nothing is known yet. */
  asOf: z.nullable(z.iso.datetime()),
  /** True: the platform could not be asked since, and this is older than it should be. */
  stale: z.boolean(),
};

/** What is known of the program's account on one platform. */
export const socialAccount = z.object({
  /** Without its @; empty where the operator has named none, whose addresses lead to the platform itself. */
  handle: z.string(),
  /** Where to see it. */
  url: z.string(),
  /** Where to follow it, in one step where the platform has such an address. */
  followUrl: z.string(),
  /** Null: not known. Never made up. */
  stats: z.object({ followers: z.nullable(count), posts: z.nullable(count) }),
  /** Newest first, two at the most. */
  latestPosts: z.array(socialPost),
  ...asked,
});
export type SocialAccount = z.infer<typeof socialAccount>;

/** A show that the page features. */
export const podcastShow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** At this origin. */
  imageUrl: z.nullable(z.string()),
  /** Where to hear it; may be a path of this origin. */
  url: z.string(),
});
export type PodcastShow = z.infer<typeof podcastShow>;

export const getAllPlatforms = endpoint({
  method: 'GET',
  path: '/api/social/all-platforms',
  summary: "The program's own accounts: figures, the two latest posts of each, and the featured shows",
  access: 'public',
  request: undefined,
  response: z.object({
    platforms: z.object({
      /** X has, too, the posts that the tasks are about. */
      twitter: z.extend(socialAccount, {
        latest: z.nullable(socialPost),
        announcement: z.nullable(socialPost),
      }),
      instagram: socialAccount,
      tiktok: socialAccount,
      youtube: socialAccount,
    }),
    podcasts: z.array(podcastShow),
  }),
  command: false,
});
export type AllPlatforms = z.infer<typeof getAllPlatforms.response>;
/** The platforms on which the program is seen. */
export type ShownPlatform = keyof AllPlatforms['platforms'];

export const getInstagramPosts = endpoint({
  method: 'GET',
  path: '/api/instagram/posts/:handle',
  summary: "The newest posts of the program's own account on Instagram; another handle is 404",
  access: 'public',
  request: undefined,
  response: z.object({ posts: z.array(socialPost), ...asked }),
  refusals: [404],
  command: false,
});

export const getSocialImage = endpoint({
  method: 'GET',
  path: '/api/social/images/:hash',
  summary: 'A picture of a post, kept here; its name is the SHA-256 of its bytes',
  access: 'public',
  request: undefined,
  response: z.string(),
  also: { 304: 'The picture that the client has' },
  command: false,
  produces: 'image/*',
});

export const getPublicFigures = endpoint({
  method: 'GET',
  path: '/api/public/figures',
  summary: 'What the ledger says of the program as a whole',
  access: 'public',
  request: undefined,
  response: z.object({
    /** Accounts with a wallet that were not removed. */
    participants: count,
    /** All EVO that was ever granted. */
    granted: sum,
    /** Null before the first raffle was completed. */
    lastDraw: z.nullable(
      z.object({
        raffleId: uuid,
        completedAt: z.iso.datetime(),
        winners: count,
        totalDistributed: sum,
      }),
    ),
  }),
  command: false,
});
