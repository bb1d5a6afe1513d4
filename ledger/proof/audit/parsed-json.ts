import { canonicalJson, MOST_DEPTH } from '../canonical-json.ts';

/**
 * The RFC 8785 JSON of a value that `JSON.parse` gave. The program writes its events in that form, so mostly the
 * members are in order already: then the language's own writer gives the same text several times as fast.
 * @throws NotCanonical for a text with a lone surrogate, for a number beyond all numbers (`1e400`), and for more values
 * in one another than there may be
 */
export function canonicalOfParsed(value: unknown): string {
  if (!isInOrder(value)) return canonicalJson(value);
  const text = JSON.stringify(value);
  // A lone surrogate is written as such an escape; RFC 8785 knows it not, and the slow way says so.
  return text.includes('\\ud') ? canonicalJson(value) : text;
}

/**
 * Whether the members of every object stand in the order of RFC 8785, no value lies too deep to be looked at, and no
 * number is one that the language's own writer takes for nothing.
 */
function isInOrder(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MOST_DEPTH) return false;
  if (Array.isArray(value)) return value.every((one) => isInOrder(one, depth + 1));
  let before: string | undefined;
  for (const [key, member] of Object.entries(value)) {
    if (before !== undefined && before >= key) return false;
    before = key;
    if (typeof member !== 'string' && !isInOrder(member, depth + 1)) return false;
  }
  return true;
}

/** JSON text of a type, an id or the name of a stream, which all are plain ASCII where the program wrote them. */
export function canonicalName(name: string): string {
  return PLAIN.test(name) ? `"${name}"` : canonicalJson(name);
}

const PLAIN = /^[\w~.:-]*$/;
