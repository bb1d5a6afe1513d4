import { expect, test } from 'vitest';
import { reasonOf } from './eip1193.ts';

test('the reason of a wallet is in its own words, at most 200 characters of them, none of them in halves', () => {
  expect(reasonOf({ message: 'User rejected the request.' })).toBe('User rejected the request.');
  expect(reasonOf({ message: '🦊'.repeat(200) })).toBe('🦊'.repeat(200));
  expect(reasonOf({ message: `x${'🦊'.repeat(250)}` })).toBe(`x${'🦊'.repeat(199)}…`);
  for (const none of [undefined, 'text', {}, { message: '' }, { message: 5 }]) {
    expect(reasonOf(none)).toBe('the wallet gave no reason');
  }
});
