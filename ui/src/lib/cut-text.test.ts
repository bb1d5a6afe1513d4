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
