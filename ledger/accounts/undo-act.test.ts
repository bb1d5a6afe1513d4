import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import type { Decider } from '../decider.ts';
import { IdempotencyKeyReused } from '../domain-error.ts';
import { hashInput, type StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { MassActUnderWay } from '../mass-acts/mass-acts.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { PROGRAM_STREAM, type ProgramEvent, type ProgramState, program } from '../program/program.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { tellAccount } from '../testing/tell-account.ts';
import { account } from './account.ts';
import { claimRewards } from './claim-rewards.ts';
import { clearBalance } from './clear-balance.ts';
import type { AccountCommand } from './commands.ts';
import { AccountIsRemoved, ClaimsHeldAlready, ClaimsNotHeld, GrantNotRevocable } from './errors.ts';
import { grantByAdmin } from './grant-reward.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from './hold-claims.ts';
import { MERGED } from './merger.ts';
import { openAccount } from './open-account.ts';
import { removeAccount } from './remove-account.ts';
import { NotUndoable, undoOnAccount } from './undo-act.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  userId = await newUser();
});

const newUser = async () =>
  (await openAccount(handler, { walletAddress: newWallet() }, testContext())).userId;
const act = (to = userId) => ({
  userId: to,
  reason: 'Mistake',
  dryRun: false,
  authorize: async () => undefined,
});
const events = async () =>
  (await ledger.read(streamOf('account', userId))) as unknown as StoredEvent<AccountEvent>[];
const last = async () => {
  const event = (await events()).at(-1);
  if (!event) throw new Error('the account has no event');
  return event;
};
const bare = ({ type, data }: AccountEvent) => ({ type, data });
const pending = async () => {
  const { granted, claimed } = await handler.read(streamOf('account', userId), account);
  return formatEvo(granted - claimed);
};

async function undo(
  event: StoredEvent,
  more: Partial<Parameters<typeof undoOnAccount>[2]> = {},
  context = testContext(),
) {
  const undone = { ...act(), undone: event.id, at: event.position, ...more };
  return undoOnAccount(handler, ledger.store, undone, context);
}

const grant = () => grantByAdmin(handler, { ...act(), amount: 5n * ONE_EVO }, testContext());
const tell = (command: AccountCommand) => tellAccount(handler, userId, command);

describe('undoing', () => {
  test('a grant by hand takes exactly it back, once', async () => {
    await grant();
    const granted = await last();
    await undo(granted);
    const grantId = 'grantId' in granted.data ? granted.data.grantId : '';
    expect(bare(await last())).toEqual({
      type: 'RewardRevoked',
      data: { grantId, amount: '5', reason: 'Mistake' },
    });
    expect(await pending()).toBe('100');
    await expect(undo(granted)).rejects.toBeInstanceOf(GrantNotRevocable);
  });

  test('a clear gives back what it took, once, beside what was earned since', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    await grant();
    const context = testContext();
    await undo(cleared, {}, context);
    expect(bare(await last())).toEqual({
      type: 'RewardGranted',
      data: {
        ...{ grantId: context.commandId, amount: '100', source: 'admin', reason: 'Mistake' },
        ref: `undo:${cleared.id}`,
      },
    });
    expect(await pending()).toBe('105');
    expect((await undo(cleared)).events).toEqual([]);
    expect(await pending()).toBe('105');
  });

  test('a clear after which there was a reset gives nothing back', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    await grant();
    await tell({ type: 'ResetRewards', resetId: randomUUID() });
    await expect(undo(cleared)).rejects.toBeInstanceOf(NotUndoable);
    expect(await pending()).toBe('0');
  });

  test('a clear gives nothing back after a reset of all that the first version carried out, whatever that found', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    const asItDid: Decider<ProgramState, readonly ProgramEvent[], ProgramEvent> = {
      ...program,
      decide: (events) => [...events],
    };
    const requestId = randomUUID();
    await handler.handle({
      ...testContext(),
      stream: PROGRAM_STREAM,
      decider: asItDid,
      command: [
        { type: 'MassResetRequested', data: { requestId, reason: 'New season' } },
        { type: 'MassResetCompleted', data: { requestId, count: 0, total: '0' } },
      ],
      input: {},
    });
    await expect(undo(cleared)).rejects.toBeInstanceOf(NotUndoable);
    expect(await pending()).toBe('0');
  });

  test('a clear gives nothing back while all accounts are being reset: what came back then, the reset would leave', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    await grant();
    await clearBalance(handler, act(), testContext());
    const undone = await last();
    await undo(undone);
    await requestMassAct(handler, { ...act(), act: { kind: 'reset' } }, testContext());
    await expect(undo(cleared)).rejects.toBeInstanceOf(MassActUnderWay);
    expect(await pending()).toBe('5');
    // What was given back before is answered as it was.
    expect((await undo(undone)).events).toEqual([]);
  });

  test('a clear gives nothing back when all are to be reset while the undo waits for its right, which is given back', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    let open = 0;
    const held = async () => {
      open += 1;
      return {
        async [Symbol.asyncDispose]() {
          open -= 1;
        },
      };
    };
    const meanwhile = async () => {
      await requestMassAct(handler, { ...act(), act: { kind: 'reset' } }, testContext());
      return held();
    };
    await expect(undo(cleared, { authorize: meanwhile })).rejects.toBeInstanceOf(MassActUnderWay);
    expect(await pending()).toBe('0');
    await handler.settled();
    expect(open).toBe(0);
  });

  test('a clear that is decided anew because its account has gone on sees a reset that was asked for since', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    const elsewhere = createCommandHandler(ledger.store);
    let tries = 0;
    const racing = createCommandHandler({
      ...ledger.store,
      async append(...call) {
        if (call[0] === streamOf('account', userId) && tries++ === 0) {
          await grantByAdmin(elsewhere, { ...act(), amount: 5n * ONE_EVO }, testContext());
          await requestMassAct(elsewhere, { ...act(), act: { kind: 'reset' } }, testContext());
        }
        return ledger.store.append(...call);
      },
    });
    const undone = { ...act(), undone: cleared.id, at: cleared.position };
    await expect(undoOnAccount(racing, ledger.store, undone, testContext())).rejects.toBeInstanceOf(
      MassActUnderWay,
    );
    expect(tries).toBe(1);
    expect(await pending()).toBe('5');
  });

  test('a clear gives back what it took while all accounts are only cleared', async () => {
    await clearBalance(handler, act(), testContext());
    await requestMassAct(handler, { ...act(), act: { kind: 'clear' } }, testContext());
    await undo(await last());
    expect(await pending()).toBe('100');
  });

  test('a clear that a reset came before gives back what it took', async () => {
    await tell({ type: 'ResetRewards', resetId: randomUUID() });
    await grant();
    await clearBalance(handler, act(), testContext());
    await undo(await last());
    expect(await pending()).toBe('5');
  });

  test('a removal lets the account in again, also after a reset', async () => {
    await removeAccount(handler, act(), testContext());
    const removed = await last();
    await expect(claimRewards(handler, userId, testContext())).rejects.toBeInstanceOf(AccountIsRemoved);
    await tell({ type: 'ResetRewards', resetId: randomUUID() });
    await undo(removed);
    expect(bare(await last())).toEqual({ type: 'AccountReinstated', data: {} });
    expect((await undo(removed)).events).toEqual([]);
  });

  test('a hold ends that hold, and undoing its end takes the same up again', async () => {
    await holdClaimsByAdmin(handler, act(), testContext());
    const held = await last();
    const holdId = 'holdId' in held.data ? held.data.holdId : '';
    await undo(held);
    const released = await last();
    expect(bare(released)).toEqual({ type: 'ClaimsReleased', data: { holdId, reason: 'Mistake' } });
    await expect(undo(held)).rejects.toBeInstanceOf(ClaimsNotHeld);
    const context = testContext();
    await undo(released, {}, context);
    expect(bare(await last())).toEqual({
      type: 'ClaimsHeld',
      data: { holdId: context.commandId, again: holdId, reason: 'Mistake' },
    });
    await expect(undo(released)).rejects.toBeInstanceOf(ClaimsHeldAlready);
  });

  test('what the node that was asked does not have yet is looked for again, and not refused', async () => {
    await clearBalance(handler, act(), testContext());
    const cleared = await last();
    let asked = 0;
    const readAt: EventStore['readAt'] = async (...call) =>
      asked++ === 0 ? undefined : ledger.store.readAt(...call);
    const undone = { ...act(), undone: cleared.id, at: cleared.position };
    await undoOnAccount(handler, { ...ledger.store, readAt }, undone, testContext());
    expect([asked, await pending()]).toEqual([2, '100']);
  });

  test('a hold does not end a later one', async () => {
    await holdClaimsByAdmin(handler, act(), testContext());
    const held = await last();
    await releaseClaimsByAdmin(handler, act(), testContext());
    await holdClaimsByAdmin(handler, act(), testContext());
    await expect(undo(held)).rejects.toBeInstanceOf(ClaimsNotHeld);
  });
});

