import { expect, test } from 'vitest';
import { webUrl } from './web-url.ts';

test('only web addresses become links', () => {
  expect(webUrl('https://x.com/evo')).toBe('https://x.com/evo');
  expect(['javascript:alert(1)', 'data:text/html,x', '/here', '', null, undefined].map(webUrl)).toEqual(
    Array(6).fill(undefined),
  );
});
