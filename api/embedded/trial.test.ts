import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTrial, signOfOthers, startLines } from './trial.ts';

/** As a browser on the same machine sends it. */
const own = {
  httpVersion: '1.1',
  headers: { host: 'localhost:3000' },
  socket: { localAddress: '127.0.0.1' },
};

test.each([
  ['localhost', '127.0.0.1'],
  ['localhost:3000', '::1'],
  ['127.0.0.1:3000', '::ffff:127.0.0.1'],
  ['[::1]:3000', '::1'],
])('a request to %s at %s is one of this machine', (host, localAddress) => {
  expect(signOfOthers({ ...own, headers: { host }, socket: { localAddress } })).toBeUndefined();
});

test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'cdn-loop',
])('%s tells of a proxy, whatever it says', (name) => {
  for (const value of ['localhost', '127.0.0.1', '']) {
    expect(signOfOthers({ ...own, headers: { ...own.headers, [name]: value } })).toContain(name);
  }
});

test.each([
  'evo.example.org',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.7',
  '0.0.0.0',
  '',
  'a b',
])('the host %j is no name of this machine', (host) =>
  expect(signOfOthers({ ...own, headers: { host } })).toContain('host'),
);

test('HTTP/1.0, an address that others reach, and no address at all', () => {
  expect(signOfOthers({ ...own, httpVersion: '1.0' })).toBe('HTTP/1.0');
  expect(signOfOthers({ ...own, socket: { localAddress: '192.168.1.7' } })).toContain('192.168.1.7');
  expect(signOfOthers({ ...own, socket: {} })).toBeDefined();
});

test.each([{ origin: 'https://evo.example.org' }, { referer: 'https://evo.example.org/evo-rewards' }])(
  'a browser that shows this site as %j came through a proxy, however that calls it',
  (page) => {
    const headers = { ...own.headers, ...page, 'sec-fetch-site': 'same-origin' };
    expect(signOfOthers({ ...own, headers })).toBe('the site https://evo.example.org');
  },
);

test('a link or a call from another site ends no trial', () => {
  for (const site of ['cross-site', 'none']) {
    const headers = { ...own.headers, origin: 'https://other.example', 'sec-fetch-site': site };
    expect(signOfOthers({ ...own, headers })).toBeUndefined();
  }
  const ours = { ...own.headers, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' };
  expect(signOfOthers({ ...own, headers: ours })).toBeUndefined();
});

test('the start says in one line that it is a trial; a site says nothing of the kind', () => {
  const [ready, trial, ...more] = startLines('http://localhost:3000', { demoWallet: true }).split('\n');
  expect(ready).toBe('evo-rewards is ready at http://localhost:3000');
  expect(trial).toMatch(/local trial.*open to everyone on this machine.*PUBLIC_URL/);
  expect(more).toEqual([]);
  expect(startLines('https://evo.example.org', { demoWallet: false })).not.toMatch(/trial/);
});

test('what the settings do not allow never begins', () => {
  expect(createTrial(false, pino({ level: 'silent' })).isOn()).toBe(false);
});