describe('is refused, and leaves nothing', () => {
  const refused = async (event: StoredEvent, more: Parameters<typeof undo>[1] = {}) => {
    const before = await events();
    await expect(undo(event, more)).rejects.toBeInstanceOf(NotUndoable);
    expect(await events()).toEqual(before);
  };

  test('for a merger: somebody else has the mailbox by now', async () => {
    await handler.handle({
      ...testContext(),
      stream: streamOf('account', userId),
      decider: account,
      command: { type: 'RemoveAccount', reason: MERGED },
      input: { operation: 'merge-account', userId },
    });
    await refused(await last());
  });

  test('for what no admin did', async () => {
    await claimRewards(handler, userId, testContext());
    const all = await events();
    expect(all.map(({ type }) => type)).toEqual(['AccountOpened', 'RewardGranted', 'RewardsClaimed']);
    for (const event of all) await refused(event);
  });
  test('for an act on another account', async () => {
    await grant();
    await refused(await last(), { userId: await newUser() });
  });
  test('for an id that is not the one of the event at the position', async () => {
    await grant();
    await refused(await last(), { undone: randomUUID() });
  });
});

test('a dry run says what would come of it and leaves nothing', async () => {
  await grant();
  const granted = await last();
  const { events: foreseen, after } = await undo(granted, { dryRun: true });
  expect(foreseen.map(({ type }) => type)).toEqual(['RewardRevoked']);
  expect(formatEvo(after.granted)).toBe('100');
  expect(await last()).toEqual(granted);
});

test('a key undoes one act, whatever the reason says', async () => {
  await grant();
  const first = await last();
  await grant();
  const second = await last();
  const context = testContext();
  await undo(first, {}, context);
  expect((await last()).metadata.inputHash).toBe(hashInput({ operation: 'undo', undone: first.id }));
  expect((await undo(first, { reason: 'Typed anew' }, context)).replayed).toBe(true);
  await expect(undo(second, {}, context)).rejects.toThrow(IdempotencyKeyReused);
});

test('whom the right is refused undoes nothing', async () => {
  await grant();
  const granted = await last();
  const refusal = new Error('no right');
  await expect(undo(granted, { authorize: () => Promise.reject(refusal) })).rejects.toThrow(refusal);
  expect(await last()).toEqual(granted);
});
