/** JSON values that have exactly one canonical form. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The value has no canonical form: `undefined`, a bigint, NaN, a lone surrogate. */
export class NotCanonical extends Error {
  constructor(reason: string) {
    super(`No canonical JSON form: ${reason}`);
    this.name = 'NotCanonical';
  }
}

/**
 * RFC 8785 (JSON Canonicalization Scheme), strict: what RFC 8785 calls an error is an error here, nothing is
 * dropped. Keys are sorted by UTF-16 code units (the order of `<` on JavaScript strings, RFC 8785 §3.2.3) and
 * numbers are written as ECMAScript does (§3.2.2.3), so both come from the language itself.
 * @throws NotCanonical
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotCanonical(`the number ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new NotCanonical('a string with a lone surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new NotCanonical(typeof value === 'object' ? 'an object that is not plain' : `a ${typeof value}`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
