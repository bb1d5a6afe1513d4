import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address as it is written, or the eight numbers of an IPv6 address. */
export type IpAddress = string | readonly number[];

/**
 * Reads an address without its zone (`%eth0`). An IPv4 address that is written as IPv6 (`::ffff:203.0.113.7`) is IPv4.
 * Undefined where the text is no address.
 */
export function readIpAddress(text: string): IpAddress | undefined {
  const [address = ''] = text.split('%', 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The IPv6 network of an address: so many of its eight groups, and the bits that they are. */
export function ipv6Network(groups: readonly number[], count: number): string {
  const kept = groups.slice(0, count).map((group) => group.toString(16));
  return `${kept.join(':')}::/${count * 16}`;
}

function groupsOf(address: string): number[] {
  // A URL writes every form of it in one: lower-case hex groups, and at most one `::`.
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = text.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const missing = new Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16));
}
