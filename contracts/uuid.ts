const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres can read it as a `uuid`; of any version, in any case. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}
