export type ByteRange = { readonly first: number; readonly last: number };

/**
 * What of a file a Range header asks for (RFC 9110, section 14): one range of bytes. Anything else counts as not
 * asked, which the standard allows.
 * @param size bytes of the whole, at least one
 * @returns undefined for all of it
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header);
  const [from = '', to = ''] = asked?.slice(1) ?? [];
  if (!asked || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Number(to);
    return length === 0 ? 'unsatisfiable' : { first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
