import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { SECRETS } from './settings/settings.ts';

const admin = '0x52908400098527886E0F7030069857D2E4169EE7';

test('while the key of the vault is replaced it has two, and nothing that is no key', () => {
  const [old, next] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
  expect(readConfig({}).vaultKeys).toEqual([]);
  expect(readConfig({ VAULT_KEY: next }).vaultKeys).toEqual([next]);
  expect(readConfig({ VAULT_KEY: `${next},${old}` }).vaultKeys).toEqual([next, old]);
  expect(readConfig({ VAULT_KEY: `${next}\n${old}\n` }).vaultKeys).toEqual([next, old]);
  for (const bad of [`${next},short`, `${next}${old}`, ',']) {
    expect(() => readConfig({ VAULT_KEY: bad })).toThrow(/VAULT_KEY: must be 32 bytes/);
  }
});

test('every setting that holds a secret may stand in a file, and what is wrong with one is said with the rest', () => {
  expect(SECRETS).toEqual(
    expect.arrayContaining([
      ...[
        'EVENTSTORE_URL',
        'DATABASE_URL',
        'PGPASSWORD',
        'RPC_URL',
        'SMTP_URL',
        'VAULT_KEY',
        'METRICS_TOKEN',
      ],
      ...[
        'X_CLIENT_SECRET',
        'X_BEARER_TOKEN',
        'YOUTUBE_CLIENT_SECRET',
        'YOUTUBE_API_KEY',
        'TIKTOK_CLIENT_KEY',
      ],
      ...['TIKTOK_REFRESH_TOKEN', 'INSTAGRAM_APP_SECRET', 'INSTAGRAM_VERIFY_TOKEN', 'INSTAGRAM_ACCESS_TOKEN'],
    ]),
  );
  expect(() => readConfig({ SMTP_URL_FILE: '/nowhere/smtp', PORT: 'x' })).toThrow(
    /SMTP_URL_FILE: \/nowhere\/smtp cannot be read[\s\S]*PORT/,
  );
});

test('the file of the notary under the name that files of secrets have is a fault, and not a program that seals nothing', () => {
  expect(() => readConfig({ NOTARY_KEY_FILE: '/run/secrets/notary-key' })).toThrow(
    'NOTARY_KEY_FILE: NOTARY_KEY itself is the name of the file',
  );
  expect(readConfig({ NOTARY_KEY_FILE: '' }).notary.keyFile).toBeUndefined();
});

test('the key of the notary in the place of its file is a fault that does not repeat it', () => {
  const key = Buffer.alloc(32, 9).toString('base64');
  for (const given of [key, `${key}\n`]) {
    const read = () => readConfig({ NOTARY_KEY: given });
    expect(read).toThrow(
      /NOTARY_KEY: must be the name of a file with the key, not the key \(given: not shown\)/,
    );
    expect(read).not.toThrow(key);
  }
  expect(readConfig({ NOTARY_KEY: '/run/secrets/notary-key' }).notary.keyFile).toBe(
    '/run/secrets/notary-key',
  );
});

test('a secret in a file that cannot be read is enough not to start: another one would be made in its place', () => {
  expect(() => readConfig({ VAULT_KEY_FILE: '/nowhere/vault-key' })).toThrow(
    'VAULT_KEY_FILE: /nowhere/vault-key cannot be read (ENOENT)',
  );
});

const deployment = {
  EVENTSTORE_URL: 'esdb://db:2113?tls=false',
  DATABASE_URL: 'postgres://evo@db/evo',
  SUPER_ADMIN_WALLET: admin,
  VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
};

test('the key of the vault is needed where both stores are external, and only there', () => {
  const { VAULT_KEY: _, ...without } = deployment;
  expect(() => readConfig(without)).toThrow(
    'VAULT_KEY: is required where both stores are external (openssl rand -base64 32)',
  );
  for (const external of ['EVENTSTORE_URL', 'DATABASE_URL'] as const) {
    const config = readConfig({ SUPER_ADMIN_WALLET: admin, [external]: deployment[external] });
    expect(config).toMatchObject({ projector: 'in-process', vaultKeys: [] });
  }
});

test('what holds a secret, or an address that may carry one, may stand in a file and is never repeated', () => {
  for (const secret of [
    'DATABASE_URL',
    'EVENTSTORE_URL',
    'RPC_URL',
    'SMTP_URL',
    'VAULT_KEY',
    'METRICS_TOKEN',
    'X_CLIENT_SECRET',
    'TIKTOK_REFRESH_TOKEN',
    'BEACON_RELAYS',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'PGPASSWORD',
  ])
    expect(SECRETS).toContain(secret);
  for (const open of ['PUBLIC_URL', 'PUBLIC_RPC_URL', 'BLOCK_EXPLORER_URL', 'NOTARY_KEY', 'PORT', 'HOST'])
    expect(SECRETS).not.toContain(open);
  expect(() => readConfig({ X_CLIENT_SECRET: 'short' })).toThrow(/X_CLIENT_SECRET: .*\(given: not shown\)/);
  expect(() => readConfig({ PUBLIC_URL: 'nowhere' })).toThrow(/PUBLIC_URL: .*\(given: "nowhere"\)/);
});
