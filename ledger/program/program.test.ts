import { describe, expect, test } from 'vitest';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import { givenFor } from '../testing/given.ts';
import { MassActUnderWay, type ProgramCommand, program } from './program.ts';
import { MAX_TRACKS, TooManyTracks, TrackNotFound } from './tracks.ts';

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
  test('what it did is known until the next one has ended', () => {
    const stateAfter = (...events: ProgramEvent[]) => events.reduce(program.evolve, program.initialState);
    const kind = type === 'RequestMassClear' ? 'clear' : 'reset';
    expect(stateAfter(requested).ended).toBeUndefined();
    expect(stateAfter(requested, completed)).toMatchObject({ underWay: undefined, ended: { kind, ...done } });
    expect(stateAfter(requested, completed, requested).ended).toMatchObject(done);
  });
  test('another may follow', () =>
    given(requested, completed)
      .when(ask(2))
      .then({ type: requestedType, data: { requestId: id(2), reason: 'New season' } }));
});

describe('tracks', () => {
  const track = (n: number, filename = `${n}.mp3`) => ({
    trackId: id(n),
    title: `Track ${n}`,
    artist: 'EVO',
    filename,
    contentType: 'audio/mpeg',
    size: n,
    sha256: hash('a'),
  });
  const add = (n: number, filename?: string): ProgramCommand => ({
    type: 'AddTrack',
    track: track(n, filename),
  });
  const added = (n: number, filename?: string): ProgramEvent => ({
    type: 'MusicTrackAdded',
    data: track(n, filename),
  });
  const removed = (n: number): ProgramEvent => ({ type: 'MusicTrackRemoved', data: { trackId: id(n) } });
  const full = Array.from({ length: MAX_TRACKS }, (_, n) => added(n + 1));

  test('are added', () => given(added(1)).when(add(2)).then(added(2)));
  test('of the same file name replace what was there', () =>
    given(added(1, 'a.mp3'), added(2)).when(add(3, 'a.mp3')).then(removed(1), added(3, 'a.mp3')));
  test('of a name that is free again replace nothing', () =>
    given(added(1, 'a.mp3'), removed(1)).when(add(3, 'a.mp3')).then(added(3, 'a.mp3')));
  test('are added once', () => given(added(1)).when(add(1)).then());
  test('are two hundred at the most', () =>
    given(...full)
      .when(add(900))
      .fails(TooManyTracks));
  test('of a full playlist can be replaced', () =>
    given(...full)
      .when(add(900, '7.mp3'))
      .then(removed(7), added(900, '7.mp3')));
  test('are removed', () =>
    given(added(1))
      .when({ type: 'RemoveTrack', trackId: id(1) })
      .then(removed(1)));
  test('that are not there cannot be removed', () => {
    given(added(1), removed(1))
      .when({ type: 'RemoveTrack', trackId: id(1) })
      .fails(TrackNotFound);
    given()
      .when({ type: 'RemoveTrack', trackId: id(2) })
      .fails(TrackNotFound);
  });
});
