import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RewardRequestEvent } from '../../contracts/events/rewards-by-hand.ts';
import { formatEvo, ONE_EVO, parseEvo } from '../../contracts/money.ts';
import { type AdminsState, admins, NotAnAdmin } from '../admins/admins.ts';
import { givenFor } from '../testing/given.ts';
import { type ReserveReward, rewardDay } from './day.ts';
import {
  NeedsSecondAdmin,
  OwnRewardRequest,
  RequesterNoAdmin,
  RewardRequestExpired,
  RewardRequestOver,
  RewardRequestUnknown,
  SameHandRewardRequest,
} from './errors.ts';
import { handsOf } from './hands.ts';
import { type RewardRequestCommand, rewardRequest } from './request.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const wallet = (n: number) => `0x${String(n).repeat(40)}`;
const ROOT = wallet(9);

describe('what admins send alone on one day', () => {
  const limits = { reward: 10n * ONE_EVO, day: 25n * ONE_EVO };
  const reserve = (amount: string): ReserveReward => ({
    grantId: id(1),
    userId: id(2),
    amount: parseEvo(amount),
    limits,
  });
  const reserved = (amount: string) =>
    ({ type: 'RewardReserved', data: { grantId: id(1), userId: id(2), amount, limit: '25' } }) as const;
  const given = givenFor(rewardDay);

  test('one reward up to its limit', () => given().when(reserve('10')).then(reserved('10')));
  test('not the smallest part above it', () =>
    given().when(reserve('10.000000000000000001')).fails(NeedsSecondAdmin));
  test('all rewards up to the limit of the day', () =>
    given(reserved('10'), reserved('10')).when(reserve('5')).then(reserved('5')));
  test('not the smallest part above that', () =>
    given(reserved('10'), reserved('10')).when(reserve('5.000000000000000001')).fails(NeedsSecondAdmin));
  test('nothing at all where the limits are zero', () =>
    given()
      .when({ ...reserve('1'), limits: { reward: 0n, day: 0n } })
      .fails(NeedsSecondAdmin));

  test('whatever is sent, also while the limits change, a day never takes a reward beyond what was its limit then', () => {
    const evo = fc.bigInt({ min: 1n, max: 40n * ONE_EVO });
    fc.assert(
      fc.property(fc.array(fc.record({ amount: evo, reward: evo, day: evo })), (sent) => {
        let state = rewardDay.initialState;
        for (const { amount, reward, day } of sent) {
          const command = { grantId: id(1), userId: id(2), amount, limits: { reward, day } };
          let events: ReturnType<typeof rewardDay.decide> = [];
          try {
            events = rewardDay.decide(command, state);
          } catch (refusal) {
            expect(refusal).toBeInstanceOf(NeedsSecondAdmin);
          }
          const isWithin = amount <= reward && state.total + amount <= day;
          expect(events.length).toBe(isWithin ? 1 : 0);
          const before = state.total;
          state = events.reduce(rewardDay.evolve, state);
          expect(state.total).toBe(before + (isWithin ? amount : 0n));
          if (isWithin) expect(events[0]?.data.amount).toBe(formatEvo(amount));
        }
      }),
    );
  });
});

/** The rights after wallets (by number) were named by others; 9 is the super admin. */
const named = (...pairs: readonly (readonly [who: number, by: number])[]): AdminsState =>
  pairs.reduce(
    (state, [who, by]) =>
      admins.evolve(state, { type: 'AdminAdded', data: { wallet: wallet(who), addedBy: wallet(by) } }),
    admins.initialState,
  );

describe('the hand that an admin acts for', () => {
  const handIn = (state: AdminsState) => (n: number) => handsOf(state, ROOT)(wallet(n));
  test('is nobody else where the super admin has named them, nor of the super admin', () => {
    const hand = handIn(named([1, 9], [2, 9]));
    expect([1, 2, 9].map(hand)).toEqual([1, 2, 9].map(wallet));
  });
  test('is whoever named them, over any number of others, also where those are no admins any more', () => {
    expect([1, 2, 3].map(handIn(named([1, 9], [2, 1], [3, 2])))).toEqual([1, 1, 1].map(wallet));
    expect([2, 3].map(handIn(named([2, 1], [3, 1])))).toEqual([1, 1].map(wallet));
  });
  test('is one in whatever case each wallet stands', () => {
    const mixed = (letters: string) => `0x${letters.repeat(20)}`;
    const [root, anna, ben, cleo] = [mixed('fE'), mixed('aB'), mixed('bC'), mixed('cD')];
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;
    const pairs = [
      [anna, upper(root)],
      [upper(ben), anna],
      [cleo, upper(ben)],
    ] as const;
    const state = pairs.reduce(
      (rights, [who, by]) =>
        admins.evolve(rights, { type: 'AdminAdded', data: { wallet: who, addedBy: by } }),
      admins.initialState,
    );
    const handOf = handsOf(state, root);
    for (const form of [(text: string) => text, upper, (text: string) => text.toLowerCase()]) {
      expect([anna, ben, cleo].map((one) => handOf(form(one)))).toEqual(Array(3).fill(anna.toLowerCase()));
      expect(handOf(form(root))).toBe(root.toLowerCase());
    }
  });
  test('is one for all who have let each other in again', () => {
    expect([1, 2, 3].map(handIn(named([2, 1], [1, 2], [3, 2])))).toEqual([1, 1, 1].map(wallet));
    // Also of whoever they have named, wherever that one stands among them.
    expect([1, 2, 3].map(handIn(named([3, 2], [2, 3], [1, 3])))).toEqual([2, 2, 2].map(wallet));
  });
  test('is none without a right', () => expect(handIn(named([1, 9]))(2)).toBeUndefined());
});

