import { ipv6Network, readIpAddress } from './ip-address.ts';

/** What is known of where a request comes from. */
export type Connection = {
  /** The other end of the socket. */
  readonly socketAddress: string | undefined;
  /** The values of all `X-Forwarded-For` headers, as Node joins them. */
  readonly forwardedFor: string | undefined;
};

/**
 * Whom the limits count a request for: an IPv4 address, or the /64 network of an IPv6 address, because one customer
 * has at least so many. Every proxy on the way appends the address that it saw to `X-Forwarded-For`, so the last
 * `trustedHops` entries were written by the operator's own proxies, and of these the first is the caller as the
 * outermost of them saw it. What stands before was written by the caller. Where the header has fewer entries than
 * there are proxies, or no address in that place, the request did not come the way it should have: then the socket's
 * own address counts.
 * @param trustedHops proxies between the internet and this process; 0 believes no header
 */
export function callerAddress(connection: Connection, trustedHops: number): string {
  const socket = networkOf(connection.socketAddress ?? '') ?? 'unknown';
  if (trustedHops === 0) return socket;
  const entry = (connection.forwardedFor ?? '').split(',').at(-trustedHops) ?? '';
  return networkOf(withoutPort(entry.trim())) ?? socket;
}

/** Some proxies name the port, too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
}

/** Undefined where the text is no address. */
function networkOf(text: string): string | undefined {
  const address = readIpAddress(text);
  return address === undefined || typeof address === 'string' ? address : ipv6Network(address, 4);
}
