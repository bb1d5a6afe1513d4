import { expect, test } from 'vitest';
import { isOlder } from './docker-engine.ts';

test.each([
  ['2.24.3', true],
  ['2.24.4', false],
  ['v2.24.4', false],
  ['2.26.1-4', false],
  ['2.9.9', true],
  ['1.29.2', true],
  ['2.40', false],
  ['5.0.0', false],
])('compose %s is too old: %s', (version, older) => {
  expect(isOlder(version)).toBe(older);
});
