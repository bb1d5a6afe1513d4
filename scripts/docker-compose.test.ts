import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { SETTINGS } from '../api/config.ts';
import { PROJECTOR_SETTINGS } from '../projector/config.ts';

const service = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default(['default']),
  network_mode: z.string().optional(),
});
const text = readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8');
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(text, { merge: true }));

const names = Object.keys(compose.services);
const of = (name: string) => service.parse(compose.services[name]);
const nodes = names.filter((name) => /^es\d$/.test(name));
/** Source, target and mode of each volume of a service. */
const mounts = (name: string) =>
  of(name).volumes.map((line) => {
    const [source = '', target = '', mode = 'rw'] = line.split(':');
    return { source, target, mode };
  });
const mounted = (name: string) => mounts(name).map(({ source }) => source);

/** The volumes that the generator of certificates writes, by what it puts there. */
const written = Object.fromEntries(mounts('certificates').map(({ source, target }) => [target, source]));
const script = of('certificates').command?.join('\n') ?? '';

test('the generator alone sees the key that every certificate is trusted by', () => {
  expect(script).toContain('-out /authority');
  const authority = written['/authority'];
  expect(authority).toBeDefined();
  expect(names.filter((name) => mounted(name).includes(String(authority)))).toEqual(['certificates']);
  // Nothing else of its script puts the key anywhere.
  const uses = script.split('\n').filter((line) => line.includes('ca.key'));
  expect(uses.map((line) => line.trim())).toEqual([
    '-ca-certificate /authority/ca.crt -ca-key /authority/ca.key \\',
  ]);
});

test('programs get the certificate of the authority and nothing else, to read', () => {
  for (const name of ['api', 'projector']) {
    expect(mounts(name)).toEqual([{ source: written['/ca'], target: '/certs/ca', mode: 'ro' }]);
  }
});

test('each node of the cluster gets its own key, and no other one', () => {
  expect(nodes).toEqual(['es1', 'es2', 'es3']);
  for (const name of nodes) {
    const [ca, own, data, ...more] = mounts(name);
    expect(ca).toEqual({ source: written['/ca'], target: '/etc/eventstore/certs/ca', mode: 'ro' });
    expect(own).toEqual({ source: written[`/${name}`], target: '/etc/eventstore/certs/node', mode: 'ro' });
    expect(data?.source).toBe(`${name}-data`);
    expect(more).toEqual([]);
    const { EVENTSTORE_CERTIFICATE_FILE, EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE } = of(name).environment;
    expect(EVENTSTORE_CERTIFICATE_FILE).toBe('/etc/eventstore/certs/node/node.crt');
    expect(EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE).toBe('/etc/eventstore/certs/node/node.key');
  }
  expect(new Set(Object.values(written)).size).toBe(Object.values(written).length);
});

test.each<[string, (variable: string) => boolean]>([
  // PGPASSWORD is read by the client of Postgres itself.
  ['api', (variable) => [...SETTINGS, 'PGPASSWORD'].includes(variable)],
  ['projector', (variable) => [...PROJECTOR_SETTINGS, 'PGPASSWORD'].includes(variable)],
  ['postgres', (variable) => variable.startsWith('POSTGRES_')],
  ['eventstore', (variable) => variable.startsWith('EVENTSTORE_')],
  ['es1', (variable) => variable.startsWith('EVENTSTORE_')],
  ['es2', (variable) => variable.startsWith('EVENTSTORE_')],
  ['es3', (variable) => variable.startsWith('EVENTSTORE_')],
  ['certificates', () => false],
])('%s is told only the settings that it reads', (name, reads) => {
  expect(Object.keys(of(name).environment).filter((variable) => !reads(variable))).toEqual([]);
});

test.each(['api', 'projector'])('%s gets a password of Postgres that no URL has to hold', (name) => {
  const { DATABASE_URL, PGPASSWORD } = of(name).environment;
  expect(new URL(String(DATABASE_URL)).password).toBe('');
  expect(PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
});

test('each service is one that these tests know', () => {
  expect(names.toSorted()).toEqual([
    'api',
    'certificates',
    'es1',
    'es2',
    'es3',
    'eventstore',
    'postgres',
    'projector',
  ]);
  const used = new Set(names.flatMap(mounted));
  expect(Object.keys(compose.volumes).filter((volume) => !used.has(volume))).toEqual([]);
});

test('the API alone is reached from outside, and only the programs reach the stores', () => {
  expect(names.filter((name) => of(name).ports.length > 0)).toEqual(['api']);
  const inNetwork = (network: string) =>
    names.filter((name) => of(name).networks.includes(network)).toSorted();
  // EventStoreDB without TLS asks nobody who they are.
  expect(inNetwork('ledger')).toEqual(['api', 'es1', 'es2', 'es3', 'eventstore', 'projector']);
  expect(inNetwork('database')).toEqual(['api', 'postgres', 'projector']);
  expect(of('certificates').network_mode).toBe('none');
});
