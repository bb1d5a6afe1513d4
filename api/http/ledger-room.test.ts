import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { DISK_FULL_BEHIND } from '../../ledger/disk-full.ts';
import { LedgerFull } from '../../ledger/domain-error.ts';
import type { AppendOutcome, EventStore } from '../../ledger/event-store.ts';
import { watchRoom } from './ledger-room.ts';

test('the ledger is full from an append that found no room to one that did, or to when nobody has tried for long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let answer: AppendOutcome = { kind: 'conflict' };
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const { store, isFull } = watchRoom(
    { append: async () => answer } as Partial<EventStore> as EventStore,
    logger,
  );
  const tellOf = async (said: AppendOutcome) => {
    answer = said;
    expect(await store.append('account-1', [], undefined)).toBe(said);
    return isFull();
  };
  const full: AppendOutcome = { kind: 'unknown', cause: new LedgerFull() };
  expect(isFull()).toBe(false);
  expect(await tellOf(full)).toBe(true);
  expect(await tellOf(full)).toBe(true);
  // Neither of these needed room.
  expect(await tellOf({ kind: 'conflict' })).toBe(true);
  expect(await tellOf({ kind: 'unknown', cause: new Error('reset') })).toBe(true);
  expect(await tellOf({ kind: 'appended', position: { commit: 1n, prepare: 1n } })).toBe(false);
  expect(lines).toEqual([
    'the ledger takes no commands: its disk is full',
    'the ledger takes commands again',
  ]);
  expect(await tellOf({ kind: 'unknown', cause: new Error(`14 UNAVAILABLE: ${DISK_FULL_BEHIND}`) })).toBe(
    true,
  );
  vi.advanceTimersByTime(600_000);
  expect(isFull()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isFull()).toBe(false);
  vi.useRealTimers();
});
