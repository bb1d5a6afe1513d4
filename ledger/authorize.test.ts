import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { GrantTooLarge } from './accounts/errors.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { NotAnAdmin } from './admins/admins.ts';
import type { Authorize } from './authorize.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import { systemTiming } from './timing.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const newUser = async () =>
  (await openAccount(createCommandHandler(ledger.store), { walletAddress: newWallet() }, testContext()))
    .userId;
const grant = (userId: string, authorize: Authorize, more: object = {}) => ({
  userId,
  amount: ONE_EVO,
  reason: 'x',
  dryRun: false,
  authorize,
  ...more,
});

/** Notes in which order the right was taken and given back, and the events that were appended. */
function watched(refusal?: Error) {
  const log: string[] = [];
  const authorize: Authorize = async () => {
    if (refusal) throw refusal;
    log.push('held');
    return {
      [Symbol.asyncDispose]: async () => {
        log.push('given back');
      },
    };
  };
  const store: EventStore = {
    ...ledger.store,
    append: async (...call) => {
      const outcome = await ledger.store.append(...call);
      log.push(outcome.kind);
      return outcome;
    },
  };
  return { log, authorize, store };
}

describe('a right is held', () => {
  test('from before the decision until the append is over', async () => {
    const { log, authorize, store } = watched();
    await grantByAdmin(createCommandHandler(store), grant(await newUser(), authorize), testContext());
    expect(log).toEqual(['held', 'appended', 'given back']);
  });

  test('anew for each decision, when somebody else was faster', async () => {
    const userId = await newUser();
    const { log, authorize, store } = watched();
    const behind = createCommandHandler(store);
    await grantByAdmin(behind, grant(userId, authorize), testContext());
    await grantByAdmin(createCommandHandler(ledger.store), grant(userId, watched().authorize), testContext());
    log.length = 0;
    await grantByAdmin(behind, grant(userId, authorize), testContext());
    expect(log).toEqual(['held', 'conflict', 'given back', 'held', 'appended', 'given back']);
  });

  test('until it is given back, for which no answer waits, but the end of the program does', async () => {
    const userId = await newUser();
    const given = Promise.withResolvers<void>();
    const authorize = async () => ({ [Symbol.asyncDispose]: () => given.promise });
    const handler = createCommandHandler(ledger.store);
    const { after } = await grantByAdmin(handler, grant(userId, authorize), testContext());
    expect(after.granted).toBe(101n * ONE_EVO);
    // The next one on the account does not wait for it, either.
    await grantByAdmin(
      handler,
      grant(userId, async () => undefined),
      testContext(),
    );
    let isClosed = false;
    const closing = handler.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    given.resolve();
    await closing;
  });

  test('until it was told of the append that it stands under, also where that fails at first', async () => {
    const userId = await newUser();
    const log: string[] = [];
    let failures = 1;
    const authorize: Authorize = async () => ({
      async onAppended(revision) {
        if (failures-- > 0) throw new LedgerUnavailable(new Error('Postgres is away'));
        log.push(`told of ${revision}`);
      },
      async [Symbol.asyncDispose]() {
        log.push('given back');
      },
    });
    const handler = createCommandHandler(ledger.store);
    const context = testContext();
    const sent = grantByAdmin(handler, grant(userId, authorize), context);
    await expect(sent).rejects.toThrow(LedgerUnavailable);
    await handler.settled();
    expect(log).toEqual(['told of 2', 'given back']);
    await grantByAdmin(handler, grant(userId, authorize), context);
    expect(await ledger.read(streamOf('account', userId))).toHaveLength(3);
  });

  test('and abandoned where it cannot be given back', async () => {
    const abandon = vi.fn();
    const authorize = async () => ({
      abandon,
      [Symbol.asyncDispose]: () => Promise.reject(new Error('the connection is lost')),
    });
    const handler = createCommandHandler(ledger.store);
    await grantByAdmin(handler, grant(await newUser(), authorize), testContext());
    await handler.settled();
    expect(abandon).toHaveBeenCalledOnce();
  });

  test('no longer than a refusal, and not by a dry run', async () => {
    const userId = await newUser();
    const { log, authorize, store } = watched();
    const handler = createCommandHandler(store);
    const tooMuch = grant(userId, authorize, { amount: 10n ** 38n });
    await expect(grantByAdmin(handler, tooMuch, testContext())).rejects.toThrow(GrantTooLarge);
    await grantByAdmin(handler, grant(userId, authorize, { dryRun: true }), testContext());
    expect(log.at(-1)).toBe('given back');
    expect(log.filter((step) => step === 'held')).toHaveLength(
      log.filter((step) => step === 'given back').length,
    );
    expect(await ledger.read(streamOf('account', userId))).toHaveLength(2);
  });

  test('no longer than there is time for the act: what a program that stood still did not send is not done later', async () => {
    const userId = await newUser();
    const { log, authorize, store } = watched();
    let stoodStill = 0;
    const timing = { ...systemTiming, now: () => systemTiming.now() + stoodStill };
    const handler = createCommandHandler(store, { timing });
    const frozen: Authorize = async (use) => {
      const held = await authorize(use);
      stoodStill = 60_000;
      return held;
    };
    const sent = grantByAdmin(handler, grant(userId, frozen), testContext());
    await expect(sent).rejects.toThrow(LedgerUnavailable);
    await handler.settled();
    expect(log).toEqual(['held', 'given back']);
    expect(await ledger.read(streamOf('account', userId))).toHaveLength(2);
  });

  test('until it is certain what became of an act whose answer was lost, however long that takes', async () => {
    const userId = await newUser();
    const { log, authorize, store } = watched();
    let isMute = true;
    const mute: EventStore = {
      ...store,
      append: (...call) => (isMute ? new Promise(() => undefined) : store.append(...call)),
    };
    const handler = createCommandHandler(mute, { timeLimit: 200, attemptLimit: 50 });
    await expect(grantByAdmin(handler, grant(userId, authorize), testContext())).rejects.toThrow(
      LedgerUnavailable,
    );
    expect(log).toEqual(['held']);
    isMute = false;
    await handler.settled();
    expect(log).toEqual(['held', 'appended', 'given back']);
  });
});

test('who has no right appends nothing', async () => {
  const userId = await newUser();
  const { authorize, store } = watched(new NotAnAdmin());
  await expect(
    grantByAdmin(createCommandHandler(store), grant(userId, authorize), testContext()),
  ).rejects.toThrow(NotAnAdmin);
  expect(await ledger.read(streamOf('account', userId))).toHaveLength(2);
});

test('a right is asked for one append: its stream, the revision that it follows, its command, and whether it is only foreseen', async () => {
  const userId = await newUser();
  const asked: unknown[] = [];
  const authorize: Authorize = async ({ stream, expected, commandId, isDryRun }) => {
    asked.push({ stream, expected, commandId, isDryRun });
    return undefined;
  };
  const stream = streamOf('account', userId);
  const [foreseen, done] = [testContext(), testContext()];
  const handler = createCommandHandler(ledger.store);
  await grantByAdmin(handler, grant(userId, authorize, { dryRun: true }), foreseen);
  await grantByAdmin(handler, grant(userId, authorize), done);
  const { commandId } = done;
  expect(asked.slice(0, 1)).toEqual([
    { stream, expected: 1n, commandId: foreseen.commandId, isDryRun: true },
  ]);
  expect(asked.slice(1)).toEqual([{ stream, expected: 1n, commandId, isDryRun: undefined }]);
});
