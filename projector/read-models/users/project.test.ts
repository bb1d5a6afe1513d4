import { expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { foldAccounts, netChanges } from './state.ts';

test('many events of one account fold into one change', () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  for (let n = 0; n < 10; n++) ledger.grant(userId, ONE_EVO);
  ledger.claim(userId, 3n * ONE_EVO);
  const changes = netChanges(foldAccounts(new Map(), ledger.events));
  expect([...changes]).toMatchObject([
    [
      userId,
      {
        before: undefined,
        after: { revision: 11n, total_rewards: 10n * ONE_EVO, claimed_rewards: 3n * ONE_EVO },
      },
    ],
  ]);
});

test('a linked wallet takes the place of the one before', () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  const walletAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  ledger.account(userId, { type: 'WalletLinked', data: { walletAddress } });
  expect(foldAccounts(new Map(), ledger.events).at(-1)?.after.wallet_address).toBe(walletAddress);
});

test('opened twice, used before it is opened, claimed beyond what there is: a fault', () => {
  const twice = new TestLedger();
  const userId = twice.open();
  const opened = twice.events.at(-1)!;
  expect(() => foldAccounts(new Map(), [opened, opened])).toThrow('open already');
  const unopened = twice.grant(userId, 1n);
  expect(() => foldAccounts(new Map(), [unopened])).toThrow('is not open');
  twice.claim(userId, 2n);
  expect(() => foldAccounts(new Map(), twice.events)).toThrow(
    `RewardsClaimed at account-${userId}#2: the account claims more than it has`,
  );
});
