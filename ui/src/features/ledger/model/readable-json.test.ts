import { expect, test } from 'vitest';
import { readableJson } from './readable-json.ts';

test('what cannot be seen is written out, and it is still the same JSON', () => {
  const value = { a: 'evil\u202etxt.exe', b: ['\u200b', '\u2028', 'é 漢 🎉', '\u0085'], c: '\u{e0041}' };
  const text = readableJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('evil\\u202etxt.exe');
  expect(text).toContain('"\\u200b"');
  expect(text).toContain('é 漢 🎉');
  expect(text).not.toMatch(/[\u200b\u202e\u2028\u0085\u{e0041}]/u);
});

test('it is laid out for people', () => {
  expect(readableJson({ amount: '1' })).toBe('{\n  "amount": "1"\n}');
  expect(readableJson(undefined)).toBe('undefined');
});
