import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { DomainError } from '../domain-error.ts';
import { givenFor } from '../testing/given.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import { AccountNotFound, BalanceTooLarge, NothingToClaim } from './errors.ts';
import { postingsOf } from './postings.ts';
import { pendingOf } from './state.ts';

const given = givenFor(account);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

const open: AccountCommand = {
  type: 'OpenAccount',
  walletAddress,
  welcome: { grantId: id(1), amount: 100n * ONE_EVO, source: 'welcome', reason: 'Welcome bonus' },
};
const claim: AccountCommand = { type: 'ClaimRewards', claimId: id(2) };
const grant = (amount: bigint): AccountCommand => ({
  type: 'GrantReward',
  grantId: id(3),
  amount,
  source: 'admin',
  reason: 'Manual admin reward',
});

const opened: AccountEvent = { type: 'AccountOpened', data: { source: 'wallet', walletAddress } };
const granted = (amount: string): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: id(3), amount, source: 'admin', reason: 'Manual admin reward' },
});
const claimed = (amount: string): AccountEvent => ({
  type: 'RewardsClaimed',
  data: { claimId: id(2), amount },
});

describe('opening', () => {
  test('pays the welcome bonus in the same append', () =>
    given()
      .when(open)
      .then(opened, {
        type: 'RewardGranted',
        data: { grantId: id(1), amount: '100', source: 'welcome', reason: 'Welcome bonus' },
      }));
  test('a second opening changes nothing', () => given(opened).when(open).then());
  test('remembers who referred', () =>
    given()
      .when({ ...open, referrerId: id(9) })
      .then(
        { type: 'AccountOpened', data: { source: 'wallet', walletAddress, referrerId: id(9) } },
        {
          type: 'RewardGranted',
          data: { grantId: id(1), amount: '100', source: 'welcome', reason: 'Welcome bonus' },
        },
      ));
});

describe('granting', () => {
  test('needs an account', () => given().when(grant(1n)).fails(AccountNotFound));
  test('keeps every decimal', () => given(opened).when(grant(1n)).then(granted('0.000000000000000001')));
  test('a total beyond 20 digits is refused', () =>
    given(opened, granted('99999999999999999999')).when(grant(ONE_EVO)).fails(BalanceTooLarge));
});

describe('claiming', () => {
  test('needs an account', () => given().when(claim).fails(AccountNotFound));
  test('takes all that is pending', () => given(opened, granted('25.5')).when(claim).then(claimed('25.5')));
  test('a second claim finds nothing', () =>
    given(opened, granted('25'), claimed('25')).when(claim).fails(NothingToClaim));
  test('takes what came since the last claim', () =>
    given(opened, granted('25'), claimed('25'), granted('0.25')).when(claim).then(claimed('0.25')));
});

test('any sequence of commands: postings add up to zero, pending is never negative, a refusal leaves no event', () => {
  const command = fc.oneof(
    fc.constant(open),
    fc.constant(claim),
    fc.bigInt({ min: 1n, max: 10n ** 38n }).map(grant),
    fc.bigInt({ min: 1n, max: 1000n * ONE_EVO }).map(grant),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      let state = account.initialState;
      const balances = new Map<string, bigint>();
      for (const next of commands) {
        const before = state;
        let events: readonly AccountEvent[];
        try {
          events = account.decide(next, state);
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(DomainError);
          expect(state).toBe(before);
          continue;
        }
        for (const event of events) {
          state = account.evolve(state, event);
          const postings = postingsOf(event, 'u');
          expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
          for (const posting of postings) {
            balances.set(posting.account, (balances.get(posting.account) ?? 0n) + posting.amount);
          }
          expect(pendingOf(state)).toBeGreaterThanOrEqual(0n);
          expect(balances.get('user:u:claimable') ?? 0n).toBe(pendingOf(state));
          expect(balances.get('user:u:claimed') ?? 0n).toBe(state.claimed);
        }
      }
      expect([...balances.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
      expect(formatEvo(-(balances.get('program:issued') ?? 0n))).toBe(formatEvo(state.granted));
    }),
  );
});
