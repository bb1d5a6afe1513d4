import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { eventSchemas } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO, parseEvo, parseSum } from '../../contracts/money.ts';
import { DomainError } from '../domain-error.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import { postingsOf } from './postings.ts';
import { pendingOf } from './state.ts';
import { claim, grant, granted, id, openAccount, opened } from './testing/account-events.ts';

/** Keeps the type of a command that an arbitrary is mapped to. */
const asCommand = (command: AccountCommand): AccountCommand => command;

const platform = fc.constantFrom('twitter', 'instagram', 'youtube');
const taskType = fc.constantFrom('follow', 'like', 'retweet', 'subscribe');
const emailHash = fc.constantFrom('a'.repeat(64), 'b'.repeat(64));

const anyCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(openAccount) },
  { weight: 3, arbitrary: fc.constant(claim) },
  { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 1000n * ONE_EVO }).map(grant) },
  fc.bigInt({ min: 1n, max: 2n * parseEvo(MAX_GRANT) }).map(grant),
  fc.constant(asCommand({ type: 'ClaimRewards', claimId: id(2), needs: 'identity' })),
  fc.constant(asCommand({ type: 'HoldClaims', holdId: id(9), reason: 'A farm' })),
  fc.constant(asCommand({ type: 'ReleaseClaims', reason: 'No farm' })),
  fc.constant<AccountCommand>({ type: 'OpenEmailAccount' }),
  fc.constantFrom('anna', 'Anna', 'ben').map((username) => asCommand({ type: 'ChangeUsername', username })),
  platform.map((name) => asCommand({ type: 'NameSocialHandle', platform: name, ...sealedHandle('anna') })),
  fc.tuple(platform, fc.constantFrom('1', '2')).map(([name, platformUserId]) =>
    asCommand({
      type: 'ConfirmSocial',
      platform: name,
      ...sealedHandle('anna'),
      platformUserId,
      method: 'demo',
      grantId: id(5),
    }),
  ),
  fc.tuple(platform, taskType).map(([name, task]) =>
    asCommand({
      type: 'ConfirmTask',
      platform: name,
      taskType: task,
      method: 'demo',
      evidence: 'demo',
      grantId: id(6),
    }),
  ),
  emailHash.map((hash) =>
    asCommand({
      type: 'SignUpEmail',
      emailHash: hash,
      sealedEmail: 'sealed',
      marketingOptIn: false,
    }),
  ),
  emailHash.map((hash) => asCommand({ type: 'VerifyEmail', emailHash: hash, grantIds: [id(7), id(8)] })),
  fc.integer({ min: 1, max: 28 }).map((day) =>
    asCommand({
      type: 'CheckIn',
      day: `2026-02-${String(day).padStart(2, '0')}`,
      grantId: id(9),
    }),
  ),
  fc.constant<AccountCommand>({ type: 'JoinWhitelist' }),
  fc.constant<AccountCommand>({ type: 'ClearBalance', reason: 'Mistake' }),
  fc.constant<AccountCommand>({ type: 'ResetRewards', resetId: id(10) }),
  fc.constant<AccountCommand>({ type: 'RestoreRewards', resetId: id(10) }),
  fc.constant<AccountCommand>({ type: 'RevokeReward', grantId: id(3), reason: 'Mistake' }),
  fc.constant<AccountCommand>({ type: 'RemoveAccount', reason: 'Removed' }),
  fc.constant<AccountCommand>({ type: 'ReinstateAccount' }),
);

/** A few grants below the highest total, which no sequence of a test comes near by itself. */
const nearlyAll = granted(formatEvo(parseEvo(MAX_ACCOUNT_TOTAL) - 1_500n * ONE_EVO));

/** Whatever came before: a reset of something that was claimed, and its way back, which chance finds rarely. */
const lastly: readonly AccountCommand[] = [
  openAccount,
  { type: 'ReinstateAccount' },
  { type: 'ReleaseClaims', reason: 'No farm' },
  grant('7'),
  claim,
  grant('5'),
  { type: 'ResetRewards', resetId: id(10) },
  { type: 'RestoreRewards', resetId: id(10) },
];

test('any sequence of commands: postings add up to zero, pending is never negative, a refusal leaves no event', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), fc.boolean(), (commands, isRich) => {
      let state = account.initialState;
      const balances = new Map<string, bigint>();
      const balance = (name: string) => balances.get(name) ?? 0n;
      const post = (event: AccountEvent) => {
        const postings = postingsOf(event, 'u');
        expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        for (const posting of postings) {
          balances.set(posting.account, balance(posting.account) + posting.amount);
        }
      };
      for (const event of isRich ? [opened, nearlyAll] : []) {
        state = account.evolve(state, event);
        post(event);
      }
      for (const command of [...commands, ...lastly]) {
        const before = state;
        let events: readonly AccountEvent[];
        try {
          events = account.decide(command, state);
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(DomainError);
          expect(state).toBe(before);
          continue;
        }
        for (const event of events) {
          expect(eventSchemas[event.type].data.safeParse(event.data).success).toBe(true);
          state = account.evolve(state, event);
          post(event);
          if (event.type === 'RewardGranted') {
            expect(parseSum(event.data.amount)).toBeLessThanOrEqual(parseEvo(MAX_GRANT));
            expect(state.granted).toBeLessThanOrEqual(parseEvo(MAX_ACCOUNT_TOTAL));
          }
          expect(pendingOf(state)).toBeGreaterThanOrEqual(0n);
          expect(balance('user:u:claimable')).toBe(pendingOf(state));
          expect(balance('user:u:claimed')).toBe(state.claimed);
        }
      }
      expect([...balances.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
      const issued = -balance('program:issued') - balance('program:revoked');
      expect(formatEvo(issued - balance('program:cleared') - balance('program:reset'))).toBe(
        formatEvo(state.granted),
      );
    }),
    { numRuns: 300 },
  );
});

