import * as z from 'zod/mini';
import { network } from './api/network.ts';

/**
 * What the build draws of each page, for the server to send before the program itself has come: the very markup
 * that the program draws first, which then takes it over where it stands.
 */

/** Whom a drawing is for: a page says other things to who has no session than to who may have one. */
export const audiences = ['visitor', 'visitorBeforeStart', 'member'] as const;
export type Audience = (typeof audiences)[number];

const paintedPage = z.object({
  /** Whether it was drawn with `FirstAnswers`; the others are the same for everyone until the program asks. */
  withAnswers: z.boolean(),
  /** What stands in the page's root, as HTML. */
  markup: z.record(z.enum(audiences), z.string()),
  /** The rules of style that the markup needs, ready for a style element. */
  styles: z.string(),
  /** Paths of the scripts that take the page over, besides those that every page has. */
  modules: z.array(z.string()),
  /** Paths of the fonts that its first screen is set in. */
  fonts: z.array(z.string()),
});

export const paintedPages = z.object({
  /** By `PageName`. */
  pages: z.record(z.string(), paintedPage),
});
export type PaintedPages = z.infer<typeof paintedPages>;
export type PaintedPage = z.infer<typeof paintedPage>;

/** Where the build writes them, in the folder of the built UI; a hidden folder, so that it is no file of the site. */
export const PAINTED_PAGES_FILE = '.vite/painted-pages.json';

/** The id of the element that holds `FirstAnswers` as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers';

/**
 * What the server knows as it sends a page, for its first drawing alone: the program asks again at once. `session` is
 * there, and null, where the browser sent no cookie of a session.
 */
export const firstAnswers = z.object({ session: z.optional(z.null()), network });
export type FirstAnswers = z.infer<typeof firstAnswers>;
