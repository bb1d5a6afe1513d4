import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { codeOf } from './error-code.ts';

test('an error of the system has its code', async () => {
  expect(codeOf(await readFile('/no/such/file').catch((error: unknown) => error))).toBe('ENOENT');
});

test.each([
  ['an error without one', new Error('x')],
  ['what is no error', { code: 'ENOENT' }],
  ['nothing', undefined],
])('%s has none', (_, thrown) => {
  expect(codeOf(thrown)).toBeUndefined();
});
