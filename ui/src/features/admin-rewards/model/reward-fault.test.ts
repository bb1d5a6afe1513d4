import { expect, test } from 'vitest';
import { validation } from '../../../../../contracts/messages.ts';
import { rewardFault, rewardOf } from './reward-fault.ts';

const form = {
  wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10.50',
  reason: 'Manual admin reward',
};

test('wallet, amount and reason are all required', () => {
  expect(rewardFault(form)).toBeUndefined();
  for (const field of ['wallet', 'amount', 'reason'] as const) {
    expect(rewardFault({ ...form, [field]: '  ' })).toBe(validation.rewardFieldsRequired);
  }
});

test('a wallet is 42 characters beginning with 0x, an amount is positive', () => {
  expect(rewardFault({ ...form, wallet: '0x123' })).toBe(validation.adminWalletInvalid);
  expect(rewardFault({ ...form, amount: '0' })).toBe(validation.rewardAmountInvalid);
  expect(rewardFault({ ...form, amount: '1000000' })).toBeUndefined();
  expect(rewardFault({ ...form, amount: '1000000.1' })).toBe('A reward is at most 1,000,000 EVO');
  expect(rewardFault({ ...form, amount: 'ten' })).toContain(validation.rewardAmountInvalid);
});

test('a reward that is typed anew in another spelling is the same one', () => {
  const sent = { walletAddress: form.wallet, amount: '10.5', reason: form.reason };
  for (const wallet of [form.wallet, form.wallet.toLowerCase(), ` ${form.wallet} `]) {
    for (const amount of ['10.50', '10.5', ' 10.500 ']) {
      expect(rewardOf({ wallet, amount, reason: `${form.reason} ` })).toEqual(sent);
    }
  }
  expect(rewardOf({ ...form, amount: '11' })).not.toEqual(sent);
});

test('what is no address or no amount goes to the server as it was typed', () => {
  expect(rewardOf({ wallet: ' 0x12', amount: '1e3 ', reason: '' })).toEqual({
    walletAddress: '0x12',
    amount: '1e3',
    reason: '',
  });
});
