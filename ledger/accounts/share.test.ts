import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { DomainError } from '../domain-error.ts';
import { account } from './account.ts';
import type { AccountCommand, Share } from './commands.ts';
import { shareOf } from './share.ts';
import { type AccountState, closedAccount, pendingOf } from './state.ts';

const id = () => crypto.randomUUID();
const opened: AccountEvent = { type: 'AccountOpened', data: { source: 'wallet', walletAddress: '0x1' } };
const start = account.evolve(closedAccount, opened);
const claim = (): AccountCommand => ({ type: 'ClaimRewards', claimId: id() });
const clear: AccountCommand = { type: 'ClearBalance', reason: 'Mistake' };
const resetAll: AccountCommand = { type: 'ResetRewards', resetId: id() };
const grant = (amount: bigint): AccountCommand => {
  return { type: 'GrantReward', grantId: id(), amount: amount * ONE_EVO, source: 'admin', reason: 'Gift' };
};

/** What comes of some commands; what the account refuses does nothing. */
function run(state: AccountState, commands: readonly AccountCommand[]) {
  const events: AccountEvent[] = [];
  let after = state;
  for (const command of commands) {
    try {
      const decided = account.decide(command, after);
      after = decided.reduce(account.evolve, after);
      events.push(...decided);
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
    }
  }
  return { state: after, events };
}

/** An account as it was when the act was asked for, as it is when its turn comes, and after it. */
function act(before: AccountCommand[], since: AccountCommand[], command: (share: Share) => AccountCommand) {
  const then = run(start, before).state;
  const { state: now, events } = run(then, since);
  const share = shareOf(then, events);
  return { then, now, share, ...run(now, [command(share)]) };
}
const reset = (share: Share): AccountCommand => ({ type: 'ResetRewards', resetId: id(), share });
const clearShare = (share: Share): AccountCommand => ({ type: 'ClearBalance', reason: 'All', share });
const figures = ({ granted, claimed }: AccountState) => ({
  granted: formatEvo(granted),
  claimed: formatEvo(claimed),
});

test.each([
  ['nothing', [], '0', '0'],
  ['a grant', [grant(7n)], '7', '0'],
  ['a claim', [claim()], '0', '0'],
  ['a claim and a grant', [claim(), grant(7n)], '7', '0'],
  ['a grant and a claim', [grant(7n), claim()], '7', '7'],
  ['a clear and a grant', [clear, grant(7n)], '7', '0'],
  ['a clear, a grant and a claim', [clear, grant(25n), claim()], '25', '25'],
  ['another reset', [resetAll], '0', '0'],
  ['another reset and a grant', [resetAll, grant(7n)], '7', '0'],
  ['a claim and another reset', [claim(), resetAll, grant(7n), claim()], '7', '7'],
  // Another reset takes what came before it, too: nothing of that is given back.
  ['a grant and another reset', [grant(7n), resetAll], '0', '0'],
  ['a grant, another reset and a grant', [grant(7n), resetAll, grant(3n)], '3', '0'],
  ['a claimed grant and another reset', [grant(7n), claim(), resetAll, grant(3n), claim()], '3', '3'],
  ['a claim, a grant and another reset', [claim(), grant(7n), resetAll, grant(3n)], '3', '0'],
])('a reset takes what stood when it was asked for; since then: %s', (_, since, granted, claimed) => {
  expect(figures(act([grant(25n)], since, reset).state)).toEqual({ granted, claimed });
});

test.each([
  ['nothing', [], '0'],
  ['a grant', [grant(7n)], '7'],
  ['a claim and a grant', [claim(), grant(7n)], '7'],
  ['a clear and a grant', [clear, grant(7n)], '7'],
  ['a grant and a claim', [grant(7n), claim()], '0'],
])('a clear leaves what was earned since; since then: %s', (_, since, left) => {
  expect(formatEvo(pendingOf(act([grant(25n)], since, clearShare).state))).toBe(left);
});

test('a grant since that was taken back since takes nothing of what stood before', () => {
  const gift = grant(25n);
  const revoke: AccountCommand = {
    type: 'RevokeReward',
    grantId: gift.type === 'GrantReward' ? gift.grantId : '',
    reason: 'Mistake',
  };
  expect(figures(act([grant(25n)], [gift, revoke], reset).state)).toEqual({ granted: '0', claimed: '0' });
  // One that was there before is not there any more.
  expect(figures(act([gift, grant(1n)], [revoke, grant(3n)], reset).state)).toEqual({
    granted: '3',
    claimed: '0',
  });
});

const step = fc.oneof(
  fc.bigInt({ min: 1n, max: 9n }).map(grant),
  fc.constant(null).map(claim),
  fc.constant(clear),
  fc.record({ type: fc.constant('ResetRewards' as const), resetId: fc.uuid() }),
);

test('whatever happens between request and act: 0 <= claimed <= granted, and what is taken is given back whole', () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, since, isReset) => {
      const resetId = id();
      const done = act(before, since, (share) =>
        isReset ? { type: 'ResetRewards', resetId, share } : clearShare(share),
      );
      const { granted, claimed } = done.state;
      expect(0n <= claimed && claimed <= granted).toBe(true);
      // What was granted since and neither claimed nor cleared is a part of what is left.
      expect(pendingOf(done.state) <= pendingOf(done.now)).toBe(true);
      if (!isReset || done.events.length === 0) return;
      const restored = run(done.state, [grant(2n), { type: 'RestoreRewards', resetId }]).state;
      expect(restored.granted - 2n * ONE_EVO).toBe(done.now.granted);
      expect(restored.claimed).toBe(done.now.claimed);
    }),
    { numRuns: 500 },
  );
});

test('a share that says anything at all leaves no more claimed than granted', () => {
  const amount = fc.bigInt({ min: 0n, max: 30n * ONE_EVO });
  fc.assert(
    fc.property(fc.array(step), amount, amount, (before, a, b) => {
      const { state } = run(start, before);
      const [claimedThen, total] = a < b ? [a, b] : [b, a];
      const share = { total, claimed: claimedThen };
      const { granted, claimed } = run(state, [reset(share)]).state;
      expect(0n <= claimed && claimed <= granted).toBe(true);
    }),
    { numRuns: 500 },
  );
});

/** By brute force: every unit knows whether it stood at the request. */
test('what stays is exactly what was earned since', () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), (before, since) => {
      const { then, now, state } = act(before, since, reset);
      let old = { pending: pendingOf(then), claimed: then.claimed };
      let young = { pending: 0n, claimed: 0n };
      let seen = then;
      for (const command of since) {
        const next = run(seen, [command]).state;
        if (command.type === 'GrantReward') young = { ...young, pending: young.pending + command.amount };
        if (command.type === 'ClearBalance') {
          old = { ...old, pending: 0n };
          young = { ...young, pending: 0n };
        }
        if (command.type === 'ClaimRewards') {
          old = { pending: 0n, claimed: old.claimed + old.pending };
          young = { pending: 0n, claimed: young.claimed + young.pending };
        }
        if (command.type === 'ResetRewards') return;
        seen = next;
      }
      expect(now).toEqual(seen);
      expect(state.granted - state.claimed).toBe(young.pending);
      expect(state.claimed).toBe(young.claimed);
    }),
    { numRuns: 500 },
  );
});
