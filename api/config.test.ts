import { expect, test } from 'vitest';
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

test('sessions and the limit of what is paid without a signature', () => {
  expect(readConfig({})).toMatchObject({
    sessions: {
      everyone: { absoluteMs: 7 * 86_400_000, idleMs: 3 * 86_400_000 },
      admins: { absoluteMs: 12 * 3_600_000, idleMs: 3_600_000 },
    },
    stepUpAbove: 10_000n * 10n ** 18n,
  });
  expect(readConfig({ STEP_UP_ABOVE: '0' }).stepUpAbove).toBe(0n);
  expect(() => readConfig({ STEP_UP_ABOVE: '1e4' })).toThrow(/STEP_UP_ABOVE: must be an amount of EVO/);
  expect(() => readConfig({ SESSION_HOURS: '0' })).toThrow(/SESSION_HOURS/);
});
