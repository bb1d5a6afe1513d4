import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openAccount } from './accounts/open-account.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { testContext } from './testing/start-ledger.ts';

test('somebody is always faster: the command ends in time, and has not begun again and again without a pause', async () => {
  let appends = 0;
  // Of the store a command on a new stream uses nothing else.
  const store = {
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
  const handler = createCommandHandler(store, { timeLimit: 400, attemptLimit: 100 });
  const began = performance.now();
  const walletAddress = `0x${'1'.repeat(40)}`;
  await expect(openAccount(handler, { walletAddress }, testContext())).rejects.toThrow(LedgerUnavailable);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(appends).toBeGreaterThan(1);
  expect(appends).toBeLessThanOrEqual(51);
});
