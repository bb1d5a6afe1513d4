/** RFC 8259 section 8.1. Of another encoding what is read would have holes, and the ledger would keep those for ever. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a body; undefined for what is no JSON in UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
