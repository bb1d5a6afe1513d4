import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

test('headings, paragraphs, lists and tables, with what stands in their lines', () => {
  const blocks = readMarkdown(
    '# A **b**\n\nOne\ntwo `c*d`.\n\n1. first\n   goes on\n2. *second*\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | `2` |\n',
  );
  const plain = (text: string) => ({ look: 'plain', text });
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: [plain('A '), { look: 'strong', text: 'b' }] },
    { kind: 'paragraph', text: [plain('One two '), { look: 'code', text: 'c*d' }, plain('.')] },
    {
      kind: 'list',
      isOrdered: true,
      items: [[plain('first goes on')], [{ look: 'em', text: 'second' }]],
    },
    { kind: 'list', isOrdered: false, items: [[plain('a')], [plain('b')]] },
    {
      kind: 'table',
      head: [[plain('x')], [plain('y')]],
      rows: [[[plain('1')], [{ look: 'code', text: '2' }]]],
    },
  ]);
});

test.each([
  '```\ncode\n```',
  '> said',
  '![picture](x.png)',
  'see [this](x.md)',
  '#### deep',
  '| a |',
  'a * b',
])('what it does not know is refused: %s', (source) => expect(() => readMarkdown(source)).toThrow());

test('the page about raffles is understood whole', () => {
  const source = readFileSync(new URL('../../../../../docs/raffles.md', import.meta.url), 'utf8');
  const blocks = readMarkdown(source);
  const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  // No word of it is lost or said twice; the numbers of a list are drawn by the browser.
  expect(words(JSON.stringify(blocks.map(textOf))).join(' ')).toBe(
    words(source.replaceAll(/^\d+\. /gm, '')).join(' '),
  );
});

/** All text of a block, in its order. */
function textOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(textOf);
  if (typeof node !== 'object' || node === null) return [];
  if ('look' in node && 'text' in node) return node.text;
  return Object.entries(node).flatMap(([key, value]) => (key === 'kind' ? [] : [textOf(value)]));
}
