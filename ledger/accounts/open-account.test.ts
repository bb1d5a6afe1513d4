import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { createCommandHandler } from '../handle-command.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { account } from './account.ts';
import { AccountIsRemoved } from './errors.ts';
import { openAccount } from './open-account.ts';
import { signUpEmailAlone } from './sign-up-email.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const open = (wallet: { walletAddress?: string; referrerId?: string } = {}) =>
  openAccount(createCommandHandler(ledger.store), { walletAddress: newWallet(), ...wallet }, testContext());
const remove = (userId: string) =>
  createCommandHandler(ledger.store).handle({
    ...testContext(),
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'RemoveAccount', reason: 'Abuse' },
    input: { operation: 'remove', userId },
  });

test('a referrer is bound when the account opens, and never again', async () => {
  const [anna, ben] = [await open(), await open()];
  const walletAddress = newWallet();
  const friend = await open({ walletAddress, referrerId: anna.userId });
  expect(friend.state.referrerId).toBe(anna.userId);
  expect((await open({ walletAddress, referrerId: ben.userId })).state.referrerId).toBe(anna.userId);
  expect(await ledger.read(streamOf('account', friend.userId))).toHaveLength(2);
});

test('nobody, oneself and a removed account refer nobody', async () => {
  expect((await open({ referrerId: crypto.randomUUID() })).state.referrerId).toBeUndefined();
  const removed = await open();
  await remove(removed.userId);
  expect((await open({ referrerId: removed.userId })).state.referrerId).toBeUndefined();
  const walletAddress = newWallet();
  const { userId } = await open({ walletAddress });
  expect((await open({ walletAddress, referrerId: userId })).state.referrerId).toBeUndefined();
});

test('an account without a wallet refers nobody: nothing is granted to it', async () => {
  const userId = crypto.randomUUID();
  const signup = { emailHash: userId.replaceAll('-', '').repeat(2), marketingOptIn: false, userId };
  const handler = createCommandHandler(ledger.store);
  expect(
    await signUpEmailAlone(handler, { ...signup, seal: async () => 'sealed' }, testContext()),
  ).toMatchObject({ signedUp: true });
  expect((await open({ referrerId: userId })).state.referrerId).toBeUndefined();
});

test('two that name each other make no circle: who comes first has no referrer', async () => {
  const anna = await open({ referrerId: crypto.randomUUID() });
  const ben = await open({ referrerId: anna.userId });
  expect(anna.state.referrerId).toBeUndefined();
  expect(ben.state.referrerId).toBe(anna.userId);
});

test('the wallet of a removed account opens nothing', async () => {
  const walletAddress = newWallet();
  const { userId } = await open({ walletAddress });
  await remove(userId);
  await expect(open({ walletAddress })).rejects.toBeInstanceOf(AccountIsRemoved);
});
