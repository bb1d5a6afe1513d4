import { expect, test } from 'vitest';
import { ProjectorConfigError, readProjectorConfig } from './config.ts';

test('everything that is wrong is said at once', () => {
  expect(() => readProjectorConfig({ DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })).toThrow(
    /EVENTSTORE_URL is missing[\s\S]*DATABASE_URL must begin with postgres:[\s\S]*LOG_LEVEL must be one of/,
  );
});

test('a full set of settings', () => {
  expect(readProjectorConfig({ EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://p/db' })).toEqual({
    eventStoreUrl: 'esdb://e:2113',
    databaseUrl: 'postgres://p/db',
    logLevel: 'info',
    metrics: { port: undefined, host: '127.0.0.1', token: undefined },
    tracing: undefined,
  });
});

test('the numbers leave the machine only with a token', () => {
  const stores = { EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://p/db', METRICS_PORT: '9464' };
  expect(readProjectorConfig({ ...stores, METRICS_TOKEN: '' }).metrics.port).toBe(9464);
  expect(() => readProjectorConfig({ ...stores, METRICS_HOST: '0.0.0.0' })).toThrow(
    /METRICS_TOKEN is required/,
  );
  for (const METRICS_PORT of ['x', '-1', '1.5', '65536', ' ', '0x50', '1e3', '94 64'])
    expect(() => readProjectorConfig({ ...stores, METRICS_PORT })).toThrow(/METRICS_PORT must be a port/);
  expect(readProjectorConfig({ ...stores, METRICS_PORT: '65535' }).metrics.port).toBe(65_535);
});

const stores = { EVENTSTORE_URL: 'esdb://e:2113', DATABASE_URL: 'postgres://evo@p/db' };

test('where sessions have an address of their own the projector has all of its own there', () => {
  const pooled = { ...stores, DATABASE_SESSION_URL: 'postgres://evo@direct/db', PGPASSWORD: 'secret' };
  const { hostname, password } = new URL(readProjectorConfig(pooled).databaseUrl);
  expect([hostname, password]).toEqual(['direct', 'secret']);
  expect(readProjectorConfig({ ...stores, DATABASE_SESSION_URL: '' }).databaseUrl).toBe(stores.DATABASE_URL);
  expect(() => readProjectorConfig({ ...stores, DATABASE_SESSION_URL: 'mysql://x' })).toThrow(
    /DATABASE_SESSION_URL must begin with postgres:/,
  );
  expect(() => readProjectorConfig({ ...pooled, DATABASE_URL: '' })).toThrow(/DATABASE_URL is missing/);
});

test('an address of a socket takes the password that stands elsewhere, or is refused', () => {
  const withPassword = { ...stores, PGPASSWORD: 'secret' };
  const bySocket = { ...withPassword, DATABASE_URL: 'postgres:///evo?host=/run/postgresql&user=evo' };
  expect(new URL(readProjectorConfig(bySocket).databaseUrl).searchParams.get('password')).toBe('secret');
  const unread = { ...withPassword, DATABASE_URL: 'postgres://evo@/evo?host=/run/postgresql' };
  expect(() => readProjectorConfig(unread)).toThrow(
    /DATABASE_URL must be a URL; of a socket: postgres:\/\/\//,
  );
});

test('the error has a head, and a line for each fault', () => {
  try {
    readProjectorConfig({ ...stores, DATABASE_URL: 'mysql://x', METRICS_PORT: 'x' });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof ProjectorConfigError)) throw error;
    expect(error.name).toBe('ProjectorConfigError');
    const [head, ...lines] = error.message.split('\n');
    expect(head).toBe('The projector cannot start:');
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(['DATABASE_URL', 'METRICS_PORT']);
  }
});

test('a file of a secret that is not there is told beside all else', () => {
  expect(() =>
    readProjectorConfig({ DATABASE_URL: stores.DATABASE_URL, METRICS_TOKEN_FILE: '/nowhere/at/all' }),
  ).toThrow(/METRICS_TOKEN_FILE[\s\S]*EVENTSTORE_URL is missing/);
  expect(() => readProjectorConfig({ ...stores, METRICS_TOKEN_FILE: '/nowhere/at/all' })).toThrow(
    /METRICS_TOKEN_FILE/,
  );
});

test('the password of Postgres may stand in a variable of its own', () => {
  const { databaseUrl } = readProjectorConfig({ ...stores, PGPASSWORD: 'a/b' });
  expect(new URL(databaseUrl).password).toBe(encodeURIComponent('a/b'));
});

test('numbers for others need a token; without a port nobody reaches them', () => {
  expect(readProjectorConfig({ ...stores, METRICS_HOST: '0.0.0.0' }).metrics.port).toBeUndefined();
  const token = 'a-token-of-this-test-alone';
  const given = { ...stores, METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token };
  expect(readProjectorConfig(given).metrics).toEqual({ port: 9464, host: '0.0.0.0', token });
  for (const METRICS_TOKEN of ['', 'fifteen letters'])
    expect(() => readProjectorConfig({ ...given, METRICS_TOKEN })).toThrow(/METRICS_TOKEN/);
  expect(readProjectorConfig({ ...given, METRICS_TOKEN: 'sixteen letters!' }).metrics.port).toBe(9464);
  for (const METRICS_HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(readProjectorConfig({ ...stores, METRICS_PORT: '9464', METRICS_HOST }).metrics.host).toBe(
      METRICS_HOST,
    );
  expect(readProjectorConfig({ ...given, METRICS_HOST: '[::1]' }).metrics.host).toBe('::1');
});

test('what is wrong with the address of the event store is said before anything is asked there', () => {
  const at = (query: string) => () =>
    readProjectorConfig({ ...stores, EVENTSTORE_URL: `esdb://evo:hidden@e:2113?${query}` });
  expect(at('tsl=true')).toThrow(/EVENTSTORE_URL has the option tsl, which/);
  expect(at('tlsCaFile=/nowhere/ca.crt')).toThrow(
    /EVENTSTORE_URL tlsCaFile \/nowhere\/ca.crt cannot be read/,
  );
  expect(at('tsl=true')).not.toThrow(/hidden/);
});

test('headers for the collector of traces are name=value', () => {
  expect(() => readProjectorConfig({ ...stores, OTEL_EXPORTER_OTLP_HEADERS: 'no value' })).toThrow(
    /OTEL_EXPORTER_OTLP_HEADERS/,
  );
  const traced = {
    ...stores,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic x',
  };
  expect(readProjectorConfig(traced).tracing).toMatchObject({
    headers: { authorization: 'Basic x' },
  });
});

test('all that is wrong is one list, also what a setting lacks beside another one', () => {
  const given = {
    ...stores,
    ...{ EVENTSTORE_URL: 'esdb://e:2113?tlsCaFile=/nowhere/ca.crt', LOG_LEVEL: 'loud' },
    ...{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
  };
  expect(() => readProjectorConfig(given)).toThrow(
    /LOG_LEVEL .*\n {2}EVENTSTORE_URL tlsCaFile .*\n {2}METRICS_TOKEN is required/,
  );
  // One that cannot be read is said once, and not that it is missing.
  expect(() => readProjectorConfig({ ...given, METRICS_TOKEN: 'short' })).not.toThrow(
    /METRICS_TOKEN is required/,
  );
});
