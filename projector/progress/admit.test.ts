import { expect, test } from 'vitest';
import { ProjectionFault } from '../faults.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { sift } from './admit.ts';

const ledger = new TestLedger();
const userId = ledger.open();
const grants = [1n, 2n, 3n].map((amount) => ledger.grant(userId, amount));
const [opened] = ledger.events.slice(1);
const stream = opened!.stream;

test('new events pass and move the revision of their stream', () => {
  const { admitted, revisions } = sift(new Map([[stream, 0n]]), grants);
  expect(admitted).toEqual(grants);
  expect(revisions).toEqual(new Map([[stream, 3n]]));
});

test('events that were applied do not pass again', () => {
  const { admitted, revisions } = sift(new Map([[stream, 2n]]), [...grants, ...grants]);
  expect(admitted).toEqual([grants[2]]);
  expect(revisions).toEqual(new Map([[stream, 3n]]));
});

test('a missing revision is a fault, at the start of a stream and within it', () => {
  expect(() => sift(new Map(), grants)).toThrow(ProjectionFault);
  expect(() => sift(new Map([[stream, 0n]]), [grants[0]!, grants[2]!])).toThrow('revision 2 is missing');
});
