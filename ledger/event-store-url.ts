/** Name, port and, in brackets, IPv6; EventStoreDB's connection strings may name several, divided by commas. */
const HOST = String.raw`(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?`;
const CONNECTION = new RegExp(
  String.raw`^esdb(?:\+discover)?:\/\/(?:[^\s@/?,]+@)?${HOST}(?:,${HOST})*\/?(?:\?[\w=&%.:/+~-]*)?$`,
);

/**
 * Whether a text is a connection string of EventStoreDB: `esdb://user:password@host:2113,other:2113?tls=true`, or
 * `esdb+discover://name:2113`. A password stands in it as in any URL, with `%40` for `@`.
 */
export function isEventStoreUrl(text: string): boolean {
  return CONNECTION.test(text);
}

/** What a setting says of another text. */
export const EVENT_STORE_URL_FAULT =
  'must be esdb://user:password@host:2113, with several hosts divided by commas, or esdb+discover://…';
