import { describe, test } from 'vitest';
import { MAX_GRANT } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { ONE_EVO, parseEvo } from '../../contracts/money.ts';
import type { AccountCommand } from './commands.ts';
import { AccountNotFound, GrantTooLarge } from './errors.ts';
import { claimed, given, granted, id, opened, openedByEmail, removed } from './testing/account-events.ts';

const RAFFLE = `${id(40)}:1`;
const settle = (ref = RAFFLE, amount = 7n * ONE_EVO): AccountCommand => ({
  type: 'SettlePrize',
  grantId: id(3),
  amount,
  source: 'raffle',
  reason: 'Raffle, place 1',
  ref,
});
const paid = (ref = RAFFLE): AccountEvent =>
  granted('7', { source: 'raffle', reason: 'Raffle, place 1', ref });
const forgone = (reason: 'no_wallet' | 'account_removed', ref = RAFFLE): AccountEvent => ({
  type: 'PrizeForgone',
  data: { ref, reason },
});
const reinstated: AccountEvent = { type: 'AccountReinstated', data: {} };
const linked: AccountEvent = { type: 'WalletLinked', data: { walletAddress: `0x${'1'.repeat(40)}` } };

describe('the prize of a place', () => {
  test('is paid to a wallet', () => given(opened).when(settle()).then(paid()));
  test('is paid once, whoever asks', () => {
    given(opened, paid()).when(settle()).then();
    given(opened, paid(), claimed('7')).when(settle()).then();
    given(opened, paid())
      .when({ ...settle(), type: 'GrantReward' } as AccountCommand)
      .then();
  });
  test('is paid beside that of another place', () =>
    given(opened, paid(`${id(40)}:2`))
      .when(settle())
      .then(paid()));
  test('is forgone by an account without a wallet, for ever', () => {
    given(openedByEmail).when(settle()).then(forgone('no_wallet'));
    given(openedByEmail, forgone('no_wallet'), linked).when(settle()).then();
    given(openedByEmail, linked).when(settle()).then(paid());
  });
  test('is forgone by a removed account, for ever', () => {
    given(opened, removed).when(settle()).then(forgone('account_removed'));
    given(opened, removed, forgone('account_removed'), reinstated).when(settle()).then();
    given(opened, removed, reinstated).when(settle()).then(paid());
  });
  test('needs an account, and is bounded as any other grant', () => {
    given().when(settle()).fails(AccountNotFound);
    given(opened)
      .when(settle(RAFFLE, parseEvo(MAX_GRANT) + 1n))
      .fails(GrantTooLarge);
  });
});

describe('what is paid once for ever', () => {
  const grantOf = (
    source: 'referral_friend' | 'referral_weekly' | 'referral' | 'streak' | 'admin',
    ref?: string,
  ) =>
    ({
      type: 'GrantReward',
      grantId: id(5),
      amount: ONE_EVO,
      source,
      reason: 'Once',
      ...(ref !== undefined && { ref }),
    }) as const;
  const event = (source: Parameters<typeof grantOf>[0], ref?: string) =>
    granted('1', { grantId: id(5), source, reason: 'Once', ...(ref !== undefined && { ref }) });

  test.each(['referral_friend', 'referral_weekly'] as const)('%s, by what it is for', (source) => {
    given(opened, event(source, 'a')).when(grantOf(source, 'a')).then();
    given(opened, event(source, 'a')).when(grantOf(source, 'b')).then(event(source, 'b'));
  });
  test('a ref means another thing with another source', () => {
    given(opened, event('referral_friend', 'a'))
      .when(grantOf('referral_weekly', 'a'))
      .then(event('referral_weekly', 'a'));
    given(opened, event('referral_weekly', RAFFLE)).when(settle()).then(paid());
  });
  test('what an undone clear had taken, by that clear', () => {
    given(opened, event('admin', 'undo:1')).when(grantOf('admin', 'undo:1')).then();
    given(opened, event('admin', 'undo:1')).when(grantOf('admin', 'undo:2')).then(event('admin', 'undo:2'));
  });
  test('nothing else: another grant for the same is another grant', () => {
    for (const [source, ref] of [
      ['streak', '2026-01-01'],
      ['referral', 'a'],
      ['admin', 'request:1'],
      ['admin', undefined],
      ['referral_friend', undefined],
    ] as const) {
      given(opened, event(source, ref)).when(grantOf(source, ref)).then(event(source, ref));
    }
  });
});
