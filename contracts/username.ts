import * as z from 'zod/mini';
import { USERNAME_MAX, USERNAME_MIN } from './constants.ts';
import { validation } from './messages.ts';

/** 3 to 20 letters, digits and underscores. */
export const username = z
  .string()
  .check(z.regex(new RegExp(`^[A-Za-z0-9_]{${USERNAME_MIN},${USERNAME_MAX}}$`), validation.usernamePattern));

const DEFAULT_PREFIX = 'evo_';

/** Hex digits of an account's id in its default name: so many that among millions of accounts no two share one. */
const DEFAULT_DIGITS = 16;

/** The name of an account until its owner chooses one: `evo_` and the first 16 hex digits of its id. */
export function defaultUsername(userId: string): string {
  return DEFAULT_PREFIX + userId.replaceAll('-', '').slice(0, DEFAULT_DIGITS);
}

/**
 * Names in the form of `defaultUsername` belong to their accounts and cannot be chosen by others; nor can the shorter
 * ones of the first version, which raffles of that time name.
 */
export function isDefaultUsernameForm(name: string): boolean {
  return /^evo_[0-9a-f]{10}(?:[0-9a-f]{6})?$/i.test(name);
}
