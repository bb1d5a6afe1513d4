import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultOfName } from '../scripts/named-test.ts';
import { readThreats } from '../scripts/threat-table.ts';
import { allPromises, areas } from './all.ts';
import { applyChange, ROOT } from './changed-tree.ts';
import { choose } from './choose.ts';
import { slowestLevel } from './level.ts';
import { testName } from './outcome.ts';
import type { ProductPromise } from './promise.ts';
import { unknownNames } from './unknown-names.ts';

test('every promise has an id of its own, a sabotage and a test that must turn red', () => {
  const ids = allPromises.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const empty = allPromises.filter(({ sabotage, red }) => sabotage.length === 0 || red.length === 0);
  expect(empty.map(({ id }) => id)).toEqual([]);
});

test('the code that a sabotage changes is still there, once', () => {
  expect(allPromises.flatMap(faultsOfSabotage)).toEqual([]);
});

test('a sabotage uses no name that is not there: any test would fail by that, whatever it holds', () => {
  expect(allPromises.flatMap(newNamesIn)).toEqual([]);
});

test('a name that is nowhere declared is noticed, and one of a property or a type is none', () => {
  const code =
    'import { a } from "b"; function f(c: Gone, { d: e }: X) { return a.gone(c, e, { gone: f }) ?? lost; }';
  expect([...unknownNames('a.ts', code)]).toEqual(['lost']);
  expect([...unknownNames('a.tsx', 'const a = <i gone={lost}>gone</i>; const b = { short };')]).toEqual([
    'lost',
    'short',
  ]);
  expect([...unknownNames('a.sql', code)]).toEqual([]);
});

test('every test that must turn red exists', () => {
  const faults = allPromises.flatMap(({ id, red }) =>
    red.flatMap((one) => {
      const fault = faultOfName(one);
      return fault ? [`${id}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('each test that holds off a threat is seen to fail when the defence is gone', () => {
  const red = new Set(allPromises.flatMap((one) => one.red.map(testName)));
  const unproven = readThreats().flatMap(({ number, tests }) =>
    tests.filter((one) => !red.has(testName(one))).map((one) => `${number}: ${testName(one)}`),
  );
  expect(unproven).toEqual([]);
});

test('each threat of the table has a promise that it breaks', () => {
  const promised = new Set(allPromises.map(({ source }) => source));
  const numbers = readThreats().map(({ number }) => number);
  expect(numbers.length).toBeGreaterThanOrEqual(38);
  expect(numbers.filter((number) => !promised.has(`threat ${number}`))).toEqual([]);
});

test('a text that is there twice, or gone, is no sabotage', () => {
  const change = { file: 'a.ts', from: 'b', to: 'c' };
  expect(applyChange('a b', change)).toBe('a c');
  expect(() => applyChange('b b', change)).toThrow('2 times');
  expect(() => applyChange('a', change)).toThrow('0 times');
  expect(() => applyChange('a b', { ...change, to: 'b' })).toThrow('stay as it is');
});

test('a seed draws the same promises again, and never one twice', () => {
  const all = { only: [], area: undefined, level: undefined, sample: 12 } as const;
  const first = choose(areas, { ...all, seed: 7 });
  expect(choose(areas, { ...all, seed: 7 })).toEqual(first);
  expect(choose(areas, { ...all, seed: 8 })).not.toEqual(first);
  expect(new Set(first).size).toBe(12);
  const quick = choose(areas, { ...all, level: 'unit', seed: 7 });
  expect(quick.map(slowestLevel)).toEqual(quick.map(() => 'unit'));
  expect(() => choose(areas, { ...all, only: ['no such'], seed: 7 })).toThrow('no such');
});

/** Names that a sabotage brings into a file, and neither the file nor the language knows. */
function newNamesIn({ id, sabotage }: ProductPromise): string[] {
  const sources = new Map<string, string>();
  for (const change of sabotage) {
    const source = sources.get(change.file) ?? readFileSync(join(ROOT, change.file), 'utf8');
    sources.set(change.file, applyChange(source, change));
  }
  return [...sources].flatMap(([file, changed]) => {
    const before = unknownNames(file, readFileSync(join(ROOT, file), 'utf8'));
    const after = [...unknownNames(file, changed)];
    return after
      .filter((name) => !before.has(name) && !(name in globalThis))
      .map((name) => `${id}: ${name} in ${file}`);
  });
}

function faultsOfSabotage({ id, sabotage }: ProductPromise): string[] {
  const sources = new Map<string, string>();
  return sabotage.flatMap((change) => {
    try {
      const source = sources.get(change.file) ?? readFileSync(join(ROOT, change.file), 'utf8');
      sources.set(change.file, applyChange(source, change));
      return [];
    } catch (error) {
      return [`${id}: ${error}`];
    }
  });
}
