import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminTexts, adminValidation, roles } from './spec/admin.ts';
import { calls } from './spec/calls.ts';
import { constantSentences } from './spec/constants.ts';
import { errors } from './spec/errors.ts';
import { adminMusic } from './spec/music.ts';
import { screens } from './spec/screens.ts';
import type { Proof } from './spec/sentence.ts';
import { states } from './spec/states.ts';
import { validation } from './spec/validation.ts';

const ROOT = join(import.meta.dirname, '../..');
const sections = {
  screens,
  states,
  validation,
  calls,
  errors,
  constants: constantSentences,
  'what admins enter': adminValidation,
  roles,
  'what admins are told': adminTexts,
  'the music that admins manage': adminMusic,
};

const sources = new Map<string, string>();

/** Why a proof is none; undefined where the file holds a test of that name. */
function fault([file, name]: Proof): string | undefined {
  const path = join(ROOT, file);
  if (!existsSync(path)) return `${file} is gone`;
  const source = sources.get(file) ?? readFileSync(path, 'utf8');
  sources.set(file, source);
  return holdsTest(source, name) ? undefined : `${file} has no test "${name}"`;
}

/** A name is the first argument of a call, with a function after it: `test('name', …)`, `test.each(…)('name', …)`. */
function holdsTest(source: string, name: string): boolean {
  const quoted = ["'", '"', '`'].map((quote) => RegExp.escape(`${quote}${name}${quote}`));
  return new RegExp(`\\(\\s*(?:${quoted.join('|')})\\s*,\\s*(?:async\\s*)?(?:\\(|\\w+\\s*=>)`).test(source);
}

test.each(Object.entries(sections))(
  'every sentence about %s is held by tests that exist',
  (_section, table) => {
    const faults = table.flatMap(([says, ...proofs]) =>
      proofs.map(fault).flatMap((why) => (why ? [`${says}: ${why}`] : [])),
    );
    expect(faults).toEqual([]);
  },
);

test('no sentence stands twice', () => {
  const all = Object.values(sections).flatMap((table) => table.map(([says]) => says));
  expect(new Set(all).size).toBe(all.length);
});

test('a name that no test has, and a file that is gone, are noticed', () => {
  expect(fault(['ui/e2e/spec-texts.test.ts', 'the texts of the moon'])).toContain('has no test');
  // The text is in the file, and no test of that name.
  expect(fault(['ui/e2e/spec-texts.test.ts', 'Page Not Found'])).toContain('has no test');
  expect(fault(['ui/e2e/gone.test.ts', 'anything'])).toContain('is gone');
});
