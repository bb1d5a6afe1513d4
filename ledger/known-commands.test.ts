import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EventMetadata } from '../contracts/events/event.ts';
import { formatPosition } from '../contracts/ledger-position.ts';
import {
  ageOf,
  bytesOfMarks,
  countCommands,
  findCommand,
  findForCause,
  GENERATION,
  isCauseOver,
  type KnownCommands,
  noCommands,
  remember,
} from './known-commands.ts';

const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
const metadataOf = (more: Partial<EventMetadata>): EventMetadata => ({
  schemaVersion: 1,
  commandId: randomUUID(),
  inputHash: '0'.repeat(64),
  actor: { kind: 'user' },
  occurredAt: second(0),
  prevHash: null,
  correlationId: randomUUID(),
  ...more,
});
const withOne = (known: KnownCommands, revision: number, more: Partial<EventMetadata>) =>
  remember(known, { metadata: metadataOf(more), revision: BigInt(revision) });
/** Of a command that the stream has never seen. */
const ageAt = (known: KnownCommands, firstSentAt: string, commandId: string = randomUUID()) =>
  ageOf(known, { commandId, firstSentAt, occurredAt: second(10 ** 7) });
/** So many commands of people, a second apart, named by their numbers. */
const ids = Array.from({ length: 5 * GENERATION }, () => randomUUID());
const having = (count: number) =>
  ids
    .slice(0, count)
    .reduce((known, commandId, n) => withOne(known, n, { commandId, occurredAt: second(n) }), noCommands);

describe('what people sent', () => {
  test('is remembered for a thousand commands at the least and two thousand at the most', () => {
    expect(GENERATION).toBe(1_000);
    for (const count of [
      1,
      GENERATION,
      GENERATION + 1,
      2 * GENERATION,
      2 * GENERATION + 1,
      3 * GENERATION + 7,
    ]) {
      const known = having(count);
      const remembered = ids.slice(0, count).filter((id) => findCommand(known, id)).length;
      expect(remembered).toBeGreaterThanOrEqual(Math.min(count, GENERATION));
      expect(remembered).toBeLessThanOrEqual(2 * GENERATION);
      expect(countCommands(known)).toBe(remembered);
      expect(findCommand(known, ids[count - 1] ?? '')).toEqual({
        inputHash: '0'.repeat(64),
        revision: BigInt(count - 1),
      });
    }
  });

  test('is new where it was never there, however long ago it was first sent', () => {
    expect(ageAt(having(GENERATION), second(-(10 ** 6)))).toBe('new');
    const known = having(3 * GENERATION);
    expect(ageAt(known, second(0))).toBe('new');
    expect(ageAt(known, second(0), ids[0])).toBe('forgotten');
    expect(ageAt(known, second(3 * GENERATION))).toBe('new');
    // By its time among those that are remembered, and yet not one of them: then it was never here.
    expect(ageAt(known, second(2 * GENERATION))).toBe('new');
  });

  test('is forgotten, and not new, however new its sender takes it for', () => {
    const known = having(3 * GENERATION + 7);
    const later = second(10 ** 6);
    expect(ageOf(known, { commandId: ids[0]!, occurredAt: later })).toBe('forgotten');
    const neither = ids.slice(0, 3 * GENERATION + 7).filter((id) => !findCommand(known, id));
    expect(neither).toHaveLength(2 * GENERATION);
    expect(neither.filter((id) => ageAt(known, later, id) !== 'forgotten')).toEqual([]);
    // All others are new, those that the stream has not seen yet among them.
    expect(ids.slice(3 * GENERATION + 7).filter((id) => ageAt(known, later, id) !== 'new')).toEqual([]);
    // Eight bytes each.
    expect(bytesOfMarks(known)).toBe(8 * neither.length);
    expect(bytesOfMarks(having(2 * GENERATION))).toBe(0);
  });

  test.each([
    ['before all that is remembered, of both halves', 100, 200, 99, 'new'],
    ['when the older half begins', 100, 200, 100, 'unsure'],
    ['within the older half, before the newer one', 100, 200, 150, 'unsure'],
    ['before all, where the newer half has the older times', 200, 100, 99, 'new'],
    ['when the newer half begins', 200, 100, 100, 'unsure'],
    ['within the newer half, before the older one', 200, 100, 150, 'unsure'],
    ['at the newest moment that is forgotten', 100, 200, 9_000, 'unsure'],
    ['a second after the newest moment that is forgotten', 100, 200, 9_001, 'new'],
  ] as const)('by clocks that differ, sent %s', (_, older, newer, sent, age) => {
    // Each generation has one command at the moment that is named, in its middle, and all others far later.
    const generation = (from: number, later: number) =>
      ids.slice(0, GENERATION).map((__, n) => second(n === GENERATION / 2 ? from : later));
    const times = [...generation(5, 9_000), ...generation(older, 8_000), ...generation(newer, 8_000)];
    const known = times.reduce(
      (one, occurredAt, n) => withOne(one, n, { commandId: ids[n] ?? '', occurredAt }),
      noCommands,
    );
    expect(ageAt(known, second(sent))).toBe(age);
    expect(ageAt(known, second(sent), ids[0])).toBe(age === 'new' ? 'forgotten' : age);
  });

  test('by a clock that was ahead makes nothing forgotten that could be new', () => {
    const wrong = withOne(noCommands, 0, { occurredAt: '2099-01-01T00:00:00.000Z' });
    const known = ids
      .slice(0, 3 * GENERATION)
      .reduce((one, commandId, n) => withOne(one, n + 1, { commandId, occurredAt: second(n) }), wrong);
    expect(ageAt(known, second(4 * GENERATION))).toBe('unsure');
    expect(ageAt(known, second(0))).toBe('new');
  });
});

