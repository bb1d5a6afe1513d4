import { expect, test } from 'vitest';
import { username } from '../../../contracts/username.ts';
import { planHistory } from './plan.ts';

const options = { seed: 'evo', users: 300, days: 365, activity: 1 };

test('the same seed gives the same plan, another seed another', () => {
  expect(planHistory(options)).toEqual(planHistory(options));
  expect(planHistory({ ...options, seed: 'other' })).not.toEqual(planHistory(options));
});

test('everybody joins once, before anything else, and referrers have joined before', () => {
  const joined = new Map<number, number>();
  for (const [day, persons] of planHistory(options).entries()) {
    for (const { person, acts } of persons) {
      for (const act of acts) {
        if (act.kind === 'join') {
          expect(joined.has(person)).toBe(false);
          joined.set(person, day);
          if (act.referrer !== undefined) expect(act.referrer).toBeLessThan(person);
        } else expect(joined.get(person)).toBeLessThanOrEqual(day);
      }
    }
  }
  expect(joined.size).toBe(options.users);
});

test('names are allowed and nobody has another one’s', () => {
  const names = planHistory(options)
    .flat()
    .flatMap(({ acts }) => acts.flatMap((act) => (act.kind === 'rename' ? [act.username] : [])));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) expect(username.safeParse(name).success).toBe(true);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
});

test('nobody checks in twice on a day', () => {
  for (const persons of planHistory(options)) {
    for (const { acts } of persons) {
      expect(acts.filter(({ kind }) => kind === 'check-in').length).toBeLessThanOrEqual(1);
    }
  }
});
