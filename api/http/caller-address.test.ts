import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callerAddress } from './caller-address.ts';

const socketAddress = '192.0.2.1';
const seenBy = (trustedHops: number, forwardedFor: string | undefined) =>
  callerAddress({ socketAddress, forwardedFor }, trustedHops);

describe('X-Forwarded-For', () => {
  test.each([
    ['no proxy is trusted', 0, '203.0.113.7', socketAddress],
    ['there is no header', 1, undefined, socketAddress],
    ['one proxy', 1, '203.0.113.7', '203.0.113.7'],
    ['the caller wrote something before', 1, '10.0.0.1, 8.8.8.8, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '10.0.0.1, 203.0.113.7, 198.51.100.1', '203.0.113.7'],
    ['fewer entries than proxies', 3, '203.0.113.7, 198.51.100.1', socketAddress],
    ['an empty entry', 1, '203.0.113.7, ', socketAddress],
    ['a name', 1, '203.0.113.7, unknown', socketAddress],
    ['no address', 1, '203.0.113.256', socketAddress],
    ['a port', 1, '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', 1, '[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
    ['IPv6 in brackets', 1, '[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
  ])('%s', (_, hops, header, expected) => expect(seenBy(hops, header)).toBe(expected));

  test('whatever the caller writes changes nothing', () => {
    const own = fc.string().map((text) => text.replaceAll(/[\r\n]/g, ''));
    fc.assert(
      fc.property(own, fc.ipV4(), (forged, seen) => {
        expect(seenBy(1, `${forged}, ${seen}`)).toBe(seen);
      }),
    );
  });

  test('any header and any socket give a caller', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.string(), { nil: undefined }),
        fc.nat(9),
        (header, socket, hops) => {
          expect(callerAddress({ socketAddress: socket, forwardedFor: header }, hops)).toMatch(
            /^(unknown|\d+(\.\d+){3}|[0-9a-f]+(:[0-9a-f]+){3}::\/64)$/,
          );
        },
      ),
    );
  });
});

describe('an IPv6 address', () => {
  const ofSocket = (address: string) => callerAddress({ socketAddress: address, forwardedFor: undefined }, 0);

  test.each([
    ['::1', '0:0:0:0::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    // Of one's own network anybody can take such an address: it is no IPv4, whose limits would be those of others.
    ['2001:db8::ffff:203.0.113.7', '2001:db8:0:0::/64'],
    ['::1:ffff:203.0.113.7', '0:0:0:0::/64'],
    ['::fffe:203.0.113.7', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, expected) => expect(ofSocket(address)).toBe(expected));

  test('has the network of all others with its first 64 bits', () => {
    const group = fc.nat(0xffff).map((part) => part.toString(16));
    const groups = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(groups, groups, groups, (network, one, other) => {
        fc.pre(network.some((part) => part !== '0'));
        const [a, b] = [one, other].map((host) => ofSocket([...network, ...host].join(':')));
        expect(a).toBe(b);
        expect(a).toBe(`${network.join(':')}::/64`);
      }),
    );
  });
});
