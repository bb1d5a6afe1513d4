import type { AccountEvent, RewardSource } from '../../../contracts/events/account.ts';
import { ONE_EVO, parseEvo } from '../../../contracts/money.ts';
import { givenFor } from '../../testing/given.ts';
import { account } from '../account.ts';
import type { AccountCommand, OpenAccount } from '../commands.ts';

/** `given(events).when(command)` for accounts, and the events and commands that most tests begin with. */
export const given = givenFor(account);

export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

export const opened: AccountEvent = { type: 'AccountOpened', data: { source: 'wallet', walletAddress } };
export const openedByEmail: AccountEvent = { type: 'AccountOpened', data: { source: 'email' } };
export const removed: AccountEvent = { type: 'AccountRemoved', data: { reason: 'Removed by an admin' } };

export const granted = (
  amount: string,
  more: { grantId?: string; source?: RewardSource; reason?: string; ref?: string } = {},
): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: id(3), amount, source: 'admin', reason: 'Manual admin reward', ...more },
});
export const claimed = (amount: string): AccountEvent => ({
  type: 'RewardsClaimed',
  data: { claimId: id(2), amount },
});

export const openAccount: OpenAccount = {
  type: 'OpenAccount',
  walletAddress,
  welcome: { grantId: id(1), amount: 100n * ONE_EVO, source: 'welcome', reason: 'Welcome bonus' },
};
export const welcome = granted('100', { grantId: id(1), source: 'welcome', reason: 'Welcome bonus' });
export const claim: AccountCommand = { type: 'ClaimRewards', claimId: id(2) };
export const grant = (amount: string | bigint): AccountCommand => ({
  type: 'GrantReward',
  grantId: id(3),
  amount: typeof amount === 'bigint' ? amount : parseEvo(amount),
  source: 'admin',
  reason: 'Manual admin reward',
});
