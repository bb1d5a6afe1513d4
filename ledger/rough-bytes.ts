/** Bytes of one entry of a map, a set or a list that is not looked into: a key or two, a number, a small object. */
export const MEMBER_BYTES = 120;

const OBJECT_BYTES = 32;
const FIELD_BYTES = 8;
const TEXT_BYTES = 24;

/** How deep objects are looked into; what is below counts as one member. */
const DEPTH = 4;

/**
 * About how many bytes of heap a state takes, in a moment however large it is: of a collection its size is asked, its
 * members are not visited. Good to about a factor of two.
 */
export function roughBytes(value: unknown, depth = DEPTH): number {
  if (typeof value === 'string') return TEXT_BYTES + value.length;
  if (typeof value === 'bigint') return TEXT_BYTES;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  const members = membersOf(value);
  if (members !== undefined) return OBJECT_BYTES + members * MEMBER_BYTES;
  if (depth === 0) return MEMBER_BYTES;
  let bytes = OBJECT_BYTES;
  for (const member of Object.values(value)) bytes += FIELD_BYTES + roughBytes(member, depth - 1);
  return bytes;
}

/** Undefined for what is no collection. */
function membersOf(value: object): number | undefined {
  if (Array.isArray(value)) return value.length;
  const isCollection = Symbol.iterator in value && 'size' in value && typeof value.size === 'number';
  return isCollection ? Number(value.size) : undefined;
}
