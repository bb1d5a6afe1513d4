/** The answers that several are told, each with its bytes once one of them was. */
const toMany = new WeakMap<object, Buffer | undefined>();

/** Whoever is told this answer gets the same bytes, which are written once. It must not be changed any more. */
export function toldToMany(answer: object): void {
  toMany.set(answer, undefined);
}

/** An answer as JSON (RFC 8259), as text or in UTF-8. */
export function writtenJson(answer: object): string | Buffer {
  const known = toMany.get(answer);
  if (known) return known;
  const text = JSON.stringify(answer);
  if (!toMany.has(answer)) return text;
  const bytes = Buffer.from(text);
  toMany.set(answer, bytes);
  return bytes;
}
