import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';
import { readIpAddress } from '../../http/ip-address.ts';

/** Networks that are nobody's on the internet (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const OWN_NETWORKS = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  OWN_NETWORKS.addSubnet(network, prefix, 'ipv4');
}

/** Whether an address is one of the public internet. Of IPv6 only 2000::/3 is, without what carries IPv4 in it. */
export function isPublicAddress(text: string): boolean {
  const address = readIpAddress(text);
  if (address === undefined) return false;
  if (typeof address === 'string') return isIPv4(address) && !OWN_NETWORKS.check(address, 'ipv4');
  const [first = 0, second = 0] = address;
  if (first >> 13 !== 1) return false;
  const isTeredo = first === 0x2001 && second === 0;
  const isForBooks = (first === 0x2001 && second === 0xdb8) || first >> 4 === 0x3ff;
  return !isTeredo && !isForBooks && first !== 0x2002;
}

/**
 * Looks a name up and gives its addresses only when all of them are public: a name that leads into the own network
 * leads nowhere. The connection is made to the very addresses that were looked at.
 */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new Error(`${hostname} has an address that is not public`), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
