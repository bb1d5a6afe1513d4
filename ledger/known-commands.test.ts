import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EventMetadata } from '../contracts/events/event.ts';
import { formatPosition } from '../contracts/ledger-position.ts';
import {
  ageOf,
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
/** So many commands of people, a second apart, named by their numbers. */
const ids = Array.from({ length: 5 * GENERATION }, () => randomUUID());
const having = (count: number) =>
  ids
    .slice(0, count)
    .reduce((known, commandId, n) => withOne(known, n, { commandId, occurredAt: second(n) }), noCommands);

describe('what people sent', () => {
  test('is remembered for a thousand commands at the least and two thousand at the most', () => {
    expect(GENERATION).toBe(1_000);
    for (const count of [1, GENERATION, GENERATION + 1, 2 * GENERATION, 3 * GENERATION + 7]) {
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

  test('is new, forgotten or unsure by when it was first sent', () => {
    expect(ageOf(having(GENERATION), second(-(10 ** 6)))).toBe('new');
    const known = having(3 * GENERATION);
    expect(ageOf(known, second(0))).toBe('forgotten');
    expect(ageOf(known, second(3 * GENERATION))).toBe('new');
    // By its time among those that are remembered, and yet not one of them: then it was never here.
    expect(ageOf(known, second(2 * GENERATION))).toBe('new');
  });

  test('by a clock that was ahead makes nothing forgotten that could be new', () => {
    const wrong = withOne(noCommands, 0, { occurredAt: '2099-01-01T00:00:00.000Z' });
    const known = ids
      .slice(0, 3 * GENERATION)
      .reduce((one, commandId, n) => withOne(one, n + 1, { commandId, occurredAt: second(n) }), wrong);
    expect(ageOf(known, second(4 * GENERATION))).toBe('unsure');
    expect(ageOf(known, second(0))).toBe('forgotten');
  });
});

test('what the program did without naming a cause is remembered for ever', () => {
  const commandId = randomUUID();
  let known = withOne(noCommands, 0, { commandId, actor: { kind: 'system' } });
  known = ids.reduce((one, id, n) => withOne(one, n + 1, { commandId: id, occurredAt: second(n) }), known);
  expect(findCommand(known, commandId)?.revision).toBe(0n);
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

  test('takes no room, however often', () => {
    let known = noCommands;
    for (let n = 0; n < 10_000; n++) known = told(known, n, randomUUID());
    expect(countCommands(known)).toBe(1);
  });
});
