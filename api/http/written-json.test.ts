import { expect, test } from 'vitest';
import { toldToMany, writtenJson } from './written-json.ts';

const answer = () => ({ name: 'Zoë "€" 𝄞', amounts: ['1.5'], none: null });

test('an answer that one is told is its text', () => {
  const one = answer();
  expect(writtenJson(one)).toBe(JSON.stringify(one));
  expect(writtenJson(one)).toBe(JSON.stringify(one));
});

test('an answer that many are told is written once, and says the same', () => {
  const shared = answer();
  toldToMany(shared);
  const bytes = writtenJson(shared);
  expect(bytes).toEqual(Buffer.from(JSON.stringify(shared), 'utf8'));
  expect(writtenJson(shared)).toBe(bytes);
  expect(writtenJson(answer())).toBe(JSON.stringify(shared));
});
