import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../../projector/database.ts';
import { readConfig } from '../../config.ts';
import { doctorCommand } from './doctor-command.ts';
import { examineNode } from './event-store.ts';
import { isMountPoint } from './keys.ts';
import { eventStorePeers, examinePeer, judgeCertificate } from './network.ts';
import { examineOthers, examineRpc, examineSmtp } from './others.ts';
import { clockFinding, judgePostgres, type PostgresFacts, sharesConnections } from './postgres.ts';
import { judgeDisk, judgeSettings } from './settings.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const well: PostgresFacts = {
  ...{ version: 18, now: new Date(now), fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  ...{ may_create: true, has_trgm: true, connections: 5, most_connections: 100, encoding: 'UTF8' },
  ...{ read_only: false, has_plain_letters: true, trgm_schema: null, half_restored: false },
  ...{ followers: 0, waits_for_follower: false },
};
const faultsOf = (facts: Partial<PostgresFacts>, isPooled = false, at = now) =>
  judgePostgres({ ...well, ...facts }, isPooled, at).filter(({ state }) => state !== 'ok');

test.each<Partial<PostgresFacts>>([
  {},
  { connections: 60 },
  { trgm_schema: 'public' },
  { followers: 1, waits_for_follower: true },
])('a Postgres that is well (%j) is told nothing to do', (facts) => expect(faultsOf(facts)).toEqual([]));

test.each<[Partial<PostgresFacts>, 'fault' | 'warn', string]>([
  [{ fsync: 'off' }, 'fault', 'fsync is off'],
  [{ full_page_writes: 'off' }, 'fault', 'full_page_writes is off'],
  [{ synchronous_commit: 'off' }, 'fault', 'synchronous_commit is off'],
  [{ followers: 1 }, 'warn', 'synchronous_standby_names'],
  [{ may_create: false }, 'fault', 'grant create on database'],
  [{ has_trgm: false }, 'fault', 'pg_trgm'],
  [{ encoding: 'SQL_ASCII' }, 'fault', 'UTF8'],
  [{ read_only: true }, 'fault', 'DATABASE_URL leads to a Postgres that takes no writes'],
  [{ trgm_schema: 'extensions' }, 'fault', 'alter extension pg_trgm set schema public'],
  [{ has_plain_letters: false }, 'fault', 'another locale'],
  [{ half_restored: true }, 'fault', 'A restore into this database has not ended'],
  [{ version: 14 }, 'fault', 'too old'],
  [{ version: 15 }, 'warn', 'is tried with 18'],
  [{ version: 19 }, 'warn', 'is tried with 18'],
  [{ connections: 61 }, 'warn', '61 of 100 connections'],
])('%j of Postgres is a %s', (facts, state, text) => {
  expect(faultsOf(facts)).toEqual([{ name: 'postgres', state, text: expect.stringContaining(text) }]);
});

test('a pooler in transaction mode is a fault', () => {
  expect(faultsOf({}, true)).toMatchObject([
    { state: 'fault', text: expect.stringContaining('transaction mode') },
  ]);
});

/** Two clients of a server, whose transactions go to whichever back end is free where it pools them. */
function server(isPooler: boolean): [Database, Database] {
  const inTransaction = new Map<number, number>();
  const client = (own: number): Database => ({
    async query(text: string) {
      const free = isPooler ? [1, 2].find((pid) => ![...inTransaction.values()].includes(pid)) : own;
      const pid = inTransaction.get(own) ?? free ?? 0;
      if (text === 'begin') inTransaction.set(own, pid);
      if (text === 'rollback') inTransaction.delete(own);
      // Nothing but the rows of an answer is looked at.
      return { rows: [{ pid }] } as never;
    },
  });
  return [client(1), client(2)];
}

test('a pooler shows by the back end that changes between two transactions', async () => {
  expect(await sharesConnections(...server(true))).toBe(true);
  expect(await sharesConnections(...server(false))).toBe(false);
});

test.each([
  [400, 'ok', '0.4 s ahead'],
  [-1_999, 'ok', '2.0 s behind'],
  [-2_000, 'warn', '2.0 s behind'],
  [29_999, 'warn', '30.0 s ahead'],
  [30_000, 'fault', '30.0 s ahead'],
  [-3_600_000, 'fault', '3600.0 s behind'],
])('a clock that is %i ms off is %s', (off, state, text) => {
  expect(clockFinding('Postgres', now + off, now)).toMatchObject({
    state,
    text: expect.stringContaining(text),
  });
});

