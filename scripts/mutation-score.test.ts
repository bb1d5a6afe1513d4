import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaOf, MUTATION_AREAS } from './mutation-areas.ts';
import { scoreOf, survivorsOf } from './mutation-score.ts';

const mutant = (status: string, line: number, replacement = 'true') => ({
  status,
  mutatorName: 'ConditionalExpression',
  replacement,
  location: { start: { line, column: 1 }, end: { line, column: 9 } },
});

const report = {
  schemaVersion: '2',
  files: {
    'b.ts': { mutants: [mutant('Survived', 9), mutant('Killed', 1)] },
    'a.ts': {
      mutants: [
        mutant('NoCoverage', 4, '{\n  }'),
        mutant('Timeout', 2),
        mutant('Ignored', 3),
        mutant('CompileError', 5),
      ],
    },
  },
};

test('what no test reaches counts as not noticed, what was marked not at all', () => {
  expect(scoreOf(report)).toEqual({ noticed: 2, all: 4, equivalent: 1 });
});

test('survivors are told by file and line', () => {
  expect(survivorsOf(report)).toEqual([
    { file: 'a.ts', line: 4, change: 'ConditionalExpression { }' },
    { file: 'b.ts', line: 9, change: 'ConditionalExpression true' },
  ]);
});

test('what is no report is no score', () => {
  expect(() => scoreOf({ files: 'none' })).toThrow();
});

test('each area has files to change, and tests', () => {
  for (const [name, { mutate, tests }] of Object.entries(MUTATION_AREAS)) {
    for (const glob of mutate.filter((one) => !one.startsWith('!'))) {
      expect(globSync(glob), `${name}: ${glob}`).not.toEqual([]);
    }
    for (const room of tests) {
      expect(room, name).not.toContain(',');
      const files = room.endsWith('.ts') ? room : `${room}/**/*.test.ts`;
      expect(globSync(files), `${name}: ${room}`).not.toEqual([]);
    }
  }
  expect(areaOf('toString')).toBeUndefined();
});
