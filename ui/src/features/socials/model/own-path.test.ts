import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test('a path is of this site, and nothing else is', () => {
  expect(ownPath('/raffle')).toBe('/raffle');
  expect(ownPath('/')).toBe('/');
  const others = ['//evil.example', '/\\evil.example', 'https://x.com/evo', 'raffle', 'javascript:1', ''];
  expect(others.map(ownPath)).toEqual(others.map(() => undefined));
});