test.each([
  [-1, undefined, 'fault', 'ended on 2026-02-28'],
  [0, undefined, 'warn', 'in 0 days'],
  [20, undefined, 'warn', 'in 20 days'],
  [21, undefined, 'ok', 'is good until'],
  [90, 'SELF_SIGNED_CERT_IN_CHAIN', 'fault', 'not trusted: SELF_SIGNED'],
])('a certificate with %i days left and the fault %s is %s', (days, fault, state, text) => {
  const finding = judgeCertificate('es1', now + days * 86_400_000, fault, now);
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

test.each([
  [199_999_999, 1_000_000_000, 'fault'],
  [200_000_000, 1_000_000_000, 'warn'],
  [1_999_999_999, 4_000_000_000, 'warn'],
  [2_000_000_000, 4_000_000_000, 'ok'],
  [49_999_999_999, 1_000_000_000_000, 'warn'],
  [50_000_000_000, 1_000_000_000_000, 'ok'],
])('%i free bytes of %i are %s', (free, whole, state) => {
  expect(judgeDisk('/data', free, whole).state).toBe(state);
});

test('every host of an event store is looked at, with TLS unless it is said otherwise', () => {
  expect(
    eventStorePeers('esdb://evo:p%40w@es1:2113,es2:2114,[::1]:2115?tls=true&tlsCaFile=/certs/ca/ca.crt'),
  ).toEqual(
    [
      ['es1', 2113],
      ['es2', 2114],
      ['::1', 2115],
    ].map(([host, port]) => ({
      setting: 'EVENTSTORE_URL',
      host,
      port,
      tls: true,
      caFile: '/certs/ca/ca.crt',
    })),
  );
  expect(eventStorePeers('esdb+discover://store?tls=false')).toMatchObject([
    { host: 'store', port: 2113, tls: false },
  ]);
});

test('the certificates that the event store is trusted by are looked for where the client finds them, however that is written', () => {
  const options = 'TLS=true&tls_ca_file=%2Fcerts%2Fof%20the%20store.crt';
  expect(eventStorePeers(`esdb://es1:2113?${options}`)).toMatchObject([
    { tls: true, caFile: '/certs/of the store.crt' },
  ]);
  expect(eventStorePeers('esdb://es1:2113?T-L-S=false')).toMatchObject([{ tls: false, caFile: undefined }]);
});

test('a name that nobody knows, and a port without TLS behind an address, are told apart', async () => {
  const unknown = { setting: 'EVENTSTORE_URL', host: 'no-such-host.invalid', port: 2113, tls: true };
  expect(await examinePeer(unknown)).toMatchObject([{ name: 'dns', state: 'fault' }]);
  const plain = createServer();
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const address = plain.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const found = await examinePeer({ setting: 'EVENTSTORE_URL', host: '127.0.0.1', port, tls: true });
  plain.close();
  expect(found).toMatchObject([
    { state: 'warn', text: expect.stringContaining('use a name') },
    { state: 'fault', text: expect.stringContaining('does not answer with TLS') },
  ]);
});

test('a site at an IPv6 address is no name that nobody knows', async () => {
  const settings = { PUBLIC_URL: 'http://[2001:db8::1]', SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}` };
  expect(await examineOthers(readConfig(settings))).toEqual([]);
});

test('version and clock of a node are what it says at /info', async () => {
  const node = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + 60_000).toUTCString()).end('{"esVersion":"23.10.1.0"}');
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const address = node.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const found = await examineNode({ setting: 'EVENTSTORE_URL', host: '127.0.0.1', port, tls: false });
  node.close();
  expect(found).toMatchObject([
    { state: 'warn', text: expect.stringContaining('23.10.1.0; the program is tried with 24.10') },
    { name: 'clock', state: 'fault' },
  ]);
});

test('a mail server and a chain that are not there are faults with what follows', async () => {
  expect(await examineSmtp('smtp://127.0.0.1:1')).toMatchObject([
    { state: 'fault', text: expect.stringContaining('Mails wait') },
  ]);
  expect(await examineRpc('http://127.0.0.1:1')).toMatchObject([
    { state: 'fault', text: expect.stringContaining('does not answer') },
  ]);
});

test('a chain that asks for a password is asked with it, and the password is not repeated', async () => {
  const basic = `Basic ${Buffer.from('me:p@ss word').toString('base64')}`;
  const chain = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === basic;
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? '{"result":"0xd60"}' : 'who are you');
  });
  await new Promise<void>((resolve) => chain.listen(0, '127.0.0.1', resolve));
  const address = chain.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const ask = (user: string) => examineRpc(`http://${user}@127.0.0.1:${port}/`);
  expect(await ask('me:p%40ss%20word')).toEqual([{ name: 'rpc', state: 'ok', text: 'The chain answers.' }]);
  const [refused] = await ask('me:another-secret');
  chain.close();
  expect(refused?.state).toBe('fault');
  const [away] = await examineRpc('http://me:another-secret@127.0.0.1:1');
  for (const finding of [refused, away]) expect(finding?.text).not.toContain('secret');
});

test('a site over http, without mails, is warned of; a local trial is told to be one', () => {
  const site = readConfig({
    PUBLIC_URL: 'http://rewards.example',
    SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
  });
  expect(judgeSettings(site).map(({ text }) => text)).toEqual([
    expect.stringContaining('without TLS'),
    expect.stringContaining('SMTP_URL is not set'),
  ]);
  expect(judgeSettings(readConfig({}))).toMatchObject([
    { state: 'warn', text: expect.stringContaining('local trial') },
  ]);
});

const site = {
  PUBLIC_URL: 'https://rewards.example',
  SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
  EVENTSTORE_URL: 'esdb://evo:p@db:2113',
  DATABASE_URL: 'postgres://db/evo',
  VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
  ...{ NOTARY_KEY: '/keys/notary', TRUST_PROXY: '1', SMTP_URL: 'smtp://mail.example' },
};

test('settings of a site that lack nothing are told to be good', () => {
  expect(judgeSettings(readConfig(site))).toMatchObject([{ name: 'settings', state: 'ok' }]);
  // A site that this machine alone reaches needs no TLS.
  expect(judgeSettings(readConfig({ ...site, PUBLIC_URL: 'http://localhost:3000' }))).toMatchObject([
    { state: 'ok' },
  ]);
});

test.each<[Record<string, string>, warning: string]>([
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  [{ PUBLIC_URL: 'http://rewards.example' }, 'without TLS'],
  [{ TRUST_PROXY: '' }, 'TRUST_PROXY is 0'],
  [{ SMTP_URL: '' }, 'SMTP_URL is not set'],
  [{ NOTARY_KEY: '' }, 'nothing of the ledger is sealed'],
  [{ VAULT_KEY: `${site.VAULT_KEY},${Buffer.alloc(32, 2).toString('base64')}` }, 'run rotate-vault-key'],
])('a site with %j is warned of it, and of nothing else', (settings, warning) => {
  expect(judgeSettings(readConfig({ ...site, ...settings }))).toEqual([
    { name: 'settings', state: 'warn', text: expect.stringContaining(warning) },
  ]);
});

test('where no program was started yet it makes nothing', async () => {
  const dataDir = join(tmpdir(), `evo-never-${process.pid}`);
  const { text, exitCode } = await doctorCommand([], { DATA_DIR: dataDir });
  expect([exitCode, existsSync(dataDir)]).toEqual([0, false]);
  expect(text).toContain('holds no Postgres yet');
});

test('before the first start the mail server and the event store that the settings name are tried as well', async () => {
  const settings = { DATA_DIR: join(tmpdir(), `evo-never-${process.pid}`), SMTP_URL: 'smtp://127.0.0.1:1' };
  const trial = await doctorCommand([], settings);
  expect(trial).toMatchObject({ exitCode: 1, text: expect.stringMatching(/^fault smtp +SMTP_URL: /m) });
  expect(trial.text).toContain('holds no Postgres yet');
  const ofStore = {
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
  };
  const site = await doctorCommand([], { ...settings, ...ofStore });
  expect(site.text).toMatch(/^fault event-store +The event store does not answer: /m);
});

test('settings that cannot be used are all told, each in a line, and nothing else is looked at', async () => {
  const { text, exitCode } = await doctorCommand([], { PORT: 'x', VAULT_KEY: 'short' });
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^fault settings +PORT: .*\nfault settings +VAULT_KEY: .*\n2 faults, 0 warnings\.$/);
});

test('a key that a container was given as a file of its own is nobody else’s to read', () => {
  const mounts = [
    '249 215 0:71 / /run/secrets rw,nosuid - tmpfs tmpfs rw',
    '250 215 254:0 /srv/secrets/notary-key /run/secrets/notary-key ro,relatime - ext4 /dev/vda rw',
  ].join('\n');
  expect(isMountPoint(mounts, '/run/secrets/notary-key')).toBe(true);
  // Of a folder that is mounted whole, the modes of its files count.
  expect(isMountPoint(mounts, '/run/secrets/notary')).toBe(false);
  expect(isMountPoint(mounts, '/srv/secrets/notary-key')).toBe(false);
  expect(isMountPoint('', '/run/secrets/notary-key')).toBe(false);
});
