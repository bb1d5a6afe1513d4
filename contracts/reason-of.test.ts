import { expect, test } from 'vitest';
import { reasonOf } from './reason-of.ts';

test('why something failed is what it says', () => {
  expect(reasonOf(new Error('the disk is full'))).toBe('the disk is full');
  expect(reasonOf('a text that was thrown')).toBe('a text that was thrown');
  expect(reasonOf(undefined)).toBe('undefined');
});

test('several attempts that failed without a word of their own have all their reasons', () => {
  const attempts = [new Error('refused at ::1'), new AggregateError([new Error('refused at 127.0.0.1')])];
  expect(reasonOf(new AggregateError(attempts))).toBe('refused at ::1; refused at 127.0.0.1');
  expect(reasonOf(new AggregateError(attempts, 'no address answers'))).toBe('no address answers');
});

test('a failure without a word has at least its name', () => {
  expect(reasonOf(new TypeError())).toBe('TypeError');
});
