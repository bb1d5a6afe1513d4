import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are quoted where they must be', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', null, 3, true])).toBe('a,"b,c","say ""x""",,3,true\r\n');
  expect(csvLine(['two\nlines'])).toBe('"two\nlines"\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1',
  '\n=1',
  '\r=1',
  '\t=1',
  '\0=1',
  '\u{fffd}=1',
  '\u{feff}=1',
  '\u{200b}=1',
  '\u{a0}=1',
  '＝1',
  '|cmd',
  '%0A=1',
])('%j is no formula any more', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
});

test.each(['anna', '0x12', '2026-01-01T00:00:00Z', '5.50', 'a=b', ''])('%j stays as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});

test.each(['Thanks;=1+1', 'Thanks; @SUM(A1);bye', 'Thanks;\t-1', '{"reason":"x;＝1"}'])(
  'nor where lists are separated by semicolons, as in most of Europe: %j',
  (text) => {
    const cells = csvLine(['2026-01-01', text]).split(';');
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@|%＝]/u);
  },
);
