import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './visible-text.ts';

test('what steers a terminal, hides or turns the writing is written out, and what people write stays', () => {
  expect(visibleText('a\u001b[2Jb\u009b1Ac\rd\te')).toBe('a\\u001b[2Jb\\u009b1Ac\\u000dd\\u0009e');
  expect(visibleText('\u202egpj\u200b\u2028\u{e0041}\ud800')).toBe(
    '\\u202egpj\\u200b\\u2028\\udb40\\udc41\\ud800',
  );
  expect(visibleText('Ångström, 漢字, e\u0301, 🎉: "5" \\ 1')).toBe('Ångström, 漢字, e\u0301, 🎉: "5" \\ 1');
});

test('lines stay lines, and one line stays one', () => {
  expect(visibleText('one\ntwo')).toBe('one\ntwo');
  expect(visibleLine('one\ntwo')).toBe('one\\ntwo');
});
