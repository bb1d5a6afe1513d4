import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { requestAccount } from './request-account.ts';
import { ALICE, createFakeProvider, rpcError } from './testing/fake-provider.ts';

test('the account comes in checksum form', async () => {
  const wallet = createFakeProvider();
  wallet.accounts = [ALICE.toLowerCase()];
  expect(await requestAccount(wallet)).toBe(ALICE);
});

test.each([
  ['no account', [], undefined, walletErrors.noAccounts],
  ['an account that is none', ['0x12'], undefined, walletErrors.noAccounts],
  ['4001', [ALICE], rpcError(4001, 'denied'), walletErrors.userRejected],
  ['-32002', [ALICE], rpcError(-32002, 'already pending'), walletErrors.requestPending],
  ['another code', [ALICE], rpcError(-32603, 'boom'), walletErrors.connectFailed('boom')],
  [
    'an error without a message',
    [ALICE],
    { code: 1 },
    walletErrors.connectFailed('the wallet gave no reason'),
  ],
])('%s gives the text of the catalogue', async (_name, accounts, fault, text) => {
  const wallet = createFakeProvider();
  wallet.accounts = accounts;
  wallet.faults.requestAccounts = fault;
  await expect(requestAccount(wallet)).rejects.toThrow(text);
});
