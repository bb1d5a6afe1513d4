import { ipv6Network, readIpAddress } from '../http/ip-address.ts';

/**
 * The network that an address of a caller belongs to: of IPv4 the first 24 bits, of IPv6 the first 48, which is what
 * one customer of a provider is given at the most. An IPv4 address that is written as IPv6 is IPv4, and of a network
 * that callers are counted by (`/64`) the larger one is told.
 */
export function networkOf(caller: string): string {
  const [text = ''] = caller.split(/[%/]/, 1);
  const address = readIpAddress(text);
  if (address === undefined) return `unknown/${text}`;
  if (typeof address !== 'string') return ipv6Network(address, 3);
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}
