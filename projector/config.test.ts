import { expect, test } from 'vitest';
import { readProjectorConfig } from './config.ts';

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
  expect(() => readProjectorConfig({ ...stores, METRICS_PORT: 'x' })).toThrow(/METRICS_PORT must be a port/);
});
