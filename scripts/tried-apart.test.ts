import { describe, expect, test } from 'vitest';
import { countTests, troubles } from './test-report.ts';
import { filesToTry, type WholeReport, withThoseTriedApart } from './tried-apart.ts';

type Tests = Readonly<Record<string, string>>;

/** A file with its tests: `passed`, or what they said as they failed. */
const file = (name: string, tests: Tests, message = '') => {
  const assertionResults = Object.entries(tests).map(([fullName, said]) => ({
    fullName,
    title: fullName,
    status: said === 'passed' || said === 'skipped' ? said : 'failed',
    failureMessages: said === 'passed' || said === 'skipped' ? [] : [said],
  }));
  const failed = message !== '' || assertionResults.some(({ status }) => status === 'failed');
  return { name: `/home/${name}`, status: failed ? 'failed' : 'passed', message, assertionResults };
};
const report = (...testResults: readonly ReturnType<typeof file>[]): WholeReport => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (status: string) => all.filter((one) => one.status === status).length;
  return {
    ...{
      numPassedTests: having('passed'),
      numFailedTests: having('failed'),
      numPendingTests: having('skipped'),
    },
    success: testResults.every(({ status }) => status === 'passed'),
    testResults: [...testResults],
  };
};
const told = (whole: WholeReport | undefined) => {
  if (!whole) return undefined;
  const counted = { ...whole, unhandled: [] };
  return { ...countTests([counted]), said: troubles([counted], '/home') };
};

const sound = file('a.test.ts', { one: 'passed', two: 'passed' });
const broken = file('b.test.ts', { three: 'passed', four: 'expected 1' });
const mended = file('b.test.ts', { three: 'passed', four: 'passed' });

test('what passes in a process of its own counts as passed, and what it said before is told', () => {
  expect(told(withThoseTriedApart(report(sound, broken), report(mended)))).toEqual({
    ...{ passed: 4, failed: 0, skipped: 0 },
    said: ['TRIED AGAIN b.test.ts › four\n    expected 1'],
  });
});

test('a file whose tests did not begin is told by the first that passes then', () => {
  const unbegun = file(
    'b.test.ts',
    { three: 'skipped', four: 'skipped', five: 'skipped' },
    'the hook took too long',
  );
  const begun = file('b.test.ts', { three: 'passed', four: 'passed', five: 'skipped' });
  expect(told(withThoseTriedApart(report(unbegun), report(begun)))).toEqual({
    ...{ passed: 2, failed: 0, skipped: 1 },
    said: [
      'TRIED AGAIN b.test.ts › three\n    the hook took too long',
      'TRIED AGAIN b.test.ts › four\n    the hook took too long',
    ],
  });
});

describe('nothing is taken for mended', () => {
  test.each([
    ['what fails again', report(broken)],
    ['what was not run', report()],
    ['a file that has lost a test', report(file('b.test.ts', { three: 'passed' }))],
    ['another file', report(file('c.test.ts', { three: 'passed', four: 'passed' }))],
  ])('%s', (_, apart) => {
    expect(withThoseTriedApart(report(sound, broken), apart)).toBeUndefined();
  });
});

test('few files are tried, and none where something was thrown outside of every test', () => {
  const many = (count: number) =>
    report(sound, ...Array.from({ length: count }, (_, n) => file(`${n}.test.ts`, { five: 'expected 2' })));
  expect(filesToTry(many(3), [])).toEqual(['/home/0.test.ts', '/home/1.test.ts', '/home/2.test.ts']);
  expect(filesToTry(many(4), [])).toEqual([]);
  expect(filesToTry(many(1), ['Error: closed'])).toEqual([]);
  expect(filesToTry(report(sound), [])).toEqual([]);
});
