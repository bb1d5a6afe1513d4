import { expect, test } from 'vitest';
import type { Seals, Witness } from '../api/ledger-queries.ts';
import { listed, standingOf } from './seal-standing.ts';

const witness = (name: string, rest: Partial<Witness> = {}): Witness => ({
  name,
  verifierKey: `${name}+00000000+AA==`,
  state: 'agrees',
  size: 40,
  at: '2026-01-01T00:00:00Z',
  detail: null,
  ...rest,
});

const seals = (rest: Partial<Seals> = {}): Seals => ({
  notary: { origin: 'o', verifierKey: null, state: 'sealing', reason: null },
  events: 42,
  witnesses: [],
  seals: [
    {
      size: 40,
      root: '0'.repeat(64),
      sealedAt: '2026-01-01T00:00:00Z',
      eventId: '00000000-0000-4000-8000-000000000000',
      ledgerPosition: 'C:1/P:1',
      cosignatures: [],
    },
  ],
  nextCursor: null,
  ...rest,
});

test('how far it is sealed, and what waits', () => {
  expect(standingOf(seals())).toEqual({
    tone: 'success',
    title: 'Sealed: the first 40 of 42 events',
    notes: ['2 events wait for the next seal.', 'No witness watches this ledger yet.'],
  });
  expect(standingOf(seals({ events: 40 })).title).toBe('All 40 events are sealed');
  // The count may be a little older than the seal.
  expect(standingOf(seals({ events: 39 })).title).toBe('All 40 events are sealed');
});

test('before the first seal, and before the first event', () => {
  expect(standingOf(seals({ seals: [] }))).toMatchObject({ tone: 'info', title: 'Nothing is sealed yet' });
  expect(standingOf(seals({ seals: [], events: 1 })).notes).toEqual(['1 event waits for the first seal.']);
  expect(standingOf(seals({ seals: [], events: 0 }))).toMatchObject({ title: 'The ledger is empty' });
});

test('only who has cosigned the newest seal is said to have', () => {
  const notesOf = (...witnesses: Witness[]) => standingOf(seals({ events: 40, witnesses })).notes;
  expect(notesOf(witness('a'), witness('b', { size: 39, state: 'behind' }))).toEqual([
    'The newest seal was cosigned by a.',
  ]);
  expect(notesOf(witness('a', { size: null, state: 'silent' }))).toEqual([
    'The newest seal waits for its witnesses.',
  ]);
});

test('a notary that has stopped and witnesses that refuse are said before anything else, each', () => {
  const standing = standingOf(
    seals({
      notary: { origin: 'o', verifierKey: null, state: 'halted', reason: 'the root differs' },
      witnesses: [witness('a'), witness('b', { state: 'refuses', detail: 'two histories' })],
    }),
  );
  expect(standing.tone).toBe('danger');
  expect(standing.title).toBe('The notary has stopped: the root differs');
  expect(standing.notes[0]).toBe('The witness b refuses to sign: two histories');
  expect(standingOf(seals({ witnesses: [witness('a', { state: 'refuses' })] })).tone).toBe('danger');
});

test('names in a sentence', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
});
