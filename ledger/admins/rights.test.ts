import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordExport } from '../access-log/record.ts';
import { clearBalance } from '../accounts/clear-balance.ts';
import { grantByAdmin } from '../accounts/grant-reward.ts';
import { openAccount } from '../accounts/open-account.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import { undoOnAccount } from '../accounts/undo-act.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { createCommandHandler } from '../handle-command.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { isAdmin, NotAnAdmin } from './admins.ts';
import { addAdmin, removeAdmin } from './change-admins.ts';
import { readAdmins } from './read-admins.ts';

const superAdmin = newWallet();
let ledger: TestLedgerNode;
/** Two processes with memories of their own. */
let here: ReturnType<typeof createCommandHandler>;
let elsewhere: ReturnType<typeof createCommandHandler>;
beforeAll(async () => {
  ledger = await startEitherLedger();
  here = createCommandHandler(ledger.store);
  elsewhere = createCommandHandler(ledger.store);
});
afterAll(() => ledger.stop());

const allowed = async () => undefined;
const change = (wallet: string) => ({ wallet, by: superAdmin, superAdmin, authorize: allowed });
const removal = (wallet: string) => ({ wallet, by: superAdmin, superAdmin, holdActs: allowed });

test('every reader sees at once what another process has changed, many readers at a time too', async () => {
  const read = async () => (await readAdmins(here)).state;
  const wallet = newWallet();
  expect(isAdmin(await read(), wallet)).toBe(false);
  await addAdmin(elsewhere, change(wallet), testContext());
  const states = await Promise.all(Array.from({ length: 50 }, read));
  expect(states.every((state) => isAdmin(state, wallet))).toBe(true);
  await removeAdmin(elsewhere, removal(wallet), testContext());
  expect(isAdmin(await read(), wallet)).toBe(false);
  expect(isAdmin((await readAdmins(elsewhere)).state, wallet)).toBe(false);
});

test('a process that remembers an admin finds out by itself that the right is gone', async () => {
  const wallet = newWallet();
  await addAdmin(here, change(wallet), testContext());
  await removeAdmin(elsewhere, removal(wallet), testContext());
  const other = { wallet: newWallet(), by: wallet, superAdmin, authorize: allowed };
  await expect(addAdmin(here, other, testContext())).rejects.toThrow(NotAnAdmin);
});

describe('removed in the same moment, after the request was let in', () => {
  /** What an admin can do, with the right checked on the write side. */
  type Act = (userId: string, authorize: Authorize, context: CommandContext) => Promise<unknown>;
  const how = { reason: 'x', dryRun: false };
  const acts: Record<string, Act> = {
    'sending a reward': (userId, authorize, context) =>
      grantByAdmin(here, { userId, amount: 1n, ...how, authorize }, context),
    'clearing a balance': (userId, authorize, context) =>
      clearBalance(here, { userId, ...how, authorize }, context),
    'removing a user': (userId, authorize, context) =>
      removeAccount(here, { userId, ...how, authorize }, context),
    'clearing all': (_, authorize, context) =>
      requestMassAct(here, { act: { kind: 'clear' }, ...how, authorize }, context),
    'resetting all': (_, authorize, context) =>
      requestMassAct(here, { act: { kind: 'reset' }, ...how, authorize }, context),
    'undoing a reset': (_, authorize, context) =>
      requestMassAct(here, { act: { kind: 'restore', resetId: randomUUID() }, ...how, authorize }, context),
    'undoing a removal': async (userId, authorize, context) => {
      const removal = await removeAccount(
        here,
        { userId, ...how, authorize: async () => undefined },
        testContext(),
      );
      const undone = removal.events[0]?.id ?? '';
      const at = removal.position ?? { commit: 0n, prepare: 0n };
      return undoOnAccount(here, ledger.store, { userId, undone, at, ...how, authorize }, context);
    },
    'an export': (_, authorize, context) =>
      recordExport(here, { kind: 'emails', count: 1, authorize }, context),
  };

  test.each(Object.entries(acts))('%s is refused and leaves no event', async (_, act) => {
    const { userId } = await openAccount(here, { walletAddress: newWallet() }, testContext());
    const wallet = newWallet();
    await addAdmin(here, change(wallet), testContext());
    const read = async () => (await readAdmins(here)).state;
    expect(isAdmin(await read(), wallet)).toBe(true);
    await removeAdmin(elsewhere, removal(wallet), testContext());
    const context = testContext({ actor: { kind: 'admin', wallet } });
    const authorize = async () => {
      if (!isAdmin(await read(), wallet)) throw new NotAnAdmin();
      return undefined;
    };
    await expect(act(userId, authorize, context)).rejects.toThrow(NotAnAdmin);
    const events = await ledger.readAll();
    expect(events.filter(({ metadata }) => metadata.actor.wallet === wallet)).toEqual([]);
  });
});
