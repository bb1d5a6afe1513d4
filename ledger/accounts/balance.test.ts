import { describe, expect, test } from 'vitest';
import { MAX_GRANT } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { account } from './account.ts';
import {
  AccountIsRemoved,
  AccountNotFound,
  ClearsOtherwise,
  GrantNotRevocable,
  GrantTooLarge,
  NothingToClaim,
  NothingToClear,
} from './errors.ts';
import { claim, claimed, given, grant, granted, id, opened, removed } from './testing/account-events.ts';

describe('granting', () => {
  test('needs an account', () => given().when(grant('1')).fails(AccountNotFound));
  test('keeps every decimal', () => given(opened).when(grant(1n)).then(granted('0.000000000000000001')));
  test('up to the most that one grant pays', () => {
    given(opened).when(grant(MAX_GRANT)).then(granted(MAX_GRANT));
    given(opened)
      .when(grant(parseEvo(MAX_GRANT) + 1n))
      .fails(GrantTooLarge);
  });
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
  test('takes what was shown, and nothing where that is another sum by now', () => {
    const shown = (amount: string) => ({ ...clear, shown: parseEvo(amount) });
    given(opened, granted('25')).when(shown('25')).then(cleared('25'));
    for (const other of ['24.999999999999999999', '25.000000000000000001', '0'])
      given(opened, granted('25')).when(shown(other)).fails(ClearsOtherwise);
    given(opened).when(shown('25')).fails(NothingToClear);
  });
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
  test('takes what an old ledger has as claimed beyond what is left of the grants', () => {
    const revoked: AccountEvent = {
      type: 'RewardRevoked',
      data: { grantId: id(3), amount: '25', reason: 'Mistake' },
    };
    given(opened, granted('25'), claimed('25'), revoked).when(reset).then(wasReset('0', '25'));
  });
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
  const taken: Record<string, AccountEvent> = {
    claimed: claimed('100'),
    cleared: { type: 'BalanceCleared', data: { amount: '100', reason: 'Mistake' } },
    reset: { type: 'RewardsReset', data: { resetId: id(8), total: '100', claimed: '0' } },
  };
  test.each(Object.entries(taken))('not when it was %s, whatever was earned since', (_, taking) =>
    given(opened, granted('100'), taking, granted('150', { source: 'streak' }))
      .when(revoke)
      .fails(GrantNotRevocable),
  );
  const takenFrom: Record<string, (amount: string) => AccountEvent> = {
    clear: (amount) => ({ type: 'BalanceCleared', data: { amount, reason: 'All of it' } }),
    reset: (total) => ({ type: 'RewardsReset', data: { resetId: id(8), total, claimed: '0' } }),
  };
  describe.each(Object.entries(takenFrom))('that came while a %s of everybody was under way', (_, took) => {
    const before = granted('100', { grantId: id(4) });
    const streak = granted('150', { source: 'streak', grantId: id(5) });
    test('takes exactly it, behind what that took', () =>
      given(opened, before, granted('25'), took('100')).when(revoke).then(revoked('25')));
    test('not what stood there before, whatever was earned since', () =>
      given(opened, before, streak, took('100'))
        .when({ ...revoke, grantId: id(4) })
        .fails(GrantNotRevocable));
    test('not what is left of one that was taken in part', () =>
      given(opened, before, granted('25'), streak, took('100.000000000000000001'))
        .when(revoke)
        .fails(GrantNotRevocable));
    test('nor of one that has moved up since another was taken back', () => {
      const back = {
        type: 'RewardRevoked',
        data: { grantId: id(4), amount: '100', reason: 'Mistake' },
      } as const;
      given(opened, before, granted('25'), streak, back, took('5')).when(revoke).fails(GrantNotRevocable);
    });
    test('not behind another one, which took all', () =>
      given(opened, before, granted('25'), took('100'), took('25'), streak)
        .when(revoke)
        .fails(GrantNotRevocable));
  });
  test('of an old ledger that took back what was claimed: not what was reset', () => {
    const other = granted('10', { grantId: id(4) });
    const reset = { type: 'RewardsReset', data: { resetId: id(8), total: '10', claimed: '25' } } as const;
    const streak = granted('50', { source: 'streak', grantId: id(5) });
    given(opened, granted('25'), claimed('25'), other, revoked('25'), reset, streak)
      .when({ ...revoke, grantId: id(4) })
      .fails(GrantNotRevocable);
  });
  test('of an old ledger that took more than was left: what is left now is not taken twice', () => {
    const old = [opened, granted('100'), claimed('100'), granted('150', { grantId: id(4) }), revoked('100')];
    given(...old)
      .when({ ...revoke, grantId: id(4) })
      .fails(GrantNotRevocable);
    given(...old)
      .when(claim)
      .then(claimed('50'));
  });
  test('only of the newest thousand', () => {
    const many = Array.from({ length: 1_001 }, (_, n) => granted('1', { grantId: id(100 + n) }));
    given(opened, ...many)
      .when({ ...revoke, grantId: id(100) })
      .fails(GrantNotRevocable);
    given(opened, ...many)
      .when({ ...revoke, grantId: id(101) })
      .then({ type: 'RewardRevoked', data: { grantId: id(101), amount: '1', reason: 'Mistake' } });
    const state = [opened, ...many].reduce(account.evolve, account.initialState);
    expect(state.adminGrants.size).toBe(1_000);
  });
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
