import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ONE_EVO, parseEvo } from '../contracts/money.ts';
import { lowerCase } from '../contracts/wallet-address.ts';
import { ConfigError, readConfig } from './config.ts';

const admin = '0x52908400098527886E0F7030069857D2E4169EE7';

test('no settings: embedded on loopback, with the demo wallets', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demoWallet: true,
    projector: 'in-process',
    eventStoreUrl: undefined,
    databaseUrl: undefined,
    faucet: { claimNeeds: 'nothing', issuanceADay: undefined, accountsANetwork: undefined },
    // Once others reach it, it is a site.
    faucetOfSite: { claimNeeds: 'identity', issuanceADay: 100_000n * ONE_EVO, accountsANetwork: 30 },
  });
});

test('every fault is listed at once, and secrets are not repeated', () => {
  const read = () =>
    readConfig({
      PORT: 'x',
      PUBLIC_URL: 'ftp://a',
      DATABASE_URL: 'mysql://me:secret@db',
      SUPER_ADMIN_WALLET: '0x12',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PORT: [\s\S]*PUBLIC_URL: [\s\S]*|SUPER_ADMIN_WALLET/);
  try {
    read();
  } catch (error) {
    const text = String(error);
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SUPER_ADMIN_WALLET'])
      expect(text).toContain(name);
    expect(text).not.toContain('secret');
  }
});

test('of a setting that is far too long enough is shown to know it again', () => {
  const long = 'x'.repeat(100_000);
  const [port, missing, file] = [{ PORT: long }, { HOST: long }, { VAULT_KEY_FILE: long }].map((env) => {
    try {
      readConfig(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    return '';
  });
  for (const message of [port, missing, file]) {
    expect(message?.length).toBeLessThan(700);
    expect(message).toContain('xxxxxxxxxx… (99,');
  }
  expect(port).toContain('PORT: must be a whole number (given: "xxx');
  expect(missing).toContain('HOST is xxx');
});

test('a deployment has no demo wallet and needs a super admin', () => {
  const deployed = { EVENTSTORE_URL: 'esdb://db:2113?tls=false', DATABASE_URL: 'postgres://db/evo' };
  expect(() => readConfig(deployed)).toThrow(/SUPER_ADMIN_WALLET/);
  expect(() => readConfig(deployed)).toThrow(/VAULT_KEY/);
  const required = {
    SUPER_ADMIN_WALLET: admin.toLowerCase(),
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
  };
  expect(readConfig({ ...deployed, ...required })).toMatchObject({
    demoWallet: false,
    superAdminWallet: admin,
    projector: 'separate',
    faucet: { claimNeeds: 'identity', issuanceADay: 100_000n * ONE_EVO, accountsANetwork: 30 },
  });
  expect(readConfig({ ...deployed, ...required, CLAIM_NEEDS: 'nothing', ISSUANCE_A_DAY: '0' })).toMatchObject(
    { faucet: { claimNeeds: 'nothing', issuanceADay: 0n } },
  );
  expect(() => readConfig({ CLAIM_NEEDS: 'money', ISSUANCE_A_DAY: '-1' })).toThrow(
    /CLAIM_NEEDS[\s\S]*ISSUANCE_A_DAY/,
  );
});

test('the numbers are for this machine, or for who has their token', () => {
  expect(readConfig({}).metrics).toEqual({ port: undefined, host: '127.0.0.1', token: undefined });
  expect(() => readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow(
    /METRICS_TOKEN: is required/,
  );
  expect(() => readConfig({ METRICS_TOKEN: 'short-of-16' })).toThrow(
    /METRICS_TOKEN: .*16.*\(given: not shown\)/,
  );
  const token = 'a-token-of-this-test-alone';
  expect(
    readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics.token,
  ).toBe(token);
});

test('each setting is independent: with DATABASE_URL alone only Postgres is external', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/evo' })).toMatchObject({
    databaseUrl: 'postgres://db/evo',
    eventStoreUrl: undefined,
    projector: 'in-process',
  });
});

test('TRUST_PROXY is a number of proxies', () => {
  expect(readConfig({}).trustProxy).toBe(0);
  expect(readConfig({ TRUST_PROXY: '2', SUPER_ADMIN_WALLET: admin }).trustProxy).toBe(2);
  for (const wrong of ['10', '-1', 'true', '1.5']) {
    expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow(/TRUST_PROXY/);
  }
});

test('sessions and the limit of what is paid without a signature', () => {
  expect(readConfig({})).toMatchObject({
    sessions: {
      everyone: { absoluteMs: 7 * 86_400_000, idleMs: 3 * 86_400_000 },
      admins: { absoluteMs: 12 * 3_600_000, idleMs: 3_600_000 },
    },
    stepUpAbove: 10_000n * 10n ** 18n,
  });
  expect(readConfig({ STEP_UP_ABOVE: '0' }).stepUpAbove).toBe(0n);
  expect(() => readConfig({ STEP_UP_ABOVE: '1e4' })).toThrow(/STEP_UP_ABOVE: must be EVO/);
  expect(() => readConfig({ SESSION_HOURS: '0' })).toThrow(/SESSION_HOURS/);
});

test('the limits of rewards by hand are EVO, and below what a grant and an account may ever be', () => {
  const evo = (text: string) => parseEvo(text);
  expect(readConfig({}).rewardLimits).toEqual({
    reward: evo('10000'),
    day: evo('100000'),
    account: evo('10000000'),
  });
  const given = { MAX_REWARD: '0', MAX_REWARDS_A_DAY: '0.5', MAX_ACCOUNT: '1000000000' };
  expect(readConfig(given).rewardLimits).toEqual({ reward: 0n, day: evo('0.5'), account: evo('1000000000') });
  for (const text of ['1000000.1', '-1', '1e3', 'much', '1,000']) {
    expect(() => readConfig({ MAX_REWARD: text })).toThrow(
      /MAX_REWARD: must be EVO in plain digits, at most 1000000/,
    );
  }
  for (const name of ['MAX_REWARDS_A_DAY', 'MAX_ACCOUNT']) {
    expect(() => readConfig({ [name]: '1000000000.1' })).toThrow(new RegExp(`${name}: must be EVO`));
  }
});

test('what winners follow from: drand on a site, a beacon of its own on a trial, or what is set', () => {
  const site = { SUPER_ADMIN_WALLET: admin, PUBLIC_URL: 'https://rewards.example' };
  const chain = { RPC_URL: 'http://127.0.0.1:8545' };
  expect(readConfig(site).raffles).toEqual({
    randomness: 'beacon',
    isLocalBeacon: false,
    relays: ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh'],
    marginSeconds: 30,
  });
  expect(readConfig({ ...site, ...chain }).raffles.randomness).toBe('beacon');
  expect(readConfig({ ...site, ...chain, RAFFLE_RANDOMNESS: 'block' }).raffles.randomness).toBe('block');
  expect(readConfig({}).raffles).toEqual({
    ...{ randomness: 'beacon', isLocalBeacon: true, relays: [], marginSeconds: 5 },
  });
  expect(readConfig(chain).raffles.randomness).toBe('block');
  expect(readConfig({ BEACON_RELAYS: 'https://a.example/ , http://b.example/x/' }).raffles).toMatchObject({
    ...{ isLocalBeacon: false, relays: ['https://a.example', 'http://b.example/x'], marginSeconds: 30 },
  });
  expect(() => readConfig({ RAFFLE_RANDOMNESS: 'block' })).toThrow(/RAFFLE_RANDOMNESS: .* needs an RPC_URL/);
  expect(() => readConfig({ BEACON_MARGIN: '4' })).toThrow(/BEACON_MARGIN/);
  for (const user of ['key:secret', ':secret']) {
    const wrong = () => readConfig({ BEACON_RELAYS: `https://${user}@a.example` });
    expect(wrong).toThrow(/BEACON_RELAYS: must be URLs/);
    expect(wrong).not.toThrow(/secret/);
  }
  expect(() => readConfig({ BEACON_RELAYS: 'https://a.example,ftp://b' })).toThrow(/BEACON_RELAYS/);
});

test.each([' ', './data ', '\tdata', 'data\n'])(
  'a folder of data that is %j is named in an error: a new ledger would begin there',
  (dataDir) => {
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/DATA_DIR: must not begin or end with a blank/);
  },
);

