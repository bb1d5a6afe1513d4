import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import { claimRewards } from '../accounts/claim-rewards.ts';
import { clearBalance } from '../accounts/clear-balance.ts';
import { openAccount } from '../accounts/open-account.ts';
import { createCommandHandler } from '../handle-command.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { appendAsItWas } from '../testing/append-as-it-was.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { type MassActProgress, massActProcess } from './mass-acts.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const grantOf = (amount: string): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: randomUUID(), amount, source: 'admin', reason: 'Long ago' },
});

async function accountWith(event: AccountEvent): Promise<string> {
  const handler = createCommandHandler(ledger.store);
  const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
  await appendAsItWas(ledger.store, userId, [event]);
  return userId;
}

async function carryOut(
  userIds: readonly string[],
  act: { readonly kind: 'clear' | 'reset' } | { readonly kind: 'restore'; readonly resetId: string },
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<{ requestId: string; completed: unknown }> {
  const handler = createCommandHandler(ledger.store);
  const context = testContext({ actor: { kind: 'admin', wallet: newWallet() } });
  const authorize = async () => ({ [Symbol.asyncDispose]: async () => undefined });
  await requestMassAct(handler, { act, reason: 'All of it', dryRun: false, authorize }, context);
  const requests = await ledger.read('mass-acts');
  const request = requests.at(-1);
  if (!request) throw new Error('nothing was requested');
  await meanwhile();
  const saved = new Map<string, MassActProgress>();
  const { handle } = massActProcess(ledger.store, handler, {
    accounts: async (_at, after) =>
      [...userIds]
        .sort()
        .filter((id) => after === undefined || id > after)
        .map((userId) => ({ userId, revision: 0n })),
    loadProgress: async (requestId) => saved.get(requestId),
    saveProgress: async (requestId, progress) => void saved.set(requestId, progress),
  });
  await handle(request, new AbortController().signal);
  const { type, data } = (await ledger.read('mass-acts')).at(-1) ?? {};
  return { requestId: context.commandId, completed: { type, data } };
}

test('accounts of an old ledger, which together hold more than one amount can say, are reset and restored', async () => {
  const userIds = [
    await accountWith(grantOf('60000000000000000000')),
    await accountWith(grantOf('60000000000000000000')),
  ];
  const reset = await carryOut(userIds, { kind: 'reset' });
  const total = '120000000000000000200';
  expect(reset.completed).toMatchObject({ type: 'MassResetCompleted', data: { count: 2, total } });

  // What came since and what is given back are, in one account, more than one amount can say.
  await appendAsItWas(ledger.store, userIds[0] ?? '', [grantOf('60000000000000000000')]);
  const restored = await carryOut(userIds, { kind: 'restore', resetId: reset.requestId });
  expect(restored.completed).toMatchObject({ type: 'MassRestoreCompleted', data: { count: 2, total } });

  const cleared = await carryOut(userIds, { kind: 'clear' });
  expect(cleared.completed).toMatchObject({
    type: 'MassClearCompleted',
    data: { count: 2, total: '180000000000000000200' },
  });
  const events = await ledger.read(streamOf('account', userIds[0] ?? ''));
  expect(events.at(-1)).toMatchObject({
    type: 'BalanceCleared',
    data: { amount: '120000000000000000100' },
    metadata: { schemaVersion: 2 },
  });
  // An account's stream holds account events only.
  const state = (events as unknown as AccountEvent[]).reduce(account.evolve, account.initialState);
  expect(state.granted).toBe(0n);
});

test('what such accounts claim and lose between the request and their turn holds nothing up', async () => {
  const large = '60000000000000000000';
  const userIds = [
    await accountWith(grantOf(large)),
    await accountWith(grantOf(large)),
    await accountWith(grantOf(large)),
  ];
  for (const userId of userIds) await appendAsItWas(ledger.store, userId, [grantOf(large)]);
  const [claims = '', isCleared = '', keeps = ''] = userIds;
  const handler = createCommandHandler(ledger.store);
  const reset = await carryOut(userIds, { kind: 'reset' }, async () => {
    await claimRewards(handler, claims, testContext());
    const act = { userId: isCleared, reason: 'Mistake', dryRun: false, authorize: async () => undefined };
    await clearBalance(handler, act, testContext());
  });
  // Of the cleared one nothing was left to take.
  const total = '240000000000000000200';
  expect(reset.completed).toMatchObject({ type: 'MassResetCompleted', data: { count: 2, total } });
  const lastOf = async (userId: string) => (await ledger.read(streamOf('account', userId))).at(-1);
  const [all, nothing] = ['120000000000000000100', '0'];
  expect(await lastOf(claims)).toMatchObject({ type: 'RewardsReset', data: { total: all, claimed: all } });
  expect(await lastOf(isCleared)).toMatchObject({ type: 'BalanceCleared', data: { amount: all } });
  expect(await lastOf(keeps)).toMatchObject({ type: 'RewardsReset', data: { total: all, claimed: nothing } });
});
