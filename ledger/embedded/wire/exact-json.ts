/**
 * `JSON.rawJSON` and the reviver's source text: https://github.com/tc39/proposal-json-parse-with-source,
 * which TypeScript's library does not describe yet.
 */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

type Context = { readonly source?: string };

/** JSON whose numbers keep all their digits when they are written again. Throws a SyntaxError. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: Context) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJson(source)
      : value;
  });
}

/**
 * JSON whose numbers tell how they were written: `1` is a bigint, `1.0` and `1e0` are numbers, as in .NET's readers.
 * Throws a SyntaxError.
 */
export function parseIntegers(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: Context) =>
    typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value,
  );
}
