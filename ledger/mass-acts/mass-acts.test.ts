import { describe, expect, test } from 'vitest';
import type { MassActEvent } from '../../contracts/events/mass-acts.ts';
import { givenFor } from '../testing/given.ts';
import {
  type MassActCommand,
  MassActSince,
  MassActUnderWay,
  massActs,
  massActsAfter,
  massActsUnderWay,
  noMassActs,
  ResetOvertaken,
} from './mass-acts.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const stateAfter = (...events: MassActEvent[]) => events.reduce(massActsAfter, noMassActs);

describe.each([
  ['RequestMassClear', 'MassClearRequested', 'MassClearCompleted', 'clear'],
  ['RequestMassReset', 'MassResetRequested', 'MassResetCompleted', 'reset'],
  ['RequestMassRestore', 'MassRestoreRequested', 'MassRestoreCompleted', 'restore'],
] as const)('%s', (type, requestedType, completedType, kind) => {
  const given = givenFor(massActs(noMassActs));
  const of = (n: number) => ({
    requestId: id(n),
    reason: 'New season',
    ...(kind === 'restore' && { resetId: id(99) }),
  });
  // Each type with the data of its own kind.
  const ask = (n: number) => ({ type, ...of(n) }) as MassActCommand;
  const requested = (n: number) => ({ type: requestedType, data: of(n) }) as MassActEvent;
  const done = { requestId: id(1), count: 3, total: '7.5' };
  const complete: MassActCommand = { type: 'CompleteMassAct', ...done };
  const completed: MassActEvent = { type: completedType, data: done };

  test('is requested', () => given().when(ask(1)).then(requested(1)));
  test('one at a time', () =>
    given(requested(1))
      .when({ type: 'RequestMassReset', requestId: id(2), reason: 'x' })
      .fails(MassActUnderWay));
  test('is completed once', () => {
    given(requested(1)).when(complete).then(completed);
    given(requested(1), completed).when(complete).then();
  });
  test('that nobody asked for is not completed', () => given().when(complete).then());
  test('what it did is known until the next one has ended', () => {
    expect(stateAfter(requested(1)).ended).toBeUndefined();
    expect(stateAfter(requested(1), completed)).toMatchObject({
      underWay: undefined,
      ended: { kind, ...done },
    });
    expect(stateAfter(requested(1), completed, requested(2)).ended).toMatchObject(done);
  });
  test('another may follow', () => given(requested(1), completed).when(ask(2)).then(requested(2)));

  describe('under way in the stream program', () => {
    const before = stateAfter(requested(1));
    const givenAfter = givenFor(massActs(before));
    test('holds the next one back', () => givenAfter().when(ask(2)).fails(MassActUnderWay));
    test('is completed in the stream of its own, once', () => {
      givenAfter().when(complete).then(completed);
      givenAfter(completed).when(complete).then();
    });
    test('completed there, lets the next one begin', () => {
      givenAfter(completed).when(ask(2)).then(requested(2));
      givenAfter(completed, requested(2)).when(ask(3)).fails(MassActUnderWay);
    });
    test('is one of two that two releases have begun side by side', () => {
      const acts = (own: ReturnType<typeof stateAfter>) =>
        massActsUnderWay(before, own).map(({ requestId }) => requestId);
      expect(acts(stateAfter(requested(2)))).toEqual([id(1), id(2)]);
      expect(acts(stateAfter(requested(2), completed))).toEqual([id(2)]);
      givenAfter(requested(2)).when(complete).then(completed);
      givenAfter(requested(2))
        .when({ ...complete, requestId: id(2) })
        .then({ type: completedType, data: { ...done, requestId: id(2) } });
    });
  });
});

describe('what a reset took', () => {
  const given = givenFor(massActs(noMassActs));
  const reset = (n: number, count = 1): MassActEvent[] => [
    { type: 'MassResetRequested', data: { requestId: id(n), reason: 'New season' } },
    { type: 'MassResetCompleted', data: { requestId: id(n), count, total: String(count) } },
  ];
  const restored = (n: number): MassActEvent[] => [
    { type: 'MassRestoreRequested', data: { requestId: id(n + 50), resetId: id(n), reason: 'Undo' } },
    { type: 'MassRestoreCompleted', data: { requestId: id(n + 50), count: 1, total: '1' } },
  ];
  const restore = (n: number): MassActCommand => {
    return { type: 'RequestMassRestore', requestId: id(n + 50), resetId: id(n), reason: 'Undo' };
  };
  const asked = (n: number) => restored(n).slice(0, 1);

  test('is given back while no later one has taken anything', () => {
    given(...reset(1))
      .when(restore(1))
      .then(...asked(1));
    given(...reset(1), ...reset(2, 0))
      .when(restore(1))
      .then(...asked(1));
    given(...reset(1), ...reset(2))
      .when(restore(2))
      .then(...asked(2));
  });
  test('is not given back to some alone: a later one has taken from the others', () => {
    given(...reset(1), ...reset(2))
      .when(restore(1))
      .fails(ResetOvertaken);
    given(...reset(1), ...reset(2), ...restored(2))
      .when(restore(1))
      .fails(ResetOvertaken);
  });
  test('in the stream program is followed by those of the stream of its own', () => {
    const givenAfter = givenFor(massActs(stateAfter(...reset(1))));
    givenAfter()
      .when(restore(1))
      .then(...asked(1));
    givenAfter(...reset(2))
      .when(restore(1))
      .fails(ResetOvertaken);
    givenAfter(...reset(2))
      .when(restore(2))
      .then(...asked(2));
  });
});

describe.each([
  ['RequestMassClear', 'MassClearRequested'],
  ['RequestMassReset', 'MassResetRequested'],
] as const)('%s, of who was shown what it would do', (type, requestedType) => {
  const ask = (lastShown?: string | null): MassActCommand => ({
    ...{ type, requestId: id(9), reason: 'New season' },
    lastShown,
  });
  const begun: MassActEvent = { type: requestedType, data: { requestId: id(9), reason: 'New season' } };
  const act = (n: number): MassActEvent[] => [
    { type: 'MassResetRequested', data: { requestId: id(n), reason: 'x' } },
    { type: 'MassResetCompleted', data: { requestId: id(n), count: 0, total: '0' } },
  ];
  const given = givenFor(massActs(noMassActs));

  test('begins where no other act was done since', () => {
    given().when(ask(null)).then(begun);
    given(...act(1), ...act(2))
      .when(ask(id(2)))
      .then(begun);
    givenFor(massActs(stateAfter(...act(1))))()
      .when(ask(id(1)))
      .then(begun);
  });
  test('does not where one was', () => {
    given(...act(1))
      .when(ask(null))
      .fails(MassActSince);
    given(...act(1), ...act(2))
      .when(ask(id(1)))
      .fails(MassActSince);
    givenFor(massActs(stateAfter(...act(1))))()
      .when(ask(null))
      .fails(MassActSince);
  });
  test('begins whatever was done where nothing was shown', () =>
    given(...act(1))
      .when(ask())
      .then(begun));
});
