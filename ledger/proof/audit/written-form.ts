import type * as z from 'zod/mini';
import { allowsPlainOnly, fittingText, numberBounds, stringRules } from './fitting-text.ts';

/** What a form has recognised from a place on. */
export type Recognised = {
  /** The RFC 8785 JSON of the value. */
  readonly canonical: string;
  /** Behind the last character of the value. */
  readonly end: number;
};

/**
 * Recognises values of one form in a text, where they stand in it without a space and in plain ASCII: what it
 * recognises, a schema accepts, and a parser would find nothing else in it. Undefined says nothing: the value may fit
 * all the same.
 */
export type WrittenForm = {
  readonly recognise: (text: string, from: number) => Recognised | undefined;
};

/** A regular expression for a value, and how its canonical text is made of what its groups have caught. */
type Piece = {
  readonly source: string;
  /** Undefined where the value is canonical as it stands, and no group is in it. */
  readonly write?: {
    readonly groups: number;
    readonly text: (caught: RegExpExecArray, from: number) => string;
  };
};

/**
 * The form in which a value is written, its members in their order: one regular expression that the engine compiles, so
 * that a value of the same form is checked against the schema and put into canonical order without being parsed.
 * @param value that the schema accepts, as `JSON.parse` gave it
 * @returns undefined where the schema asks for more than a regular expression says
 */
export function writtenForm(schema: z.core.$ZodType, value: unknown): WrittenForm | undefined {
  const piece = pieceOf(schema, value);
  if (!piece) return undefined;
  const { source, write = { groups: 1, text: (caught) => caught[1] ?? '' } } = piece;
  const pattern = new RegExp(piece.write ? source : `(${source})`, 'y');
  return {
    recognise(text, from) {
      pattern.lastIndex = from;
      const caught = pattern.exec(text);
      return caught ? { canonical: write.text(caught, 1), end: pattern.lastIndex } : undefined;
    },
  };
}

function pieceOf(schema: z.core.$ZodType, value: unknown): Piece | undefined {
  // The union of all kinds of schemas, each with the definition of its kind.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectPiece(def, value);
    case 'string':
      return stringPiece(def);
    case 'number':
      return numberPiece(def);
    case 'boolean':
      return { source: '(?:true|false)' };
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'nullable': {
      if (value === null) return { source: 'null' };
      return pieceOf(def.innerType, value);
    }
    case 'union': {
      const option = def.options.find((one) => fittingText(one)(value) !== undefined);
      return option && pieceOf(option, value);
    }
    default:
      return undefined;
  }
}

function objectPiece(def: z.core.$ZodObjectDef, value: unknown): Piece | undefined {
  const isStrict = def.catchall?._zod.def.type === 'never';
  if (!isStrict || def.checks?.length || typeof value !== 'object' || value === null) return undefined;
  const members: { readonly key: string; readonly piece: Piece }[] = [];
  for (const [key, member] of Object.entries(value)) {
    const schema = def.shape[key];
    const inner = schema && (schema as z.core.$ZodTypes)._zod.def;
    const piece = schema && pieceOf(inner?.type === 'optional' ? inner.innerType : schema, member);
    if (!piece) return undefined;
    members.push({ key, piece });
  }
  const isCanonical = members.every(
    ({ key, piece }, n) => !piece.write && (n === 0 || (members[n - 1]?.key ?? '') < key),
  );
  return isCanonical ? asItStands(members) : inOrder(members);
}

type Members = readonly { readonly key: string; readonly piece: Piece }[];

function asItStands(members: Members): Piece {
  const source = members.map(({ key, piece }) => `${named(key)}${piece.source}`).join(',');
  return { source: `\\{${source}\\}` };
}

/** Each member that is canonical by itself is caught with its name. */
function inOrder(members: Members): Piece {
  let groups = 0;
  const sources: string[] = [];
  const texts: { readonly key: string; readonly text: (caught: RegExpExecArray, from: number) => string }[] =
    [];
  for (const { key, piece } of members) {
    const group = groups;
    const { write } = piece;
    if (write) {
      const first = `${JSON.stringify(key)}:`;
      sources.push(named(key) + piece.source);
      texts.push({ key, text: (caught, from) => first + write.text(caught, from + group) });
    } else {
      sources.push(`(${named(key)}${piece.source})`);
      texts.push({ key, text: (caught, from) => caught[from + group] ?? '' });
    }
    groups += write?.groups ?? 1;
  }
  // The order of RFC 8785 §3.2.3.
  texts.sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = (caught: RegExpExecArray, from: number) => {
    let made = '';
    for (const member of texts) made += (made === '' ? '{' : ',') + member.text(caught, from);
    return `${made}}`;
  };
  return { source: `\\{${sources.join(',')}\\}`, write: { groups, text } };
}

const named = (key: string) => `${escaped(JSON.stringify(key))}:`;

/** Printable ASCII that JSON writes as it is. */
const PLAIN = '[ !#-\\[\\]-~]';

function stringPiece(def: z.core.$ZodStringDef): Piece | undefined {
  const rules = stringRules(def);
  if (!rules) return undefined;
  const { patterns, least, most } = rules;
  const [pattern, ...more] = patterns;
  const isBounded = least > 0 || most < Number.POSITIVE_INFINITY;
  if (!pattern) {
    const times = isBounded ? `{${least},${most === Number.POSITIVE_INFINITY ? '' : most}}` : '*';
    return { source: `"${PLAIN}${times}"` };
  }
  // A text of such a pattern holds no mark: between two of them nothing else fits than the whole text.
  if (more.length > 0 || isBounded || !allowsPlainOnly(pattern)) return undefined;
  const inner = pattern.source
    .slice(1, -1)
    .replace(/\\.|\[(?:\\.|[^\]])*\]|\((?!\?)/g, (part) => (part === '(' ? '(?:' : part));
  return { source: `"(?:${unrolled(inner)})"` };
}

/**
 * The same regular expression with each counted character written as often as it counts: the engine keeps a counter and
 * a way back for each round of a loop, which takes three times as long as all of them one behind the other.
 */
export function unrolled(source: string): string {
  return source.replace(
    /(\\.|\[(?:\\.|[^\]])*\])(?:\{(\d{1,2})\}(?!\?))?/g,
    (_, character: string, count = '1') => character.repeat(Number(count)),
  );
}

/** Digits that any safe integer may have at the most without passing the greatest. */
const SAFE_DIGITS = 15;

function numberPiece(def: z.core.$ZodNumberDef): Piece | undefined {
  const bounds = numberBounds(def);
  if (!bounds || bounds.most !== Number.MAX_SAFE_INTEGER) return undefined;
  const positive = `[1-9]\\d{0,${SAFE_DIGITS - 1}}`;
  if (bounds.least === 1) return { source: positive };
  if (bounds.least === 0) return { source: `(?:0|${positive})` };
  return bounds.least === Number.MIN_SAFE_INTEGER ? { source: `(?:0|-?${positive})` } : undefined;
}

function oneOf(values: readonly unknown[]): Piece | undefined {
  const texts = values.map((value) => JSON.stringify(value));
  const isPlain = texts.every((text) => /^[ -~]+$/.test(text) && !text.includes('\\'));
  return isPlain ? { source: `(?:${texts.map(escaped).join('|')})` } : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