test('folders and files are those below where the program was started', () => {
  const given = { DATA_DIR: 'some/data', UI_DIST: 'some/ui', SOCIAL_CONTENT: 'some/content.json' };
  expect(readConfig(given)).toMatchObject({
    dataDir: resolve('some/data'),
    uiDist: resolve('some/ui'),
    socialContent: resolve('some/content.json'),
  });
});

const deployment = {
  EVENTSTORE_URL: 'esdb://db:2113?tls=false',
  DATABASE_URL: 'postgres://evo@db/evo',
  SUPER_ADMIN_WALLET: admin,
  VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
};

test('who had the right of the super admin before is told in a list', () => {
  const other = '0xde709f2102306220921060314715629080e2fb77';
  const former = (FORMER_SUPER_ADMINS: string) => readConfig({ FORMER_SUPER_ADMINS }).formerSuperAdmins;
  expect(former(`${admin.toLowerCase()}, ${other}`).map(lowerCase)).toEqual([admin, other].map(lowerCase));
  expect(readConfig({}).formerSuperAdmins).toEqual([]);
  for (const text of [`${admin},`, `${admin} ${other}`, '0x12'])
    expect(() => former(text)).toThrow(/FORMER_SUPER_ADMINS/);
});

test('a variable that is empty is not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '', SUPER_ADMIN_WALLET: '' })).toMatchObject({
    port: 3000,
    smtpUrl: undefined,
    superAdminWallet: undefined,
  });
});

test('which projector runs may be said, and follows from the stores where it is not', () => {
  expect(readConfig(deployment).projector).toBe('separate');
  expect(readConfig({ ...deployment, PROJECTOR: 'in-process' }).projector).toBe('in-process');
  expect(readConfig({ PROJECTOR: 'separate' }).projector).toBe('separate');
  expect(readConfig({ PROJECTOR: 'thread' }).projector).toBe('thread');
});

