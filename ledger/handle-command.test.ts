import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openAccount } from './accounts/open-account.ts';
import { readAdmins } from './admins/read-admins.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { leapingTiming } from './testing/leaping-timing.ts';
import { testContext } from './testing/start-ledger.ts';

test('somebody is always faster: the command ends in time, and has not begun again and again without a pause', async () => {
  let appends = 0;
  // Of the store a command on a new stream uses nothing else.
  const store = {
    node: () => 1,
    async append() {
      appends += 1;
      await nextTurn();
      return { kind: 'conflict' };
    },
    async readPage() {
      await nextTurn();
      return [];
    },
  } as unknown as EventStore;
  const handler = createCommandHandler(store, { timeLimit: 1_000, attemptLimit: 500 });
  const began = performance.now();
  const walletAddress = `0x${'1'.repeat(40)}`;
  await expect(openAccount(handler, { walletAddress }, testContext())).rejects.toThrow(LedgerUnavailable);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(appends).toBeGreaterThan(1);
  expect(appends).toBeLessThanOrEqual(51);
});

test('who is too late again and again waits ever longer, and is told after fifty times', async () => {
  // Of the store a command on a new stream uses nothing else; each answer is there at once.
  const store = {
    node: () => 1,
    append: async () => ({ kind: 'conflict' }),
    readPage: async () => [],
  } as unknown as EventStore;
  const timing = leapingTiming(1);
  const handler = createCommandHandler(store, { timing, timeLimit: 60_000 });
  const walletAddress = `0x${'1'.repeat(40)}`;
  await expect(openAccount(handler, { walletAddress }, testContext())).rejects.toMatchObject({
    ...{ name: 'LedgerUnavailable', cause: new Error(`51 conflicts on wallet-${walletAddress}`) },
  });
  const lasting = Array.from({ length: 45 }, () => 64);
  expect(timing.waits).toEqual([4, 8, 16, 32, ...lasting]);
});

test('who waits for several commands and reads waits no longer for all of them than there is time left', async () => {
  const never = () => new Promise<never>(() => undefined);
  const store = { append: never, readPage: never, node: () => 1 } as Partial<EventStore> as EventStore;
  const timing = leapingTiming(1);
  const end = timing.now() + 3_000;
  const timeLeft = () => Math.max(0, end - timing.now());
  const handler = createCommandHandler(store, { timing, timeLimit: 2_000, attemptLimit: 1_000, timeLeft });
  const walletAddress = `0x${'1'.repeat(40)}`;
  for (let n = 0; n < 4; n++) {
    await expect(openAccount(handler, { walletAddress }, testContext())).rejects.toThrow(LedgerUnavailable);
    await expect(readAdmins(handler)).rejects.toThrow(LedgerUnavailable);
  }
  expect(timing.now()).toBeLessThanOrEqual(end);
});
