import { describe, test } from 'vitest';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import { givenFor } from '../testing/given.ts';
import { MassActUnderWay, type ProgramCommand, program } from './program.ts';

const given = givenFor(program);
const hash = (digit: string) => digit.repeat(64);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const seed = (number: number, digit = 'a') => ({ number, hash: hash(digit) });
const committed = (number: number): ProgramEvent => ({ type: 'SeedCommitted', data: seed(number) });

describe('seeds', () => {
  test('begin with the first raffle', () =>
    given()
      .when({ type: 'CommitSeed', ...seed(1) })
      .then(committed(1)));
  test('go on one by one', () =>
    given(committed(1))
      .when({ type: 'CommitSeed', ...seed(2) })
      .then(committed(2)));
  test('are never replaced', () =>
    given(committed(1))
      .when({ type: 'CommitSeed', ...seed(1, 'b') })
      .then());
  test('are not committed ahead', () =>
    given(committed(1))
      .when({ type: 'CommitSeed', ...seed(3) })
      .then());
});

describe.each([
  ['RequestMassClear', 'MassClearRequested', 'MassClearCompleted'],
  ['RequestMassReset', 'MassResetRequested', 'MassResetCompleted'],
] as const)('%s', (type, requestedType, completedType) => {
  const ask = (n: number): ProgramCommand => ({ type, requestId: id(n), reason: 'New season' });
  const request = ask(1);
  const requested: ProgramEvent = { type: requestedType, data: { requestId: id(1), reason: 'New season' } };
  const done = { requestId: id(1), count: 3, total: '7.5' };
  const completed: ProgramEvent = { type: completedType, data: done };

  test('is requested', () => given().when(request).then(requested));
  test('one at a time', () =>
    given(requested)
      .when({ type: 'RequestMassReset', requestId: id(2), reason: 'x' })
      .fails(MassActUnderWay));
  test('is completed once', () => {
    given(requested)
      .when({ type: 'CompleteMassAct', ...done })
      .then(completed);
    given(requested, completed)
      .when({ type: 'CompleteMassAct', ...done })
      .then();
  });
  test('another may follow', () =>
    given(requested, completed)
      .when(ask(2))
      .then({ type: requestedType, data: { requestId: id(2), reason: 'New season' } }));
});
