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
  });
});
