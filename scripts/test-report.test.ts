import { expect, test } from 'vitest';
import { countTests, type TestReport, testReport, troubles } from './test-report.ts';

const said = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
});

function report(over: Partial<TestReport>): TestReport {
  const { unhandled = [], ...rest } = over;
  const parsed = testReport.parse({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    success: true,
    testResults: [],
    ...rest,
  });
  return { ...parsed, unhandled };
}

test('the tests of all reports are counted together', () => {
  const first = report({ numPassedTests: 3, numPendingTests: 1 });
  const second = report({ numPassedTests: 2, numFailedTests: 1, success: false });
  expect(countTests([first, second])).toEqual({ passed: 5, failed: 1, skipped: 1 });
});

test('a file that could not be loaded counts as one that failed, and says why', () => {
  const broken = report({
    success: false,
    testResults: [
      { name: '/home/a/x.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(countTests([broken]).failed).toBe(1);
  expect(troubles([broken], '/home/a')).toEqual(['FAILED x.test.ts\n    no such module']);
});

test('who failed is named last, with what was said; who was tried again before it', () => {
  const mixed = report({
    success: false,
    numFailedTests: 1,
    numPassedTests: 2,
    testResults: [
      {
        name: '/home/a/b/x.test.ts',
        status: 'failed',
        assertionResults: [
          said('is lost', 'failed', ['\u001b[31mexpected 1\u001b[39m\nto be 2', 'expected 3']),
          said('is slow', 'passed', ['timed out']),
          said('is well', 'passed'),
        ],
      },
    ],
  });
  expect(troubles([mixed], '/home/a')).toEqual([
    'TRIED AGAIN b/x.test.ts › is slow\n    timed out',
    'FAILED b/x.test.ts › is lost\n    expected 1\n    to be 2\n    expected 3',
  ]);
});

test('what was thrown outside of every test counts as one that failed, and is named last', () => {
  const green = report({ numPassedTests: 2 });
  const thrown = report({ numPassedTests: 1, unhandled: ['Error: lost\n    at here', 'Error: gone'] });
  expect(countTests([green, thrown])).toEqual({ passed: 3, failed: 2, skipped: 0 });
  expect(troubles([green, thrown], '/home/a')).toEqual([
    'THROWN outside of every test\n    Error: lost\n        at here',
    'THROWN outside of every test\n    Error: gone',
  ]);
});

test('a message as long as a page is cut, and says nothing of the libraries that it came through', () => {
  const through = '    at file:///a/node_modules/runner/index.js:3';
  const long = ['', through, ...Array.from({ length: 40 }, () => 'y'.repeat(400))].join('\n');
  const [trouble] = troubles(
    [
      report({
        testResults: [
          { name: '/a/x.test.ts', status: 'failed', assertionResults: [said('t', 'failed', [long])] },
        ],
      }),
    ],
    '/a',
  );
  expect(trouble?.split('\n')).toHaveLength(7);
  expect(trouble?.split('\n')[1]).toHaveLength(304);
});
