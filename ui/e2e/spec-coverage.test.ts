import { expect, test } from 'vitest';
import { createTextReader } from '../../scripts/asserted-texts.ts';
import { faultOfName } from '../../scripts/named-test.ts';
import { adminTexts, adminValidation, roles } from './spec/admin.ts';
import { adminCalls } from './spec/admin-calls.ts';
import { adminPanel } from './spec/admin-panel.ts';
import { calls } from './spec/calls.ts';
import { constantSentences } from './spec/constants.ts';
import { errors } from './spec/errors.ts';
import { adminMusic } from './spec/music.ts';
import { floatingPlayer } from './spec/player.ts';
import { raffles } from './spec/raffle.ts';
import { screens } from './spec/screens.ts';
import { faultsOfSentence, type Sentence } from './spec/sentence.ts';
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
  'the admin panel': adminPanel,
  'the calls of the panel': adminCalls,
  raffles,
  'the music that admins manage': adminMusic,
  'the music player': floatingPlayer,
  'the page of the socials': socials,
};

test.each(Object.entries(sections))(
  'every sentence about %s is held by tests that exist',
  (_section, table) => {
    const faults = table.flatMap(([says, , ...proofs]) =>
      proofs.map(faultOfName).flatMap((why) => (why ? [`${says}: ${why}`] : [])),
    );
    expect(faults).toEqual([]);
  },
);

const textsOf = createTextReader();

test.each(Object.entries(sections))(
  'what every sentence about %s speaks of is asserted by its tests, and each of them asserts some of it',
  // The first one reads the most files; a machine with much else to do takes its time.
  { timeout: 60_000 },
  (_section, table) => {
    expect(table.flatMap((sentence) => faultsOfSentence(sentence, textsOf))).toEqual([]);
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

test('a sentence of which nothing is asserted, and a test that has nothing to do with it, are noticed', () => {
  const proof = ['a.test.ts', 'a'] as const;
  const faults = (said: readonly string[], figures: Sentence[1]) =>
    faultsOfSentence(['It says so', figures, proof], () => said);
  expect(faults(['Page Not Found', '20'], ['Page Not Found', 20])).toEqual([]);
  expect(faults(['Page Not Found', '200'], ['Page Not Found', 20])).toEqual([
    'It says so: no test asserts 20',
  ]);
  expect(faults([], ['Page Not Found'])).toEqual([
    'It says so: no test asserts "Page Not Found"',
    'It says so: nothing of it is asserted by a.test.ts "a"',
  ]);
  expect(faults([], { because: '' })).toEqual(['It says so: gives no reason']);
});