test('any sequence of commands: undoing takes a grant by hand once, and never more than is left of it', () => {
  const byHand = fc.integer({ min: 11, max: 16 }).map(id);
  const ofGrants = fc.oneof(
    { weight: 2, arbitrary: anyCommand },
    fc.constantFrom(claim, asCommand({ type: 'ClearBalance', reason: 'Mistake' })),
    // What an act on all accounts takes of this one.
    fc.bigInt({ min: 0n, max: 150n * ONE_EVO }).chain((total) => {
      const share = { total, claimed: 0n };
      return fc.constantFrom(
        asCommand({ type: 'ClearBalance', reason: 'All of it', share }),
        asCommand({ type: 'ResetRewards', resetId: id(10), share }),
      );
    }),
    {
      weight: 3,
      arbitrary: fc
        .tuple(byHand, fc.bigInt({ min: 1n, max: 200n * ONE_EVO }))
        .map(([grantId, amount]) =>
          asCommand({ type: 'GrantReward', grantId, amount, source: 'admin', reason: 'x' }),
        ),
    },
    {
      weight: 3,
      arbitrary: byHand.map((grantId) => asCommand({ type: 'RevokeReward', grantId, reason: 'Undo' })),
    },
  );
  fc.assert(
    fc.property(fc.array(ofGrants, { maxLength: 60 }), (commands) => {
      let state = account.evolve(account.initialState, opened);
      // In the order in which EVO came, which is that in which it goes; by name what is left whole of a grant by hand.
      const pending: { grantId?: string | undefined; units: bigint }[] = [];
      const take = (amount: bigint) => {
        for (let due = amount; due > 0n; ) {
          const first = pending[0];
          if (!first) throw new Error('more was taken than there was');
          let taken = due;
          if (taken > first.units) taken = first.units;
          [first.units, first.grantId, due] = [first.units - taken, undefined, due - taken];
          if (first.units === 0n) pending.shift();
        }
      };
      const nameless = (grantId: string) => {
        for (const one of pending) if (one.grantId === grantId) one.grantId = undefined;
      };
      for (const command of commands) {
        let events: readonly AccountEvent[];
        try {
          events = account.decide(command, state);
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(DomainError);
          continue;
        }
        for (const { type, data } of events) {
          if (type === 'RewardsClaimed' || type === 'BalanceCleared') take(parseSum(data.amount));
          if (type === 'RewardsReset') take(parseSum(data.total) - parseSum(data.claimed));
          if (type === 'RewardsRestored')
            pending.push({ units: parseSum(data.total) - parseSum(data.claimed) });
          if (type === 'RewardGranted') {
            const { grantId, source } = data;
            if (source === 'admin') nameless(grantId);
            pending.push({ grantId: source === 'admin' ? grantId : undefined, units: parseSum(data.amount) });
          }
          if (type !== 'RewardRevoked') continue;
          const at = pending.findIndex(({ grantId }) => grantId === data.grantId);
          expect(parseSum(data.amount)).toBe(pending[at]?.units);
          pending.splice(at, 1);
        }
        state = events.reduce(account.evolve, state);
        expect(pendingOf(state)).toBe(pending.reduce((sum, { units }) => sum + units, 0n));
        const whole = pending.flatMap(({ grantId }) => (grantId === undefined ? [] : [grantId]));
        expect([...state.adminGrants].map(([grantId]) => grantId)).toEqual(whole);
      }
    }),
    { numRuns: 300 },
  );
});

/** Whatever came before: everything that pays once, and once more, which chance finds rarely. */
const oncePaying: readonly AccountCommand[] = [
  openAccount,
  {
    type: 'ConfirmSocial',
    platform: 'twitter',
    ...sealedHandle('anna'),
    platformUserId: '1',
    method: 'demo',
    grantId: id(5),
  },
  {
    type: 'ConfirmTask',
    platform: 'twitter',
    taskType: 'like',
    method: 'demo',
    evidence: 'demo',
    grantId: id(6),
  },
  { type: 'SignUpEmail', emailHash: 'a'.repeat(64), sealedEmail: 'sealed', marketingOptIn: false },
  { type: 'VerifyEmail', emailHash: 'a'.repeat(64), grantIds: [id(7), id(8)] },
  { type: 'CheckIn', day: '2026-03-01', grantId: id(9) },
];
const allTwice: readonly AccountCommand[] = [
  openAccount,
  { type: 'ReinstateAccount' },
  ...oncePaying,
  ...oncePaying,
];

test('once-only rewards are paid once in any sequence without a reset', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 80 }), (commands) => {
      let state = account.initialState;
      const paid = new Map<string, number>();
      for (const command of [...commands, ...allTwice]) {
        try {
          for (const event of account.decide(command, state)) {
            state = account.evolve(state, event);
            if (event.type !== 'RewardGranted' || event.data.source === 'admin') continue;
            const key = `${event.data.source}/${event.data.ref ?? ''}`;
            paid.set(key, (paid.get(key) ?? 0) + 1);
          }
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(DomainError);
        }
      }
      for (const [key, times] of paid) expect(times, key).toBe(1);
    }),
    { numRuns: 300 },
  );
});
