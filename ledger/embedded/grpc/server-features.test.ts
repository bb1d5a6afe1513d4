import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { expect, test } from 'vitest';
import { MAX_APPEND_SIZE } from './append-check.ts';
import { supportedMethods } from './server-features.ts';

test('the version is the one whose limits and answers the node has', () => {
  const announced = features.SupportedMethods.deserializeBinary(supportedMethods());
  expect(announced.getEventStoreServerVersion()).toBe('24.10.4');
  expect(MAX_APPEND_SIZE).toBe(1024 * 1024);
});
