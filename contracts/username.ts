import * as z from 'zod/mini';
import { USERNAME_MAX, USERNAME_MIN } from './constants.ts';
import { validation } from './messages.ts';

/** 3 to 20 letters, digits and underscores. */
export const username = z
  .string()
  .check(z.regex(new RegExp(`^[A-Za-z0-9_]{${USERNAME_MIN},${USERNAME_MAX}}$`), validation.usernamePattern));

const DEFAULT_PREFIX = 'evo_';

/** The name of an account until its owner chooses one: `evo_` and the first ten hex digits of its id. */
export function defaultUsername(userId: string): string {
  return DEFAULT_PREFIX + userId.replaceAll('-', '').slice(0, 10);
}

/** Names in the form of `defaultUsername` belong to their accounts and cannot be chosen by others. */
export function isDefaultUsernameForm(name: string): boolean {
  return /^evo_[0-9a-f]{10}$/i.test(name);
}