describe('a reward that needs a second admin', () => {
  // 1 and 2 were named by the super admin, 3 by 1.
  const rights = named([1, 9], [2, 9], [3, 1]);
  const given = givenFor(rewardRequest(handsOf(rights, ROOT)));
  const at = '2026-01-01T12:00:00.000Z';
  const reward = { userId: id(2), amount: parseEvo('20000'), reason: 'Grand prize' };
  const ask = (by: number) =>
    ({ type: 'RequestReward', reward, above: 'reward', by: wallet(by), at }) satisfies RewardRequestCommand;
  const asked = (by: number, hand = by): RewardRequestEvent => ({
    type: 'RewardRequested',
    data: {
      userId: id(2),
      amount: '20000',
      reason: 'Grand prize',
      above: 'reward',
      requestedBy: wallet(by),
      namedBySuperAdmin: wallet(hand),
      expiresAt: '2026-01-08T12:00:00.000Z',
    },
  });
  const about = { userId: id(2), amount: '20000' };
  const approve = (by: number, when = at) => ({ type: 'ApproveReward', by: wallet(by), at: when }) as const;
  const approved = (by: number): RewardRequestEvent => ({
    type: 'RewardApproved',
    data: { ...about, approvedBy: wallet(by) },
  });
  const decline = (by: number) =>
    ({ type: 'DeclineReward', by: wallet(by), at, reason: 'Too much' }) as const;
  const declined = (by: number): RewardRequestEvent => ({
    type: 'RewardDeclined',
    data: { ...about, declinedBy: wallet(by), reason: 'Too much' },
  });

  test('is asked for once, by an admin', () => {
    given().when(ask(1)).then(asked(1));
    given().when(ask(3)).then(asked(3, 1));
    given(asked(1)).when(ask(1)).fails(RewardRequestOver);
    given().when(ask(7)).fails(NotAnAdmin);
  });
  test('is approved by another admin, the super admin among them', () => {
    given(asked(1)).when(approve(2)).then(approved(2));
    given(asked(1)).when(approve(9)).then(approved(9));
    given(asked(9)).when(approve(1)).then(approved(1));
  });
  test('is not approved by whoever asked, in any spelling of the wallet', () => {
    given(asked(1)).when(approve(1)).fails(OwnRewardRequest);
    const upper = rewardRequest(() => `0x${'ab'.repeat(20)}`);
    const mine = { ...asked(1), data: { ...asked(1).data, requestedBy: `0x${'AB'.repeat(20)}` } };
    // Of the same type as the event that it is made from.
    const state = upper.evolve(upper.initialState, mine as RewardRequestEvent);
    expect(() => upper.decide({ type: 'ApproveReward', by: `0x${'ab'.repeat(20)}`, at }, state)).toThrow(
      OwnRewardRequest,
    );
  });
  test('nor by somebody whom they have named, who has named them, or whom the same one has named', () => {
    given(asked(1)).when(approve(3)).fails(SameHandRewardRequest);
    given(asked(3, 1)).when(approve(1)).fails(SameHandRewardRequest);
    // Who asked was named anew by the super admin since; the request still stands on the right of then.
    const since = givenFor(rewardRequest(handsOf(named([1, 9], [2, 9], [3, 9]), ROOT)));
    since(asked(3, 1)).when(approve(1)).fails(SameHandRewardRequest);
    since(asked(3, 1)).when(approve(2)).then(approved(2));
    // And who was let in again by somebody else is that one's hand, too.
    const again = givenFor(rewardRequest(handsOf(named([1, 9], [2, 9], [3, 2]), ROOT)));
    for (const by of [1, 2]) again(asked(3, 1)).when(approve(by)).fails(SameHandRewardRequest);
  });
  test('nor by nobody, nor for somebody who is no admin any more', () => {
    given(asked(1)).when(approve(7)).fails(NotAnAdmin);
    given(asked(7)).when(approve(2)).fails(RequesterNoAdmin);
  });
  test('is decided once', () => {
    given(asked(1), approved(2)).when(approve(9)).fails(RewardRequestOver);
    given(asked(1), approved(2)).when(decline(9)).fails(RewardRequestOver);
    given(asked(1), declined(2)).when(approve(9)).fails(RewardRequestOver);
    given().when(approve(2)).fails(RewardRequestUnknown);
  });
  test('is declined by anybody with the right, and withdrawn by whoever asked', () => {
    given(asked(1)).when(decline(2)).then(declined(2));
    given(asked(1)).when(decline(1)).then(declined(1));
    given(asked(1)).when(decline(7)).fails(NotAnAdmin);
  });
  test('is approved until it expires, to the millisecond', () => {
    given(asked(1)).when(approve(2, '2026-01-08T11:59:59.999Z')).then(approved(2));
    given(asked(1)).when(approve(2, '2026-01-08T12:00:00.000Z')).fails(RewardRequestExpired);
  });
});
