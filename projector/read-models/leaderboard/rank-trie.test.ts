import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { pathOf, TrieChanges } from './rank-trie.ts';

test('a total is the path of its digit pairs, without the pairs that are 00', () => {
  expect(pathOf(1_235n * ONE_EVO)).toEqual([
    { parent: '0'.repeat(16), digit: 12 },
    { parent: `${'0'.repeat(16)}12`, digit: 35 },
  ]);
  expect(pathOf(0n)).toEqual([]);
  expect(pathOf(10n ** 38n - 1n)).toHaveLength(19);
  expect(pathOf(10n ** 38n)).toEqual(pathOf(10n ** 38n - 1n));
  expect(() => pathOf(-1n)).toThrow('has no rank');
});

test('only levels at which old and new differ change', () => {
  const trie = new TrieChanges();
  trie.replace(1_235n * ONE_EVO, 1_240n * ONE_EVO);
  expect(trie.entries).toEqual([
    { node: { parent: `${'0'.repeat(16)}12`, digit: 35 }, change: -1 },
    { node: { parent: `${'0'.repeat(16)}12`, digit: 40 }, change: 1 },
  ]);
});

test('what goes up and down within a batch cancels out', () => {
  const trie = new TrieChanges();
  trie.replace(1n, 2n);
  trie.replace(2n, 1n);
  trie.replace(5n, 5n);
  expect(trie.entries).toEqual([]);
});
