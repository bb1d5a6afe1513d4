import { describe, expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../../contracts/constants.ts';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { account } from './account.ts';
import type { AccountCommand, GrantReward } from './commands.ts';
import { BalanceTooLarge, GrantTooLarge } from './errors.ts';
import { severalOfAccount } from './several.ts';
import {
  claim,
  claimed,
  given,
  grant,
  granted,
  id,
  opened,
  openedByEmail,
  walletAddress,
} from './testing/account-events.ts';

const grantFor = (source: RewardSource, amount: string): GrantReward => ({
  type: 'GrantReward',
  grantId: id(3),
  amount: parseEvo(amount),
  source,
  reason: 'Manual admin reward',
});

describe('an account that is full', () => {
  const emailHash = 'a'.repeat(64);
  const full = granted(MAX_ACCOUNT_TOTAL, { source: 'welcome' });
  const ready: AccountEvent[] = [
    opened,
    {
      type: 'SocialConnected',
      data: { platform: 'twitter', ...sealedHandle('anna'), platformUserId: '1', method: 'demo' },
    },
    { type: 'EmailSignedUp', data: { emailHash, sealedEmail: 'sealed', marketingOptIn: false } },
  ];
  const grants: readonly (readonly [string, AccountCommand])[] = [
    ['by hand', grant('0.000000000000000001')],
    ...(['referral', 'referral_friend', 'referral_commission', 'raffle'] as const).map(
      (source) => [source, grantFor(source, '1')] as const,
    ),
    ['a check-in', { type: 'CheckIn', day: '2026-02-01', grantId: id(4) }],
    ['a verified email address', { type: 'VerifyEmail', emailHash, grantIds: [id(4), id(5)] }],
    [
      'a platform',
      {
        type: 'ConfirmSocial',
        platform: 'youtube',
        ...sealedHandle('anna'),
        platformUserId: '1',
        method: 'demo',
        grantId: id(4),
      },
    ],
    [
      'a task',
      {
        type: 'ConfirmTask',
        platform: 'twitter',
        taskType: 'like',
        method: 'demo',
        evidence: 'demo',
        grantId: id(4),
      },
    ],
  ];

  test.each(grants)('is granted nothing for: %s', (_, command) => {
    expect(account.decide(command, ready.reduce(account.evolve, account.initialState))).not.toEqual([]);
    given(...ready, full)
      .when(command)
      .fails(BalanceTooLarge);
  });
  test('nor by several commands in one append, of which each alone would fit', () => {
    const state = [opened, granted('999999999', { source: 'welcome' })].reduce(
      account.evolve,
      account.initialState,
    );
    expect(severalOfAccount.decide([grant('1')], state)).toHaveLength(1);
    expect(() => severalOfAccount.decide([grant('1'), grant('1')], state)).toThrow(BalanceTooLarge);
  });
  test('nor by an opening that pays too much', () =>
    given()
      .when({
        type: 'OpenAccount',
        walletAddress,
        welcome: { grantId: id(1), amount: parseEvo(MAX_GRANT) + 1n, source: 'welcome', reason: 'Welcome' },
      })
      .fails(GrantTooLarge));
  test('still does all that pays nothing', () => {
    given(opened, full).when(claim).then(claimed(MAX_ACCOUNT_TOTAL));
    given(openedByEmail, full).when({ type: 'JoinWhitelist' }).then({ type: 'WhitelistJoined', data: {} });
  });
});

describe('what was there is given back, however much it is', () => {
  test('when a clear is undone', () => {
    const giveBack = { ...grant('99999999999999999999'), ref: 'undo:x' } as AccountCommand;
    given(opened, granted('5'))
      .when(giveBack)
      .then(granted('99999999999999999999', { ref: 'undo:x' }));
  });
  test('when a reset is undone', () => {
    const total = '99999999999999999999';
    const taken = { resetId: id(8), total, claimed: '0' };
    given(opened, granted(total), { type: 'RewardsReset', data: taken }, granted(total))
      .when({ type: 'RestoreRewards', resetId: id(8) })
      .then({ type: 'RewardsRestored', data: taken });
  });
  test('and what an old account holds beyond 20 digits can be claimed, cleared and reset', () => {
    const old = [opened, granted('99999999999999999999'), granted('1', { source: 'streak' })];
    const all = '100000000000000000000';
    given(...old)
      .when(claim)
      .then(claimed(all));
    given(...old)
      .when({ type: 'ClearBalance', reason: 'Mistake' })
      .then({ type: 'BalanceCleared', data: { amount: all, reason: 'Mistake' } });
    given(...old, claimed(all))
      .when({ type: 'ResetRewards', resetId: id(8) })
      .then({ type: 'RewardsReset', data: { resetId: id(8), total: all, claimed: all } });
  });
});
