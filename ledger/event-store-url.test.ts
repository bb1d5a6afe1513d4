import { afterEach, expect, test, vi } from 'vitest';
import { connectClient } from './event-store-client.ts';
import { eventStoreUrlFault, isEventStoreUrl, unreadableFiles } from './event-store-url.ts';

afterEach(() => vi.restoreAllMocks());

/** A file that is there. */
const file = encodeURIComponent(new URL(import.meta.url).pathname);

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb://127.0.0.1:2113?tls=false&keepAliveInterval=10000',
  `esdb://evo:p%40ss@es1:2113,es2:2113,es3:2113?tls=true&tlsCaFile=${file}`,
  'esdb+discover://evo:word@ledger.internal:2113?nodePreference=leader',
  'esdb://evo:a%3Ab%25@host:65535/?tls_verify_cert=true&maxDiscoverAttempts=3&keepAliveTimeout=-1',
  'esdb://host',
])('%s is one, and the client takes it without a word', (text) => {
  expect(isEventStoreUrl(text)).toBe(true);
  expect(unreadableFiles(text)).toEqual([]);
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(() => connectClient(text)).not.toThrow();
  expect(said).not.toHaveBeenCalled();
});

test.each([
  '',
  'http://localhost:2113',
  'esdb://',
  'esdb://es1:2113,',
  'esdb://es1:2113,,es2:2113',
  'esdb://es1:2113 ,es2:2113',
  'esdb://a@b@host:2113',
  // The client would take a name without a password for a part of the host, and cut a password at its colon.
  'esdb://evo@host:2113',
  'esdb://evo:a:b@host:2113',
  'esdb://evo:100%@host:2113',
  // Of several the client would ask the first alone.
  'esdb+discover://es1:2113,es2:2113',
  'esdb://host:0',
  'esdb://host:65536',
  'esdb://[::1]:2113?tls=false',
  'esdb://host?tls',
  'esdb://host?tls=',
  'postgres://db/evo',
])('%j is none', (text) => expect(isEventStoreUrl(text)).toBe(false));

test.each([
  ['tsl=false', 'tsl'],
  ['tls=maybe', 'tls'],
  ['tls=FALSE', 'tls'],
  ['tls=true&keepAliveInterval=5s', 'keepAliveInterval'],
  ['keepAliveInterval=-2', 'keepAliveInterval'],
  ['nodePreference=king', 'nodePreference'],
  ['tlsCaFile=%', 'tlsCaFile'],
  // It has no effect, which the client says with the password beside it; and conflicts would be no answers.
  ['tlsVerifyCert=false', 'tlsVerifyCert'],
  ['throwOnAppendFailure=false', 'throwOnAppendFailure'],
])('of %s the option is named, and nothing of the user', (query, name) => {
  const text = `esdb://somebody:hidden@host:2113?${query}`;
  expect(isEventStoreUrl(text)).toBe(false);
  expect(eventStoreUrlFault(text)).toMatch(new RegExp(`^has the option ${name}\\b`));
  expect(eventStoreUrlFault(text)).not.toMatch(/somebody|hidden/);
});

test('a file of certificates that is not there is named', () => {
  expect(unreadableFiles('esdb://evo:word@host?tls=true&tlsCaFile=/nowhere/ca.crt')).toEqual([
    'tlsCaFile /nowhere/ca.crt cannot be read (ENOENT)',
  ]);
  expect(unreadableFiles('esdb://host')).toEqual([]);
});
