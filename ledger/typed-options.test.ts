import { expect, test } from 'vitest';
import {
  BadOption,
  decimalNumber,
  typedArguments,
  typedNumber,
  typedOptions,
  wholeNumber,
} from './typed-options.ts';

const OPTIONS = { users: { type: 'string', default: '10' }, help: { type: 'boolean' } } as const;

test('who asks for help is told it, in either way, whatever else was typed', () => {
  for (const args of [['--help'], ['-h'], ['--nonsense', '--help'], ['--users', '-h'], ['name', '-h', 'x']]) {
    expect(typedOptions(args, OPTIONS).help).toBe(true);
    expect(typedArguments(args, OPTIONS).values.help).toBe(true);
  }
  expect(typedOptions(['--users', '3'], OPTIONS).help).toBeUndefined();
  expect(() => typedOptions(['-h'], { users: { type: 'string' } })).toThrow(BadOption);
});

test('a whole number is digits and nothing else, between its bounds', () => {
  expect(typedNumber('users', '12', 1, 100)).toBe(12);
  expect(wholeNumber('EVENTS', '-3', -5, 100)).toBe(-3);
  for (const text of [
    '',
    ' ',
    '1e9x',
    '1e1',
    '0x10',
    '1.5',
    '-3',
    '0',
    '101',
    'many',
    ' 7',
    '１',
    'Infinity',
    '1_0',
  ]) {
    expect(() => typedNumber('users', text, 1, 100)).toThrow(
      new BadOption(`--users is a whole number from 1 to 100, not '${text}'`),
    );
    expect(() => wholeNumber('EVENTS', text, 1, 100)).toThrow(/^EVENTS is a whole number from 1 to 100/);
  }
  // More digits than a number keeps would be another one.
  expect(() => wholeNumber('N', '9007199254740993', 0, Number.MAX_SAFE_INTEGER)).toThrow(BadOption);
});

test('a number with a fraction is digits and one point', () => {
  expect(decimalNumber('--seconds', '1.5', 0.1, 60)).toBe(1.5);
  expect(decimalNumber('--seconds', '2', 0.1, 60)).toBe(2);
  for (const text of ['', '1e1', '0x10', '1.', '.5', '-1', '0', '60.5', '1,5', 'NaN'])
    expect(() => decimalNumber('--seconds', text, 0.1, 60)).toThrow(
      new BadOption(`--seconds is a number from 0.1 to 60, not '${text}'`),
    );
});
