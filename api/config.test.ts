import { expect, test } from 'vitest';
import { parseEvo } from '../contracts/money.ts';
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
  });
});

test('an embedded server that others can reach has no demo wallet', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/SUPER_ADMIN_WALLET/);
  expect(readConfig({ HOST: '0.0.0.0', SUPER_ADMIN_WALLET: admin }).demoWallet).toBe(false);
});

test('each setting is independent: with DATABASE_URL alone only Postgres is external', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/evo' })).toMatchObject({
    databaseUrl: 'postgres://db/evo',
    eventStoreUrl: undefined,
    projector: 'in-process',
  });
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
