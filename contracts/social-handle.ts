import * as z from 'zod/mini';
import type { Platform } from './constants.ts';
import { validation } from './messages.ts';

/**
 * The form of a handle on each platform, without the leading @. YouTube takes the letters and digits of 75 languages, some
 * of which need fewer than three of them (https://support.google.com/youtube/answer/11585688).
 */
const FORMS: Readonly<Record<Platform, RegExp>> = {
  twitter: /^[A-Za-z0-9_]{1,15}$/,
  instagram: /^(?!.*\.\.)[A-Za-z0-9_](?:[A-Za-z0-9_.]{0,28}[A-Za-z0-9_])?$/,
  youtube: /^(?:[A-Za-z0-9_.·-]{3,30}|(?=.*[^\p{ASCII}·])[\p{L}\p{M}\p{N}_.·-]{1,30})$/u,
};

/**
 * A handle without spaces around it and without its @, each letter written in one way; undefined when the platform knows no
 * such form.
 */
export function normalHandle(platform: Platform, typed: string): string | undefined {
  const handle = typed.trim().replace(/^@/, '').normalize('NFC');
  return FORMS[platform].test(handle) ? handle : undefined;
}

/** Input of a handle by a person; its form is the platform's affair. */
export const handleInput = z
  .string(validation.handleInvalid)
  .check(z.trim(), z.minLength(1, validation.handleInvalid), z.maxLength(64, validation.handleInvalid));
