import { expect, test } from 'vitest';
import { TASK_TWEET_TEXT_MAX } from '../../../contracts/constants.ts';
import { cutText } from './cut-text.ts';

test('a tweet of a task is cut at 50 characters', () => {
  const text = 'x'.repeat(50);
  expect(cutText(text, TASK_TWEET_TEXT_MAX)).toBe(text);
  expect(cutText(`${text}y`, TASK_TWEET_TEXT_MAX)).toBe(`${text}…`);
});

test('an emoji at the cut stays whole', () => {
  expect(cutText('ab🎉cd', 3)).toBe('ab🎉…');
});

test.each([
  ['a flag', 'ab🇩🇪🇫🇷', 5, 'ab🇩🇪…'],
  ['a family', 'ab👨‍👩‍👧 cd', 4, 'ab…'],
  ['a hand of a colour', 'a👍🏽b', 2, 'a…'],
  ['a letter with its accents', 'abe\u0301\u0323d', 4, 'ab…'],
])('%s at the cut stays whole, or is left out', (_, text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
  expect(cutText(text, [...text].length)).toBe(text);
});
