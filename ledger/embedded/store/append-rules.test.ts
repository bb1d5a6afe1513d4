import { expect, test } from 'vitest';
import { ANY, NO_STREAM, STREAM_EXISTS } from '../wire/append-request.ts';
import { decideAppend, type StreamView } from './append-rules.ts';

const absent: StreamView = { last: -1, tombstoned: false, softDeleted: false, hasMetadata: false };
const withThree: StreamView = { ...absent, last: 2 };
const softDeleted: StreamView = { ...withThree, softDeleted: true, hasMetadata: true };
const history = {
  idAt: (revision: number) => ['a', 'b', 'c'][revision],
  revisionOf: (id: string) => ({ a: 0, b: 1, c: 2 })[id],
};
const nothing = { idAt: () => undefined, revisionOf: () => undefined };

const APPEND = { kind: 'append', revive: false };
const REVIVE = { kind: 'append', revive: true };
const WRONG = { kind: 'wrong-version' };
const DELETED = { kind: 'deleted' };
const already = (lastRevision: number) => ({ kind: 'already-appended', lastRevision });

test.each([
  ['NO_STREAM, absent', absent, NO_STREAM, ['x'], APPEND],
  ['ANY, absent', absent, ANY, ['x'], APPEND],
  ['STREAM_EXISTS, absent', absent, STREAM_EXISTS, ['x'], WRONG],
  ['STREAM_EXISTS, only metadata', { ...absent, hasMetadata: true }, STREAM_EXISTS, ['x'], APPEND],
  ['a revision, absent', absent, 0, ['x'], WRONG],
])('%s', (_case, stream, expected, ids, decision) => {
  expect(decideAppend(stream, expected, ids, nothing)).toEqual(decision);
});

test.each([
  ['at the end', 2, ['x'], APPEND],
  ['at the end, ids that are there', 2, ['a'], APPEND],
  ['ahead', 3, ['x'], WRONG],
  ['behind, other ids', 1, ['x'], WRONG],
  ['behind, the same ids', 0, ['b', 'c'], already(2)],
  ['behind, the first of them', 0, ['b'], already(1)],
  ['behind, more than there are', 1, ['c', 'x'], WRONG],
  ['NO_STREAM, the same ids', NO_STREAM, ['a', 'b'], already(1)],
  ['NO_STREAM, other ids', NO_STREAM, ['x'], WRONG],
  ['ANY, new ids', ANY, ['x', 'y'], APPEND],
  ['ANY, known ids', ANY, ['a', 'b'], already(1)],
  ['ANY, known and then new', ANY, ['a', 'x'], WRONG],
  ['ANY, new and then known', ANY, ['x', 'a'], APPEND],
  ['STREAM_EXISTS, known ids', STREAM_EXISTS, ['c'], already(2)],
  ['no events, at the end', 2, [], APPEND],
  ['no events, behind', 0, [], WRONG],
  ['no events, ANY', ANY, [], APPEND],
])('three events: %s', (_case, expected, ids, decision) => {
  expect(decideAppend(withThree, expected, ids, history)).toEqual(decision);
});

test.each([
  ['ANY revives', ANY, ['x'], REVIVE],
  ['NO_STREAM revives', NO_STREAM, ['x'], REVIVE],
  ['its revision revives', 2, ['x'], REVIVE],
  ['STREAM_EXISTS finds it deleted', STREAM_EXISTS, ['x'], DELETED],
  ['a revision behind', 1, ['x'], WRONG],
  ['NO_STREAM with the first ids', NO_STREAM, ['a'], already(0)],
])('soft-deleted: %s', (_case, expected, ids, decision) => {
  expect(decideAppend(softDeleted, expected, ids, history)).toEqual(decision);
});

test.each([ANY, NO_STREAM, STREAM_EXISTS, 2])('tombstoned: %d', (expected) => {
  expect(decideAppend({ ...withThree, tombstoned: true }, expected, ['a'], history)).toEqual(DELETED);
});
