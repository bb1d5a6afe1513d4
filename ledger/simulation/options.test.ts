import { expect, test } from 'vitest';
import { BadOption } from '../typed-options.ts';
import { readOptions } from './options.ts';

test('seed 1 with 80 steps, unless told; or help', () => {
  expect(readOptions([])).toEqual({
    ...{ seed: 1, seeds: undefined, steps: 80, fault: undefined, broken: undefined, weaknesses: [] },
  });
  expect(readOptions(['--seeds', '3..5', '--steps=7'])).toMatchObject({
    seeds: { from: 3, to: 5 },
    steps: 7,
  });
  expect(readOptions(['--help', '--seeds', 'abc'])).toBeUndefined();
});

test.each([
  [['--seeds', 'abc'], '--seeds is A..B'],
  [['--seeds', '5..3'], '--seeds is A..B'],
  [['--seeds', '1..'], '--seeds is A..B'],
  [['--seed', 'abc'], '--seed is a whole number'],
  [['--steps', '-1'], '--steps is a whole number'],
  [['--fault', 'none'], 'There is no fault none; there are '],
  [['--weakness', 'none'], 'There is no weakness none; there are '],
  [['--color', 'red'], "Unknown option '--color'"],
  [['--seeds'], "Option '--seeds <value>' argument missing"],
  [['abc'], "Unexpected argument 'abc'"],
])('%j is refused in one line', (args, text) => {
  const refused = () => readOptions(args);
  expect(refused).toThrow(BadOption);
  expect(refused).toThrow(text);
  expect(refused).not.toThrow('\n');
});