test('what the program did without naming a cause is remembered for ever', () => {
  const commandId = randomUUID();
  let known = withOne(noCommands, 0, { commandId, actor: { kind: 'system' } });
  known = ids.reduce((one, id, n) => withOne(one, n + 1, { commandId: id, occurredAt: second(n) }), known);
  expect(findCommand(known, commandId)?.revision).toBe(0n);
  expect(countCommands(known)).toBe(1 + 2 * GENERATION);
  // It is in the ledger once; a second event of it is a part of the same command.
  expect(withOne(known, 9_999, { commandId, actor: { kind: 'system' } })).toBe(known);
});

describe('what a process did for a cause', () => {
  const at = (n: number) => ({ commit: BigInt(n), prepare: BigInt(n) });
  const told = (known: KnownCommands, cause: number, commandId: string) =>
    withOne(known, 0, {
      commandId,
      actor: { kind: 'system' },
      cause: { process: 'referral-rewards', position: formatPosition(at(cause)) },
    });
  const cause = (n: number, process = 'referral-rewards') => ({ process, position: at(n) });

  test('is over when the process has done it, or gone beyond it; another command for the same cause is not', () => {
    const known = told(told(noCommands, 5, 'a'), 5, 'b');
    expect(isCauseOver(known, cause(4))).toBe(true);
    expect(isCauseOver(known, cause(5))).toBe(false);
    expect(['a', 'b', 'c'].map((id) => findForCause(known, cause(5), id) !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    expect(isCauseOver(known, cause(6))).toBe(false);
    expect(isCauseOver(known, cause(4, 'another'))).toBe(false);
    expect(isCauseOver(known, { ...cause(4), isLate: true })).toBe(false);
  });

  test('of one process says nothing of another, or of a cause that came before or after', () => {
    const known = told(noCommands, 5, 'a');
    expect(findForCause(known, cause(5), 'a')?.revision).toBe(0n);
    expect(findForCause(known, cause(4), 'a')).toBeUndefined();
    expect(findForCause(known, cause(6), 'a')).toBeUndefined();
    expect(findForCause(known, cause(5, 'another'), 'a')).toBeUndefined();
  });

  test('that is told late, after what came behind it, leaves the last one the last', () => {
    const known = told(told(noCommands, 5, 'a'), 3, 'b');
    expect(isCauseOver(known, cause(4))).toBe(true);
    expect(findForCause(known, cause(5), 'a')).toBeDefined();
    expect(findForCause(known, cause(3), 'b')).toBeUndefined();
  });

  test('in several events is one command', () => {
    const known = told(noCommands, 5, 'a');
    expect(told(known, 5, 'a')).toBe(known);
  });

  test('in another store says nothing here', () => {
    const metadata = metadataOf({
      actor: { kind: 'system' },
      cause: { process: 'referral-rewards', position: formatPosition(at(5)) },
    });
    expect(remember(noCommands, { metadata, revision: 0n }, true)).toBe(noCommands);
    // What people sent is known by its id, wherever it was.
    const sent = metadataOf({ commandId: 'a' });
    expect(findCommand(remember(noCommands, { metadata: sent, revision: 7n }, true), 'a')?.revision).toBe(7n);
  });

  test.each(['mass-act-requests', 'mass-acts'])(
    'of %s is known by its id for ever, in another store too: a person’s key may lead to it',
    (process) => {
      const actor = { kind: 'system' } as const;
      const done = (known: KnownCommands, n: number, commandId: string, isMoved: boolean) => {
        const metadata = metadataOf({
          commandId,
          actor,
          cause: { process, position: formatPosition(at(n)) },
        });
        return remember(known, { metadata, revision: BigInt(n) }, isMoved);
      };
      for (const isMoved of [false, true]) {
        let known = done(noCommands, 5, 'a', isMoved);
        for (let n = 6; n < 12; n++) known = done(known, n, randomUUID(), isMoved);
        expect(findCommand(known, 'a')?.revision).toBe(5n);
        expect(isCauseOver(known, cause(5, process))).toBe(!isMoved);
      }
    },
  );

  test('takes no room, however often', () => {
    let known = noCommands;
    for (let n = 0; n < 10_000; n++) known = told(known, n, randomUUID());
    expect(countCommands(known)).toBe(1);
  });
});
