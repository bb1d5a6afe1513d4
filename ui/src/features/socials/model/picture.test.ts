import { expect, test } from 'vitest';
import { ownPicture } from './picture.ts';

const ORIGIN = 'https://rewards.example.org';

test('a picture of this site is shown', () => {
  expect(ownPicture('/api/social/images/ab12', ORIGIN)).toBe(`${ORIGIN}/api/social/images/ab12`);
});

test.each([
  null,
  '//evil.example/x.png',
  '/\\evil.example/x.png',
  'https://evil.example/x.png',
  'data:image/png,x',
  'javascript:1',
])('a picture of elsewhere is not: %s', (url) => {
  expect(ownPicture(url, ORIGIN)).toBeUndefined();
});
