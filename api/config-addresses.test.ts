import { expect, test } from 'vitest';
import { isLoopback } from '../projector/loopback.ts';
import { readConfig } from './config.ts';

const admin = '0x52908400098527886E0F7030069857D2E4169EE7';

test('an embedded server that others can reach has no demo wallet', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/SUPER_ADMIN_WALLET/);
  expect(readConfig({ HOST: '0.0.0.0', SUPER_ADMIN_WALLET: admin }).demoWallet).toBe(false);
});

test.each([
  [{ PUBLIC_URL: 'https://evo.example.org' }, /PUBLIC_URL is https:\/\/evo\.example\.org/],
  [{ TRUST_PROXY: '1' }, /TRUST_PROXY is 1/],
  [{ HOST: '10.0.0.7' }, /HOST is 10\.0\.0\.7/],
])('%j is for others: no trial, and the error says what told so', (published, reason) => {
  expect(() => readConfig(published)).toThrow(reason);
  expect(() => readConfig(published)).toThrow(/SUPER_ADMIN_WALLET: is required/);
  const config = readConfig({ ...published, SUPER_ADMIN_WALLET: admin });
  expect(config).toMatchObject({ demoWallet: false, rateLimitScale: 1 });
});

test('a site that only this machine reaches may have an address of its own', () => {
  expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:5173' }).demoWallet).toBe(true);
});

test('the RPC endpoint that is published is a setting of its own, and takes no password', () => {
  expect(readConfig({ RPC_URL: 'https://rpc.example/key' }).publicRpcUrl).toBeUndefined();
  expect(readConfig({ PUBLIC_RPC_URL: 'https://rpc.example' }).publicRpcUrl).toBe('https://rpc.example');
  for (const name of ['PUBLIC_RPC_URL', 'BLOCK_EXPLORER_URL']) {
    for (const address of ['https://me:secret@rpc.example', 'https://:secret@rpc.example/x']) {
      const read = () => readConfig({ [name]: address });
      expect(read).toThrow(new RegExp(`${name}: is told to everyone.*\\(given: not shown\\)`));
      expect(read).not.toThrow(/secret/);
    }
    expect(() => readConfig({ [name]: 'https://rpc.example/@me?to=a@b.example' })).not.toThrow();
  }
});

test.each([
  'https://rewards.example/app',
  'https://rewards.example//',
  'https://rewards.example?site=1',
  'https://rewards.example/#start',
  'https://me:secret@rewards.example',
])('the site has a host of its own, and lies below no path: %s is refused', (address) => {
  const read = () => readConfig({ PUBLIC_URL: address, SUPER_ADMIN_WALLET: admin });
  expect(read).toThrow(/PUBLIC_URL: must be a scheme, a host and at most a port/);
  expect(read).not.toThrow(/secret/);
});

test('the address of the site ends with its host or its port', () => {
  const read = (address: string) => readConfig({ PUBLIC_URL: address, SUPER_ADMIN_WALLET: admin }).publicUrl;
  expect(read('https://rewards.example/')).toBe('https://rewards.example');
  expect(read('http://rewards.example:8080')).toBe('http://rewards.example:8080');
});

const deployment = {
  EVENTSTORE_URL: 'esdb://db:2113?tls=false',
  DATABASE_URL: 'postgres://evo@db/evo',
  SUPER_ADMIN_WALLET: admin,
  VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
};

test('the password of Postgres stands in a variable of its own, for both addresses', () => {
  const config = readConfig({
    ...deployment,
    DATABASE_SESSION_URL: 'postgres://evo@direct/evo',
    PGPASSWORD: 'a/b+c=',
  });
  expect(new URL(config.databaseUrl ?? '').password).toBe(encodeURIComponent('a/b+c='));
  expect(new URL(config.databaseSessionUrl ?? '').password).toBe(encodeURIComponent('a/b+c='));
  expect(new URL(config.databaseSessionUrl ?? '').hostname).toBe('direct');
  expect(readConfig(deployment)).toMatchObject({
    databaseUrl: deployment.DATABASE_URL,
    databaseSessionUrl: undefined,
  });
});

test('what is wrong with the address of the event store is said before anything is asked there', () => {
  const at = (query: string) => () =>
    readConfig({ ...deployment, EVENTSTORE_URL: `esdb://evo:hidden@e:2113?${query}` });
  expect(at('tsl=true')).toThrow(/EVENTSTORE_URL: has the option tsl, which.*\(given: not shown\)/);
  expect(at('tlsCaFile=/nowhere/ca.crt')).toThrow(
    /EVENTSTORE_URL: tlsCaFile \/nowhere\/ca.crt cannot be read \(ENOENT\)/,
  );
  expect(at('tsl=true')).not.toThrow(/hidden/);
});

test.each([
  ['SMTP_URL', 'smtp:mail.example:587'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtps:///mail.example'],
  ['DATABASE_URL', 'postgres:evo'],
  ['DATABASE_URL', 'postgres:/evo'],
  ['RPC_URL', 'https:rpc.example'],
  ['BLOCK_EXPLORER_URL', 'https:explorer.example'],
  ['PUBLIC_URL', 'http:/rewards.example'],
])('%s is a whole address, with a host: %s is refused', (name, text) => {
  expect(() => readConfig({ SUPER_ADMIN_WALLET: admin, [name]: text })).toThrow(
    new RegExp(`${name}: must be a URL that starts with`),
  );
});

test('an address of Postgres may be that of a socket, and the scheme of any may have large letters', () => {
  const socket = 'postgres:///evo?host=/run/postgresql&user=evo';
  expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
  expect(readConfig({ RPC_URL: 'HTTPS://rpc.example' }).rpcUrl).toBe('HTTPS://rpc.example');
});

test('an address for sessions needs the Postgres that it leads to', () => {
  expect(() => readConfig({ DATABASE_SESSION_URL: 'postgres://direct/evo' })).toThrow(
    'DATABASE_SESSION_URL: leads to the Postgres of DATABASE_URL, which is not set',
  );
});

test.each(['localhost', '127.0.0.1', '127.12.34.56', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.127.0.0.1',
  '127.0.0.1.example.org',
  'localhost.example.org',
  '128.0.0.1',
  '127.0.0',
])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test('a host to listen at may stand in the brackets that it has in an address', () => {
  const config = readConfig({ HOST: '[::1]', METRICS_PORT: '9464', METRICS_HOST: '[::1]' });
  expect(config).toMatchObject({ host: '::1', metrics: { host: '::1' }, demoWallet: true });
  expect(readConfig({ HOST: '[::]', SUPER_ADMIN_WALLET: admin })).toMatchObject({
    ...{ host: '::', demoWallet: false },
  });
});
