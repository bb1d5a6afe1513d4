import { expect, test } from 'vitest';
import { reasonOf } from './eip1193.ts';

test('the reason of a wallet is in its own words, as many as there is room for, and no character of them in halves', () => {
  expect(reasonOf({ message: 'User rejected the request.' })).toBe('User rejected the request.');
  expect(reasonOf({ message: 'x'.repeat(200) })).toBe('x'.repeat(200));
  expect(reasonOf({ message: 'x'.repeat(201) })).toBe(`${'x'.repeat(200)}…`);
  expect(reasonOf({ message: `x${'🦊'.repeat(100)}` })).toBe(`x${'🦊'.repeat(99)}…`);
  for (const none of [undefined, 'text', {}, { message: '' }, { message: 5 }]) {
    expect(reasonOf(none)).toBe('the wallet gave no reason');
  }
});
