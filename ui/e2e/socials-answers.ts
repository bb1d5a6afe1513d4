import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import type { getMusicTracks } from '../../contracts/api/music.ts';
import type {
  AllPlatforms,
  getInstagramPosts,
  getPublicFigures,
  SocialAccount,
  SocialPost,
} from '../../contracts/api/socials.ts';
import { tone } from './tone.ts';

/** What the socials page is told in its tests, typed by the contracts and put in front of the real server. */

const HOUR_MS = 3_600_000;
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const post = (id: string, hours: number, rest: Partial<SocialPost> = {}): SocialPost => ({
  id,
  text: `What post ${id} says`,
  image_url: null,
  likes: 1204,
  comments: 31,
  created_at: hoursAgo(hours),
  url: `https://platform.example/${id}`,
  ...rest,
});

const account = (
  handle: string,
  followers: number | null,
  rest: Partial<SocialAccount> = {},
): SocialAccount => ({
  handle,
  url: `https://platform.example/${handle}`,
  followUrl: `https://platform.example/${handle}/follow`,
  stats: { followers, posts: followers === null ? null : 321 },
  latestPosts: [],
  source: 'platform',
  asOf: hoursAgo(0.1),
  stale: false,
  ...rest,
});

/** Longer than a page shows of it; the 201st character is the first that is cut. */
export const LONG_TEXT = `${'The explorer is open. '.repeat(9)}ab€d`;

/** X in full, Instagram stale, TikTok as the team wrote it with nothing known, YouTube lying about its addresses. */
export const fullPlatforms = (): AllPlatforms => {
  const posts = [
    post('x1', 3, { text: LONG_TEXT, image_url: '/api/social/images/there' }),
    post('x2', 50, { image_url: '/api/social/images/broken', likes: null, comments: 1 }),
    post('x3', 90),
  ];
  return {
    platforms: {
      twitter: {
        ...account('evo_chain', 48_210, { latestPosts: posts }),
        latest: posts[0] ?? null,
        announcement: null,
      },
      instagram: account('evo.chain', 9_034, {
        stale: true,
        asOf: hoursAgo(30),
        latestPosts: [post('i1', 24 * 20, { text: '', image_url: '/api/social/images/there' })],
      }),
      tiktok: account('', null, { source: 'content', asOf: hoursAgo(24 * 3) }),
      youtube: account('evo', 120, {
        stats: { followers: 120, posts: Number.MAX_SAFE_INTEGER },
        url: 'javascript:window.wasRun=1',
        followUrl: 'http://youtube.example/evo',
        latestPosts: [
          post('y1', 167, {
            text: `Hello <img src=x onerror="window.wasRun=1">`,
            image_url: 'https://tracker.example/pixel.png',
            url: 'javascript:window.wasRun=1',
          }),
        ],
      }),
    },
    podcasts: [
      {
        id: 'chain-talk',
        title: 'Chain Talk',
        description: 'Half an hour a week about how the chain is built, by those who build it.',
        imageUrl: '/api/social/images/there',
        url: 'https://podcast.example/chain-talk',
      },
      {
        id: 'first-block',
        title: 'First Block',
        description: 'What newcomers ask, and what those who have been here for long answer.',
        imageUrl: null,
        url: '/raffle',
      },
    ],
  };
};

/** Nobody has told anything. */
export const emptyPlatforms = (): AllPlatforms => {
  const nothing = account('evo', null, { source: 'content', asOf: null });
  return {
    platforms: {
      twitter: { ...nothing, latest: null, announcement: null },
      instagram: nothing,
      tiktok: nothing,
      youtube: nothing,
    },
    podcasts: [],
  };
};

/** Older than what the account has, so that the account's posts stay. */
const olderPosts = (): ResponseOf<typeof getInstagramPosts> => ({
  posts: [post('i0', 24 * 40)],
  source: 'platform',
  asOf: hoursAgo(60),
  stale: false,
});

export const newerPosts = (): ResponseOf<typeof getInstagramPosts> => ({
  posts: [post('i4', 1), post('i3', 2), post('i2', 3)],
  source: 'platform',
  asOf: hoursAgo(0),
  stale: false,
});

export const figures = (): ResponseOf<typeof getPublicFigures> => ({
  participants: 104_233,
  granted: '12345678.901234567890123456',
  lastDraw: {
    raffleId: '00000000-0000-4000-8000-000000000001',
    completedAt: hoursAgo(49),
    winners: 3,
    totalDistributed: '600',
  },
});

export const emptyFigures = (): ResponseOf<typeof getPublicFigures> => ({
  participants: 0,
  granted: '0',
  lastDraw: null,
});

const fileOf = (id: string): string => `/api/music/files/${id}-file`;

/** Digital Horizon has no file. */
const musicTracks = (): ResponseOf<typeof getMusicTracks> => ({
  tracks: ['the-evolution', 'defi-dreams', 'blockchain-symphony'].map((id) => ({
    id,
    title: id,
    artist: 'EVO',
    url: fileOf(id),
  })),
});

/** A red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

export const PATHS = {
  platforms: '**/api/social/all-platforms',
  instagram: '**/api/instagram/posts/*',
  figures: '**/api/public/figures',
  tracks: '**/api/music/tracks',
  files: '**/api/music/files/*-file',
} as const;

export type SocialsAnswers = {
  readonly platforms?: () => unknown;
  readonly instagram?: () => unknown;
  readonly figures?: () => unknown;
  /** Seconds of each track's sound, and `not music` for a file that is none. */
  readonly sounds?: Readonly<Record<string, number | 'not music'>>;
};

/** Answers all calls of the page; a body is made when it is asked for. */
export async function answerSocials(
  page: Page,
  {
    platforms = fullPlatforms,
    instagram = olderPosts,
    figures: told = figures,
    sounds = {},
  }: SocialsAnswers = {},
): Promise<void> {
  const bodies = [
    [PATHS.platforms, platforms],
    [PATHS.instagram, instagram],
    [PATHS.figures, told],
    [PATHS.tracks, musicTracks],
  ] as const;
  for (const [path, body] of bodies) await page.route(path, (route) => route.fulfill({ json: body() }));
  await page.route('**/api/social/images/there', (route) =>
    route.fulfill({ body: PNG, contentType: 'image/png' }),
  );
  for (const [id, sound] of Object.entries(sounds)) {
    const body = sound === 'not music' ? Buffer.from('no music at all') : tone(sound);
    await page.route(`**${fileOf(id)}`, (route) => route.fulfill({ body, contentType: 'audio/wav' }));
  }
}
