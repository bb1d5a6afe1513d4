import * as z from 'zod/mini';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import { POSTS_PER_PLATFORM } from '../../../contracts/constants.ts';
import { isImageOf, isPageOf } from './platform-hosts.ts';

/** What platforms say of the program's own accounts, checked, in one form for all of them. */

const count = z.int().check(z.nonnegative());

const readPost = z.object({
  id: z.string(),
  text: z.string(),
  /** The platform's own address of the picture; null: without one, or at a place that is not the platform's. */
  image: z.nullable(z.string()),
  likes: z.nullable(count),
  comments: z.nullable(count),
  createdAt: z.nullable(z.iso.datetime()),
  url: z.string(),
});
export type ReadPost = z.infer<typeof readPost>;

/** As it is kept in Postgres. */
export const accountReading = z.object({
  /** Without its @; null where the platform was not asked for it. */
  handle: z.nullable(z.string()),
  stats: z.object({ followers: z.nullable(count), posts: z.nullable(count) }),
  /** Newest first. */
  posts: z.array(readPost).check(z.maxLength(POSTS_PER_PLATFORM)),
  /** The pinned post of X; null elsewhere. */
  announcement: z.nullable(readPost),
});
export type AccountReading = z.infer<typeof accountReading>;

/** Characters of the longest text that any of the platforms takes for what is read here. */
const TEXT_MAX = 5_000;

/** A figure that a platform may leave out; null then. Negative, broken and unsafe ones make the answer unusable. */
export const readCount = z.pipe(
  z.optional(z.nullable(count)),
  z.transform((given) => given ?? null),
);

/** The same where the platform writes its figures as texts. */
export const readCountText = z.pipe(
  z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  z.transform((given) => (given === undefined ? null : Number(given))),
);

/** A person's words as Postgres can keep them: no NUL, and no half of a surrogate pair. */
export const readText = z.pipe(
  z.string().check(z.maxLength(TEXT_MAX)),
  z.transform((given) => given.toWellFormed().replaceAll('\0', '\u{fffd}')),
);

/** RFC 3339, or with an offset without a colon as Meta has it. */
export const readTime = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/)),
  z.transform((given, ctx) => {
    const time = new Date(given.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
    if (!Number.isNaN(time.getTime())) return time.toISOString();
    ctx.issues.push({ code: 'custom', message: 'is no time', input: given });
    return z.NEVER;
  }),
);

/** Whoever is led away from here is led to the platform, or the answer is not the platform's. */
export const readPageUrl = (platform: ShownPlatform) =>
  z.string().check(
    z.maxLength(2_000),
    z.refine((address) => isPageOf(platform, address), 'is no address of the platform'),
  );

/** Null for a picture at any other place: a post without its picture is still a post. */
export function imageOf(platform: ShownPlatform, address: string | null | undefined): string | null {
  if (!address || address.length > 4_000 || !isImageOf(platform, address)) return null;
  return new URL(address).href;
}
