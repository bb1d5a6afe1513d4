import { expect, test } from 'vitest';
import { type ProgramEvent, program } from './program.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const stateAfter = (...events: ProgramEvent[]) => events.reduce(program.evolve, program.initialState);
const denied: ProgramEvent = { type: 'AccessDenied', data: { action: 'GET /api/admin/users' } };
const AT = '2026-01-05T10:00:00.000Z';
const seed = { number: 4, hash: 'a'.repeat(64) };
const request = { requestId: id(1), reason: 'New season' };
const done = { requestId: id(1), count: 3, total: '7.5' };
const track = {
  trackId: id(2),
  filename: 'a.mp3',
  title: 'A',
  artist: 'EVO',
  contentType: 'audio/mpeg',
  size: 1,
};

test('what the first version left is where each stream that took its place begins', () => {
  const events: ProgramEvent[] = [
    { type: 'SeedCommitted', data: seed },
    denied,
    { type: 'MassResetRequested', data: request },
    { type: 'MusicTrackAdded', data: { ...track, sha256: 'b'.repeat(64) } },
    { type: 'DataExported', data: { kind: 'users', count: 7 } },
    {
      type: 'DenialsCounted',
      data: { from: AT, to: AT, count: 3, wallets: 1, most: [] },
    },
  ];
  expect(stateAfter(...events)).toMatchObject({
    seeds: { newest: seed },
    massActs: { underWay: { kind: 'reset', requestId: id(1) }, ended: undefined },
    playlist: { tracks: new Map([[id(2), 'a.mp3']]) },
  });
  expect(
    stateAfter(
      ...events,
      { type: 'MassResetCompleted', data: done },
      { type: 'MusicTrackRemoved', data: { trackId: id(2) } },
    ),
  ).toMatchObject({
    massActs: { underWay: undefined, ended: { kind: 'reset', ...done } },
    playlist: { tracks: new Map() },
  });
});

test('nothing is decided for it any more', () =>
  expect(program.decide({ type: 'Recall' }, stateAfter(denied))).toEqual([]));
