import { expect, test } from 'vitest';
import type { NamedTest } from '../scripts/named-test.ts';
import { failures, readRed, unhealthy } from './outcome.ts';
import type { FileResult, Run } from './run-tests.ts';

const red: readonly NamedTest[] = [
  ['a.test.ts', 'is paid once'],
  ['b.test.ts', '%s is refused'],
];

function runOf(...results: readonly FileResult[]): Run {
  return { results, output: '', isLate: false };
}

const file = (name: string, ...tests: readonly (readonly [title: string, status: string])[]): FileResult => ({
  file: name,
  tests: tests.map(([title, status]) => ({ title, status })),
  broken: undefined,
});

test('a sabotage is noticed when every named test fails, of a test of many cases any', () => {
  const run = runOf(
    file('a.test.ts', ['is paid once', 'failed'], ['is shown', 'skipped']),
    file('b.test.ts', ['one is refused', 'passed'], ['two is refused', 'failed']),
  );
  expect(readRed(run, red)).toMatchObject({ type: 'noticed' });
  expect(failures(run)).toEqual(['a.test.ts › is paid once', 'b.test.ts › two is refused']);
});

test('it is not when one of them stays green, whatever else fails', () => {
  const run = runOf(
    file('a.test.ts', ['is paid once', 'passed'], ['is shown', 'failed']),
    file('b.test.ts', ['one is refused', 'failed']),
  );
  expect(readRed(run, red)).toEqual({
    type: 'not noticed',
    missing: ['a.test.ts › is paid once'],
    others: ['b.test.ts › %s is refused'],
  });
});

test.each<[string, Run]>([
  ['a file does not load', runOf({ ...file('a.test.ts'), broken: 'SyntaxError' })],
  ['a test did not run', runOf(file('a.test.ts', ['is paid once', 'failed']))],
  ['there is no report', runOf()],
  ['the time is up', { ...runOf(file('a.test.ts', ['is paid once', 'failed'])), isLate: true }],
])('it says nothing when %s', (_, run) => expect(readRed(run, red)).toMatchObject({ type: 'error' }));

test('a test that does not pass without the sabotage is no witness', () => {
  const run = runOf(
    file('a.test.ts', ['is paid once', 'passed']),
    file('b.test.ts', ['one is refused', 'passed'], ['two is refused', 'failed']),
  );
  expect(unhealthy(run, red)).toEqual([red[1]]);
  expect(unhealthy(runOf(), red)).toEqual(red);
});