test('a replica has as many connections to Postgres as it needs, those of a projector in a thread of its own beside them', () => {
  const read = (DATABASE_CONNECTIONS: string, PROJECTOR = '') =>
    readConfig({ DATABASE_CONNECTIONS, PROJECTOR });
  expect(() => read('13')).toThrow(/DATABASE_CONNECTIONS/);
  expect(read('14').databaseConnections).toBe(14);
  expect(() => read('16', 'thread')).toThrow(
    'DATABASE_CONNECTIONS: PROJECTOR=thread takes 3 of them: must be 17 or more',
  );
  expect(read('17', 'thread').databaseConnections).toBe(17);
  expect(read('', 'thread').databaseConnections).toBe(20);
});

test('beside an address for sessions a projector in the process has connections of its own', () => {
  const pooled = { DATABASE_URL: 'postgres://p/evo', DATABASE_SESSION_URL: 'postgres://direct/evo' };
  const read = (DATABASE_CONNECTIONS: string, PROJECTOR = '') =>
    readConfig({ ...pooled, DATABASE_CONNECTIONS, PROJECTOR }).databaseConnections;
  expect(() => read('16')).toThrow(
    'DATABASE_CONNECTIONS: the projector beside DATABASE_SESSION_URL takes 3 of them: must be 17 or more',
  );
  expect(read('17')).toBe(17);
  expect(read('14', 'separate')).toBe(14);
});

test('a trial is quiet and generous; a site says what it does and counts', () => {
  expect(readConfig({})).toMatchObject({ logLevel: 'warn', rateLimitScale: 100, rateLimitScaleOfSite: 1 });
  expect(readConfig(deployment)).toMatchObject({
    logLevel: 'info',
    rateLimitScale: 1,
    rateLimitScaleOfSite: 1,
  });
  const told = { LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '7' };
  for (const env of [told, { ...deployment, ...told }])
    expect(readConfig(env)).toMatchObject({
      logLevel: 'error',
      rateLimitScale: 7,
      rateLimitScaleOfSite: 7,
    });
});

test('a draw with the hash of a block needs a chain to ask', () => {
  expect(() => readConfig({ RAFFLE_RANDOMNESS: 'block' })).toThrow(
    'RAFFLE_RANDOMNESS: a draw with the hash of a block needs an RPC_URL',
  );
  expect(() => readConfig({ RAFFLE_RANDOMNESS: 'block', RPC_URL: 'http://rpc.example' })).not.toThrow();
  expect(() => readConfig({ RAFFLE_RANDOMNESS: 'seed' })).not.toThrow();
});

test('amounts are plain EVO up to what the ledger allows', () => {
  expect(readConfig({ STEP_UP_ABOVE: '2.5', MAX_REWARD: '0' })).toMatchObject({
    stepUpAbove: parseEvo('2.5'),
    rewardLimits: { reward: 0n, day: parseEvo('100000'), account: parseEvo('10000000') },
  });
  for (const wrong of ['-1', '1e3', 'many', '1.0000000000000000001', '9'.repeat(30)])
    expect(() => readConfig({ MAX_REWARD: wrong })).toThrow(
      /MAX_REWARD: must be EVO in plain digits, at most \d+/,
    );
});

test('headers for the collector of traces are name=value', () => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'no value' })).toThrow(/OTEL_EXPORTER_OTLP_HEADERS/);
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic x' })).not.toThrow();
});

test('all that is wrong is one list under one head, also what a setting lacks beside another one', () => {
  try {
    readConfig({ PORT: 'x', HOST: '0.0.0.0' });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.name).toBe('ConfigError');
    expect(error.message.split('\n')).toEqual([
      'The settings cannot be used:',
      '  - PORT: must be a whole number (given: "x")',
      '  - SUPER_ADMIN_WALLET: is required, since this is no local trial (HOST is 0.0.0.0)',
    ]);
    expect(error.faults).toHaveLength(2);
  }
});

test.each<[string, Record<string, string>]>([
  ['VAULT_KEY', { EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://p/evo', VAULT_KEY: 'short' }],
  [
    'VAULT_KEY_FILE',
    { EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://p/evo', VAULT_KEY_FILE: '/no' },
  ],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://p/evo', DATABASE_SESSION_URL: 'postgres://p/evo' }],
  ['METRICS_TOKEN', { METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'ten-letter' }],
  ['RPC_URL', { RAFFLE_RANDOMNESS: 'block', RPC_URL: 'ftp://rpc' }],
  ['SUPER_ADMIN_WALLET', { HOST: '0.0.0.0', SUPER_ADMIN_WALLET: '0x12' }],
  ['X_API_URL', { X_HANDLE: 'evo', X_API_URL: 'ftp://x' }],
])('%s that cannot be read is said once, and not that it is missing', (name, given) => {
  try {
    readConfig({ SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`, ...given });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.faults).toEqual([expect.stringMatching(`^${name}: `)]);
  }
});
