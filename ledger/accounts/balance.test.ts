import { describe, test } from 'vitest';
import { ONE_EVO } from '../../contracts/money.ts';
import {
  AccountIsRemoved,
  AccountNotFound,
  BalanceTooLarge,
  GrantNotRevocable,
  NothingToClaim,
  NothingToClear,
} from './errors.ts';
import { claim, claimed, given, grant, granted, id, opened, removed } from './testing/account-events.ts';

describe('granting', () => {
  test('needs an account', () => given().when(grant('1')).fails(AccountNotFound));
  test('keeps every decimal', () => given(opened).when(grant(1n)).then(granted('0.000000000000000001')));
  test('a total beyond 20 digits is refused', () =>
    given(opened, granted('99999999999999999999')).when(grant(ONE_EVO)).fails(BalanceTooLarge));
  test('a removed account gets nothing', () =>
    given(opened, removed).when(grant('1')).fails(AccountIsRemoved));
});

describe('claiming', () => {
  test('needs an account', () => given().when(claim).fails(AccountNotFound));
  test('takes all that is pending', () => given(opened, granted('25.5')).when(claim).then(claimed('25.5')));
  test('a second claim finds nothing', () =>
    given(opened, granted('25'), claimed('25')).when(claim).fails(NothingToClaim));
  test('takes what came since the last claim', () =>
    given(opened, granted('25'), claimed('25'), granted('0.25')).when(claim).then(claimed('0.25')));
  test('a removed account claims nothing', () =>
    given(opened, granted('25'), removed).when(claim).fails(AccountIsRemoved));
});

describe('clearing', () => {
  const clear = { type: 'ClearBalance', reason: 'Mistake' } as const;
  const cleared = (amount: string) =>
    ({ type: 'BalanceCleared', data: { amount, reason: 'Mistake' } }) as const;

  test('takes back what is pending', () => given(opened, granted('25')).when(clear).then(cleared('25')));
  test('leaves what was claimed', () =>
    given(opened, granted('25'), claimed('25'), granted('3')).when(clear).then(cleared('3')));
  test('nothing pending is nothing to clear', () =>
    given(opened, granted('25'), claimed('25')).when(clear).fails(NothingToClear));
  test('nothing is left to claim after it', () =>
    given(opened, granted('25'), cleared('25')).when(claim).fails(NothingToClaim));
});

describe('resetting', () => {
  const reset = { type: 'ResetRewards', resetId: id(8) } as const;
  const wasReset = (total: string, claim: string) =>
    ({ type: 'RewardsReset', data: { resetId: id(8), total, claimed: claim } }) as const;

  test('takes both figures to zero', () =>
    given(opened, granted('25'), claimed('25'), granted('3')).when(reset).then(wasReset('28', '25')));
  test('an account without figures is left alone', () => given(opened).when(reset).then());
  test('goes over removed accounts too', () =>
    given(opened, granted('25'), removed).when(reset).then(wasReset('25', '0')));
  test('only what came since counts again', () =>
    given(opened, granted('25'), wasReset('25', '0'), granted('2')).when(claim).then(claimed('2')));
});

describe('taking a grant back', () => {
  const revoke = { type: 'RevokeReward', grantId: id(3), reason: 'Mistake' } as const;
  const revoked = (amount: string) =>
    ({ type: 'RewardRevoked', data: { grantId: id(3), amount, reason: 'Mistake' } }) as const;

  test('takes exactly it', () => given(opened, granted('25')).when(revoke).then(revoked('25')));
  test('once', () =>
    given(opened, granted('25'), granted('50', { grantId: id(4) }), revoked('25'))
      .when(revoke)
      .fails(GrantNotRevocable));
  test('not what was claimed', () =>
    given(opened, granted('25'), claimed('25')).when(revoke).fails(GrantNotRevocable));
  test('not a grant that was no gift by hand', () =>
    given(opened, granted('25', { source: 'welcome' }))
      .when(revoke)
      .fails(GrantNotRevocable));
});

describe('giving a reset back', () => {
  const reset = (n: number) =>
    ({ type: 'RewardsReset', data: { resetId: id(n), total: '28', claimed: '25' } }) as const;
  const restore = { type: 'RestoreRewards', resetId: id(8) } as const;
  const restored = { type: 'RewardsRestored', data: { resetId: id(8), total: '28', claimed: '25' } } as const;

  test('adds both figures to what came since', () => {
    given(opened, granted('28'), claimed('25'), reset(8), granted('1')).when(restore).then(restored);
    given(opened, granted('28'), claimed('25'), reset(8), granted('1'), restored)
      .when(claim)
      .then(claimed('4'));
  });
  test('once', () => given(opened, granted('28'), claimed('25'), reset(8), restored).when(restore).then());
  test('only the last reset', () =>
    given(opened, granted('28'), claimed('25'), reset(8), reset(9)).when(restore).then());
});
