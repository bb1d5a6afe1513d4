import * as z from 'zod/mini';
import { validation } from './messages.ts';

/**
 * An email address as we accept it. Stricter than RFC 5321 on purpose: what stands here goes into a mail header,
 * and a mail library may read it once more, so there is no quoting, no comment, no control character, no
 * non-ASCII, and no leading `= + - @` that a spreadsheet would take for a formula.
 */
const LOCAL = /^[a-z0-9!#$%&'*/?^_`{|}~][a-z0-9!#$%&'*+/=?^_`{|}~-]*(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** At most 64 characters before the @, 254 in all (RFC 5321 §4.5.3.1). */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  const labels = text.slice(at + 1).split('.');
  const top = labels.at(-1) ?? '';
  return (
    LOCAL.test(text.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /^[a-z]{2,}$|^xn--/i.test(top)
  );
}

/** Input of an address by a person; spaces around it are dropped. */
export const emailInput = z.string(validation.emailInvalid).check(
  z.trim(),
  z.refine((text) => isEmail(text), validation.emailInvalid),
);
