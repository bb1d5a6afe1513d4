import { expect, test } from 'vitest';
import { faultOfName } from '../../scripts/named-test.ts';
import { adminTexts, adminValidation, roles } from './spec/admin.ts';
import { calls } from './spec/calls.ts';
import { constantSentences } from './spec/constants.ts';
import { errors } from './spec/errors.ts';
import { adminMusic } from './spec/music.ts';
import { screens } from './spec/screens.ts';
import { socials } from './spec/socials.ts';
import { states } from './spec/states.ts';
import { validation } from './spec/validation.ts';

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
  'the page of the socials': socials,
};

test.each(Object.entries(sections))(
  'every sentence about %s is held by tests that exist',
  (_section, table) => {
    const faults = table.flatMap(([says, ...proofs]) =>
      proofs.map(faultOfName).flatMap((why) => (why ? [`${says}: ${why}`] : [])),
    );
    expect(faults).toEqual([]);
  },
);

test('no sentence stands twice', () => {
  const all = Object.values(sections).flatMap((table) => table.map(([says]) => says));
  expect(new Set(all).size).toBe(all.length);
});

test('a name that no test has, and a file that is gone, are noticed', () => {
  expect(faultOfName(['ui/e2e/spec-texts.test.ts', 'the texts of the moon'])).toContain('has no test');
  // The text is in the file, and no test of that name.
  expect(faultOfName(['ui/e2e/spec-texts.test.ts', 'Page Not Found'])).toContain('has no test');
  expect(faultOfName(['ui/e2e/gone.test.ts', 'anything'])).toContain('is gone');
});
