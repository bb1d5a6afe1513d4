import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the licence that the site serves is the one of the repository', () => {
  expect(read('../../public/licence.txt')).toBe(read('../../../LICENSE'));
});
