/** JSON values that have exactly one canonical form. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Values in one another. What the program writes is a few deep; what is far deeper is no event of its, and would use up
 * the stack of whoever reads it.
 */
export const MOST_DEPTH = 100;

/** The value has no canonical form: `undefined`, a bigint, NaN, a lone surrogate, or more than `MOST_DEPTH` in one another. */
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
  return canonicalAt(value, 0);
}

function canonicalAt(value: unknown, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotCanonical(`the number ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return canonicalString(value);
  if (depth === MOST_DEPTH) throw new NotCanonical(`more than ${MOST_DEPTH} values in one another`);
  if (Array.isArray(value)) return `[${Array.from(value, (one) => canonicalAt(one, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) return canonicalObject(value, depth + 1);
  throw new NotCanonical(typeof value === 'object' ? 'an object that is not plain' : `a ${typeof value}`);
}

/** Printable ASCII that JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function canonicalString(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new NotCanonical('a string with a lone surrogate');
  return JSON.stringify(value);
}

function canonicalObject(value: Readonly<Record<string, unknown>>, depth: number): string {
  let members = '';
  for (const key of Object.keys(value).sort()) {
    if (members !== '') members += ',';
    members += `${canonicalString(key)}:${canonicalAt(value[key], depth)}`;
  }
  return `{${members}}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
