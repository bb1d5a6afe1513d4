import { expect, test } from 'vitest';
import { secureWebUrl, webUrl } from './web-url.ts';

test('only web addresses become links', () => {
  expect(webUrl('https://x.com/evo')).toBe('https://x.com/evo');
  expect(['javascript:alert(1)', 'data:text/html,x', '/here', '', null, undefined].map(webUrl)).toEqual(
    Array(6).fill(undefined),
  );
});

test('only https leads to pages of others', () => {
  expect(secureWebUrl('https://x.com/evo')).toBe('https://x.com/evo');
  expect(['http://x.com/evo', 'javascript:alert(1)', '//x.com', null].map(secureWebUrl)).toEqual(
    Array(4).fill(undefined),
  );
});
