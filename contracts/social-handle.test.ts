import { describe, expect, test } from 'vitest';
import { handleInput, normalHandle } from './social-handle.ts';

test.each([
  ['twitter', ' @fox_1 ', 'fox_1'],
  ['twitter', 'a', 'a'],
  ['twitter', 'a'.repeat(15), 'a'.repeat(15)],
  ['instagram', 'a.b_c', 'a.b_c'],
  ['instagram', '_', '_'],
  ['instagram', `a${'.b'.repeat(14)}c`, `a${'.b'.repeat(14)}c`],
  ['youtube', 'a-b', 'a-b'],
  ['youtube', `${'a'.repeat(27)}.·_`, `${'a'.repeat(27)}.·_`],
  ['youtube', '@อนุรักน์โชคชัย', 'อนุรักน์โชคชัย'],
  ['youtube', 'Студия_1', 'Студия_1'],
  ['youtube', '三浦', '三浦'],
  ['youtube', 'Cafe\u0301', 'Caf\u00e9'],
] as const)('%s knows %j as %s', (platform, typed, handle) =>
  expect(normalHandle(platform, typed)).toBe(handle),
);

test.each([
  ['twitter', ''],
  ['twitter', '@'],
  ['twitter', '@@fox'],
  ['twitter', 'fox@'],
  ['twitter', 'a'.repeat(16)],
  ['twitter', 'a-b'],
  ['twitter', 'a.b'],
  ['twitter', 'fox!'],
  ['twitter', '!fox'],
  ['instagram', '.a'],
  ['instagram', 'a.'],
  ['instagram', 'a..b'],
  ['instagram', 'a-b'],
  ['instagram', 'a'.repeat(31)],
  ['instagram', ''],
  ['youtube', 'ab'],
  ['youtube', 'a'.repeat(31)],
  ['youtube', 'a b'],
  ['youtube', '!abc'],
  ['youtube', 'abc!'],
  ['youtube', '三浦 コウ'],
  ['youtube', 'три\u202eабв'],
  ['youtube', '···\u{1f98a}'],
  ['youtube', 'я'.repeat(31)],
  ['youtube', 'а·\0'],
  ['twitter', 'лиса'],
  ['instagram', 'лиса'],
] as const)('%s knows no %j', (platform, typed) => expect(normalHandle(platform, typed)).toBeUndefined());

describe('what a person types', () => {
  test('loses the spaces around it', () => expect(handleInput.parse(' fox ')).toBe('fox'));
  test('has 1 to 64 characters', () => {
    expect(handleInput.safeParse('a'.repeat(64)).success).toBe(true);
    for (const wrong of ['', '  ', 'a'.repeat(65), 7]) {
      expect(handleInput.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/handle|name/i),
      ]);
    }
  });
});
