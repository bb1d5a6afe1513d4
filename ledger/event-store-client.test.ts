import { expect, test } from 'vitest';
import { localAuthorization, withoutCredentials } from './event-store-client.ts';

const basic = `Basic ${Buffer.from('evo:pass word').toString('base64')}`;

test.each([
  'esdb://evo:pass%20word@127.0.0.1:2113?tls=false',
  'esdb+discover://evo:pass%20word@localhost:2113/?keepAliveInterval=1000&tls=false',
])('%s: the credentials go to this machine', (address) => {
  expect(localAuthorization(address)).toBe(basic);
});

test.each([
  'esdb://127.0.0.1:2113?tls=false',
  // Over a network, nobody's password goes in the clear.
  'esdb://evo:password@eventstore:2113?tls=false',
  'esdb://evo:password@127.0.0.1.example:2113?tls=false',
  'esdb://evo:password@127.0.0.1:2113,eventstore:2113?tls=false',
  // The client sends them itself.
  'esdb://evo:password@127.0.0.1:2113?tls=true',
  'esdb://evo:password@127.0.0.1:2113',
])('%s: nothing is added', (address) => {
  expect(localAuthorization(address)).toBeUndefined();
});

test('an address is shown without its password', () => {
  expect(withoutCredentials('esdb://evo:password@host:2113?tls=false')).toBe('esdb://host:2113?tls=false');
  expect(withoutCredentials('esdb://host:2113')).toBe('esdb://host:2113');
});
