import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import { isPageOf } from '../../integrations/social/platform-hosts.ts';

/** The file that an operator edits, and the one that comes with the program. */
const CHECKED_IN = new URL('./content.json', import.meta.url);

/** A path of this origin: no other host, no way up, nothing that ends an attribute. */
const OWN_PATH = /^\/(?!\/)(?!.*\.\.)[\w./?=&%~-]*$/;
const SHOWS = 6;

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const count = z.nullable(z.int().check(z.nonnegative()));
const ownPath = z.string().check(z.regex(OWN_PATH, 'must be a path of this site: /pictures/one.jpg'));
const time = z.iso.datetime('must be a time in UTC: 2026-01-31T12:00:00Z');
const id = z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be letters, digits, - and _'));

const pageOf = (platform: ShownPlatform) =>
  z
    .string()
    .check(z.refine((text) => isPageOf(platform, text), `must be an https address of ${platform} itself`));

const pageOfOrOwn = (platform: ShownPlatform) =>
  z
    .string()
    .check(
      z.refine(
        (text) => OWN_PATH.test(text) || isPageOf(platform, text),
        `must be a path of this site or an https address of ${platform} itself`,
      ),
    );

const account = (platform: ShownPlatform) =>
  z.strictObject({
    /** Without its @; empty: the program has no account there that it could name. */
    handle: z.string().check(z.regex(/^[\p{L}\p{M}\p{N}_.·-]{0,64}$/u, 'must be a handle without @')),
    url: pageOf(platform),
    followUrl: pageOf(platform),
    /** Null: not known. */
    stats: z.strictObject({ followers: count, posts: count }),
    asOf: z.nullable(time),
    posts: z
      .array(
        z.strictObject({
          id,
          text: words(2_000),
          image: z.nullable(ownPath),
          likes: count,
          comments: count,
          createdAt: z.nullable(time),
          url: pageOfOrOwn(platform),
        }),
      )
      .check(z.maxLength(POSTS_PER_PLATFORM, `has ${POSTS_PER_PLATFORM} posts at the most`)),
  });

const show = z.strictObject({
  id,
  title: words(120),
  description: words(500),
  image: z.nullable(ownPath),
  url: z
    .string()
    .check(
      z.refine(
        (text) => OWN_PATH.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:'),
        'must be a path of this site or an https address',
      ),
    ),
});

const file = z.strictObject({
  platforms: z.strictObject({
    twitter: account('twitter'),
    instagram: account('instagram'),
    tiktok: account('tiktok'),
    youtube: account('youtube'),
  }),
  podcasts: z.array(show).check(
    z.maxLength(SHOWS),
    z.refine((shows) => new Set(shows.map((one) => one.id)).size === shows.length, 'has an id twice'),
  ),
});

/** What an operator has written down of the program's accounts elsewhere, and of its shows. */
export type SocialContent = z.output<typeof file>;
export type ContentAccount = SocialContent['platforms'][ShownPlatform];

/** A file that cannot be used; the message lists every fault. */
export class ContentError extends Error {
  constructor(path: string, faults: readonly string[]) {
    super([`${path} cannot be used (SOCIAL_CONTENT):`, ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ContentError';
  }
}

/**
 * Reads the file once, at the start of the program.
 * @param path undefined: the file that comes with the program
 * @throws ContentError listing everything that is wrong
 */
export async function readContent(path: string | undefined): Promise<SocialContent> {
  const name = path ?? fileURLToPath(CHECKED_IN);
  const text = await readFile(name, 'utf8').catch((error: Error) => {
    throw new ContentError(name, [`it cannot be read: ${error.message}`]);
  });
  return parseContent(name, text);
}

/** @throws ContentError */
export function parseContent(name: string, text: string): SocialContent {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new ContentError(name, [`it is no JSON: ${error instanceof Error ? error.message : error}`]);
  }
  const parsed = file.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ContentError(
    name,
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`),
  );
}
