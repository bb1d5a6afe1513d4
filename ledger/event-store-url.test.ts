import { expect, test } from 'vitest';
import { isEventStoreUrl } from './event-store-url.ts';

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb://127.0.0.1:2113?tls=false&keepAliveInterval=10000',
  'esdb://evo:p%40ss@es1:2113,es2:2113,es3:2113?tls=true&tlsCaFile=/certs/ca/ca.crt',
  'esdb+discover://evo:word@ledger.internal:2113?nodePreference=leader',
  'esdb://[::1]:2113?tls=false',
  'esdb://host',
])('%s is one', (text) => expect(isEventStoreUrl(text)).toBe(true));

test.each([
  '',
  'http://localhost:2113',
  'esdb://',
  'esdb://es1:2113,',
  'esdb://es1:2113,,es2:2113',
  'esdb://es1:2113 ,es2:2113',
  'esdb://a@b@host:2113',
  'postgres://db/evo',
])('%j is none', (text) => expect(isEventStoreUrl(text)).toBe(false));
