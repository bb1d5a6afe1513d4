import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { validation } from '../../contracts/messages.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { openAccount } from '../accounts/open-account.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import type { CommandContext } from '../command-context.ts';
import { IdempotencyKeyReused, LedgerUnavailable } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { approveReward, declineReward } from './decide-request.ts';
import { rewardRequests } from './pay-approved.ts';
import { sendReward } from './send-reward.ts';

const [ANNA, BEN] = [newWallet(), newWallet()];
const hands = async () => (wallet: string) => wallet;
const authorize = async () => undefined;
const dismissals = { isDismissed: async () => false, hold: authorize };
/** A new account has 100 EVO of its welcome. */
const limits = { reward: 10n * ONE_EVO, day: 12n * ONE_EVO, account: 150n * ONE_EVO };
const occurredAt = '2026-03-01T12:00:00.000Z';

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
});

const admin = (wallet: string, more: Partial<CommandContext> = {}) =>
  testContext({ actor: { kind: 'admin', wallet }, occurredAt, ...more });
type Reward = Parameters<typeof sendReward>[1];
const send = (evo: bigint, more: Partial<Reward> = {}, context = admin(ANNA)) =>
  sendReward(
    handler,
    {
      ...{ userId, amount: evo * ONE_EVO, reason: 'Prize', by: ANNA },
      ...{ limits, hands, dryRun: false, authorize, ...more },
    },
    context,
  );
const decision = (requestId: string, by = BEN) => ({ requestId, by, hands, authorize });
const approve = (requestId: string, more: object = {}, context = admin(BEN)) =>
  approveReward(
    handler,
    { ...decision(requestId), dryRun: false, most: limits.account, dismissals, ...more },
    context,
  );
const decline = (requestId: string, more: object = {}, context = admin(BEN)) =>
  declineReward(handler, { ...decision(requestId), reason: 'Too much', ...more }, context);
/** Of a reward that one admin may not send alone. */
async function asked(evo = 11n): Promise<string> {
  const context = admin(ANNA);
  expect((await send(evo, {}, context)).above).toBe('reward');
  return context.commandId;
}
const account = () => ledger.read(streamOf('account', userId));
const request = (requestId: string) => ledger.read(streamOf('reward-request', requestId));
const all = async () => (await ledger.readAll()).length;

describe('a reward that an admin sends alone', () => {
  test('is taken from the day and granted, once for a key, and says what the account had and has', async () => {
    const context = admin(ANNA);
    const sent = await send(10n, {}, context);
    expect(sent).toMatchObject({ above: undefined, replayed: false });
    expect([sent.before.granted, sent.after.granted].map(formatEvo)).toEqual(['100', '110']);
    const [, , grant, ...more] = await account();
    expect(more).toEqual([]);
    const { commandId } = context;
    expect(grant).toMatchObject({
      type: 'RewardGranted',
      data: { grantId: commandId, amount: '10', source: 'admin', reason: 'Prize' },
      position: sent.position,
    });
    const [day] = await ledger.read('rewards-by-hand-2026-03-01');
    expect(day?.data).toEqual({ grantId: commandId, userId, amount: '10', limit: '12' });
    const input = { userId, amount: '10', reason: 'Prize' };
    expect([grant, day].map((event) => event?.metadata.inputHash)).toEqual([
      hashInput({ operation: 'grant-reward', ...input }),
      hashInput({ operation: 'reserve-reward', ...input }),
    ]);
    const written = await all();
    handler = createCommandHandler(ledger.store);
    expect(await send(10n, {}, context)).toMatchObject({ above: undefined, replayed: true });
    await expect(send(9n, {}, context)).rejects.toThrow(IdempotencyKeyReused);
    expect(await all()).toBe(written);
  });

  test('that waits for a second admin still waits when it is sent again where limits are higher', async () => {
    const context = admin(ANNA);
    expect((await send(11n, {}, context)).above).toBe('reward');
    const written = await all();
    const higher = { limits: { ...limits, reward: 100n * ONE_EVO, day: 100n * ONE_EVO } };
    expect(await send(11n, higher, context)).toMatchObject({ above: 'reward', replayed: true });
    expect(await all()).toBe(written);
    expect((await account()).length).toBe(2);
  });

  test('is taken from the day on which it was sent, also when it is told again on another', async () => {
    const context = admin(ANNA);
    await send(5n, {}, context);
    const later = { ...context, occurredAt: '2026-03-02T09:00:00.000Z', firstSentAt: occurredAt };
    expect((await send(5n, {}, later)).replayed).toBe(true);
    expect(await ledger.read('rewards-by-hand-2026-03-02')).toEqual([]);
  });

  test('whose place on the day is not certain is neither sent nor asked for', async () => {
    const { store, timing } = dyingAfter(0, ledger.store);
    const context = admin(ANNA);
    const reward = {
      userId,
      amount: ONE_EVO,
      reason: 'Prize',
      by: ANNA,
      limits,
      hands,
      dryRun: false,
      authorize,
    };
    await expect(sendReward(createCommandHandler(store, { timing }), reward, context)).rejects.toBeInstanceOf(
      LedgerUnavailable,
    );
    expect(await request(context.commandId)).toEqual([]);
    expect(await account()).toHaveLength(2);
  });

  test('is only foreseen by a dry run, with what it would become', async () => {
    const before = await all();
    const small = await send(10n, { dryRun: true });
    expect(small.above).toBeUndefined();
    expect(formatEvo(small.after.granted)).toBe('110');
    const large = await send(11n, { dryRun: true });
    expect(large.above).toBe('reward');
    expect([large.before.granted, large.after.granted].map(formatEvo)).toEqual(['100', '100']);
    expect(await all()).toBe(before);
    await send(10n);
    expect((await send(3n, { dryRun: true })).above).toBe('day');
  });

  test('is not sent to whom it would take beyond the limit of an account, whoever agrees', async () => {
    const before = await all();
    await expect(send(51n)).rejects.toMatchObject({
      code: 'AccountFullByHand',
      kind: 'invalid',
      message: validation.accountFullByHand(limits.account),
    });
    expect(await all()).toBe(before);
    expect((await send(50n)).above).toBe('reward');
  });

  test('is refused to whom the right is refused, and to no account', async () => {
    const before = await all();
    const refusal = new Error('no right');
    await expect(send(1n, { authorize: () => Promise.reject(refusal) })).rejects.toThrow(refusal);
    await expect(send(1n, { userId: randomUUID() })).rejects.toMatchObject({ code: 'AccountNotFound' });
    expect(await all()).toBe(before);
  });
});

describe('a reward that waits for a second admin', () => {
  test('changes nothing at the account, and is the same reward for its key', async () => {
    const context = admin(ANNA);
    const first = await send(11n, {}, context);
    expect(first).toMatchObject({ above: 'reward', replayed: false });
    expect(first.after.granted).toBe(first.before.granted);
    const [event] = await request(context.commandId);
    expect(first.position).toEqual(event?.position);
    expect(event?.metadata.inputHash).toBe(
      hashInput({ operation: 'grant-reward', userId, amount: '11', reason: 'Prize' }),
    );
    const again = await send(11n, {}, context);
    expect(again).toMatchObject({ above: 'reward', replayed: true, position: first.position });
    expect(formatEvo(again.before.granted)).toBe('100');
    await expect(send(12n, {}, context)).rejects.toThrow(IdempotencyKeyReused);
    expect(await account()).toHaveLength(2);
    expect(await request(context.commandId)).toHaveLength(1);
  });

  test('stays one for its key, whatever the limits are by then', async () => {
    const context = admin(ANNA);
    await send(11n, {}, context);
    const wide = { ...limits, reward: 100n * ONE_EVO, day: 100n * ONE_EVO };
    expect(await send(11n, { limits: wide }, context)).toMatchObject({ above: 'reward', replayed: true });
    expect(await account()).toHaveLength(2);
  });

  test('says for which limit it waits, also when it is asked for again', async () => {
    await send(10n);
    const context = admin(ANNA);
    expect((await send(3n, {}, context)).above).toBe('day');
    expect((await send(3n, {}, context)).above).toBe('day');
  });

  test('is approved and granted in the name of both, and told again for the key', async () => {
    const requestId = await asked();
    const context = admin(BEN);
    const approved = await approve(requestId, {}, context);
    expect(approved).toMatchObject({
      reward: { userId, amount: 11n * ONE_EVO, reason: 'Prize' },
      replayed: false,
    });
    expect([approved.before.granted, approved.after.granted].map(formatEvo)).toEqual(['100', '111']);
    const grant = (await account()).at(-1);
    expect(grant).toMatchObject({
      type: 'RewardGranted',
      data: {
        ...{ grantId: requestId, amount: '11', source: 'admin', reason: 'Prize' },
        ref: `request:${requestId}`,
      },
      metadata: { commandId: requestId, actor: { kind: 'system', wallet: BEN } },
      position: approved.position,
    });
    const approval = (await request(requestId)).at(-1);
    expect(approval).toMatchObject({ type: 'RewardApproved', data: { approvedBy: BEN } });
    expect(approval?.metadata.inputHash).toBe(hashInput({ operation: 'approve-reward', requestId }));
    expect((await approve(requestId, {}, context)).replayed).toBe(true);
    await expect(approve(requestId)).rejects.toMatchObject({ code: 'RewardRequestOver' });
    await expect(decline(requestId)).rejects.toMatchObject({ code: 'RewardRequestOver' });
    expect(await account()).toHaveLength(3);
  });

  test('is only foreseen by a dry run of the approval', async () => {
    const requestId = await asked();
    const before = await all();
    const { reward, after, replayed } = await approve(requestId, { dryRun: true });
    expect({ reward: formatEvo(reward.amount), after: formatEvo(after.granted), replayed }).toEqual({
      ...{ reward: '11', after: '111', replayed: false },
    });
    expect(await all()).toBe(before);
  });

  test('is approved for nobody who was removed or is full meanwhile, and waits on', async () => {
    const requestId = await asked();
    const before = await all();
    await expect(approve(requestId, { most: 110n * ONE_EVO })).rejects.toMatchObject({
      code: 'AccountFullByHand',
    });
    expect(await all()).toBe(before);
    const act = { userId, reason: 'Abuse', dryRun: false, authorize };
    await removeAccount(handler, act, testContext());
    await expect(approve(requestId)).rejects.toMatchObject({ code: 'AccountIsRemoved' });
    expect(await request(requestId)).toHaveLength(1);
  });

  test('is approved or declined by nobody without a right, and by nobody where nothing was asked for', async () => {
    const requestId = await asked();
    const before = await all();
    const refusal = new Error('no right');
    const none = { authorize: () => Promise.reject(refusal) };
    await expect(approve(requestId, none)).rejects.toThrow(refusal);
    await expect(decline(requestId, none)).rejects.toThrow(refusal);
    await expect(approve(randomUUID())).rejects.toMatchObject({
      code: 'RewardRequestUnknown',
      kind: 'not_found',
    });
    await expect(decline(randomUUID())).rejects.toMatchObject({ code: 'RewardRequestUnknown' });
    expect(await all()).toBe(before);
  });

  test('is decided by the hands that stand while the right is held, which is given back', async () => {
    const requestId = await asked();
    let gone: string | undefined;
    let open = 0;
    const rights = (loses: string) => ({
      async hands() {
        const seen = gone;
        return (wallet: string) => (wallet === seen ? undefined : wallet);
      },
      // The removal lands right before the right is had.
      async authorize() {
        gone = loses;
        open += 1;
        return {
          async [Symbol.asyncDispose]() {
            open -= 1;
          },
        };
      },
    });
    await expect(approve(requestId, rights(ANNA))).rejects.toMatchObject({ code: 'RequesterNoAdmin' });
    gone = undefined;
    await expect(decline(requestId, rights(BEN))).rejects.toMatchObject({ code: 'NotAnAdmin' });
    const silent = { ...rights(ANNA), hands: () => Promise.reject(new LedgerUnavailable()) };
    await expect(approve(requestId, silent)).rejects.toBeInstanceOf(LedgerUnavailable);
    await handler.settled();
    expect(open).toBe(0);
    expect(await request(requestId)).toHaveLength(1);
  });

  test('is not approved where another one filled the account since the first look', async () => {
    const [first, second] = [await asked(30n), await asked(30n)];
    let isFilled = false;
    const meanwhile = async () => {
      if (!isFilled) await approve(second);
      isFilled = true;
      return undefined;
    };
    const before = await account();
    await expect(approve(first, { authorize: meanwhile })).rejects.toMatchObject({
      code: 'AccountFullByHand',
    });
    expect(await request(first)).toHaveLength(1);
    expect(await account()).toHaveLength(before.length + 1);
  });

  /** Approves; `meanwhile` happens when the approval stands and nothing is granted yet. */
  async function approveAnd(meanwhile: () => Promise<unknown>, requestId: string, context: CommandContext) {
    const sound = handler;
    let isFirst = true;
    handler = createCommandHandler({
      ...ledger.store,
      async append(...call) {
        const outcome = await ledger.store.append(...call);
        if (isFirst && call[0] === streamOf('reward-request', requestId)) {
          [isFirst, handler] = [false, sound];
          await meanwhile();
        }
        return outcome;
      },
    });
    return approve(requestId, {}, context);
  }
  const grantOf = (requestId: string) => async () =>
    (await account()).filter(({ data }) => Reflect.get(data, 'grantId') === requestId).length;

  test('whose account another one fills before the grant is said to be approved and not paid, also when it is sent again, and is paid once there is room', async () => {
    const [first, second] = [await asked(30n), await asked(30n)];
    const context = admin(BEN);
    const approved = await approveAnd(() => approve(second), first, context);
    const granted = grantOf(first);
    expect(approved).toMatchObject({ refusal: { code: 'AccountFullByHand' }, replayed: false });
    expect([approved.before.granted, approved.after.granted].map(formatEvo)).toEqual(['130', '130']);
    const approval = (await request(first)).at(-1);
    expect(approval?.type).toBe('RewardApproved');
    expect(approved.position).toEqual(approval?.position);
    expect(await granted()).toBe(0);
    expect(await approve(first, {}, context)).toMatchObject({
      refusal: { code: 'AccountFullByHand' },
      replayed: true,
    });
    await expect(decline(first)).rejects.toMatchObject({ code: 'RewardRequestOver' });

    const { handle } = rewardRequests(handler, { most: 160n * ONE_EVO, dismissals });
    await handle(approval!);
    await handle(approval!);
    expect(await granted()).toBe(1);
    expect(await approve(first, {}, context)).toMatchObject({ refusal: undefined, replayed: true });
    expect(await granted()).toBe(1);
  });

  test('that an admin has dismissed since is granted to nobody who approves once more, however much room there is; one that was granted before is told as granted', async () => {
    const [first, second] = [await asked(30n), await asked(30n)];
    const [context, other] = [admin(BEN), admin(BEN)];
    await approveAnd(() => approve(second, {}, other), first, context);
    const asks: string[] = [];
    const isDismissed = async (approvalId: string) => {
      asks.push(approvalId);
      return true;
    };
    const roomy = { most: 1_000n * ONE_EVO, dismissals: { ...dismissals, isDismissed } };
    const before = await all();
    for (let sending = 0; sending < 2; sending += 1) {
      const again = await approve(first, roomy, context);
      expect(again).toMatchObject({ refusal: { code: 'RewardDismissed' }, replayed: true });
      expect([again.before.granted, again.after.granted].map(formatEvo)).toEqual(['130', '130']);
    }
    expect(new Set(asks)).toEqual(new Set([(await request(first)).at(-1)?.id]));
    expect(await approve(second, roomy, other)).toMatchObject({ refusal: undefined, replayed: true });
    expect(await all()).toBe(before);
  });

  test('that an admin dismisses while the program tries to grant it once more is granted no more', async () => {
    const [requestId, other] = [await asked(30n), await asked(30n)];
    await approveAnd(() => approve(other), requestId, admin(BEN));
    const approval = (await request(requestId)).at(-1);
    let dismissed = false;
    let tries = 0;
    // Between the look at the account and the append another one comes to it, and the admin decides.
    const racing = createCommandHandler({
      ...ledger.store,
      async append(...call) {
        if (call[0] === streamOf('account', userId) && tries++ === 0) {
          dismissed = true;
          return { kind: 'conflict' };
        }
        return ledger.store.append(...call);
      },
    });
    const seen = { ...dismissals, isDismissed: async () => dismissed };
    const process = rewardRequests(racing, { most: 1_000n * ONE_EVO, dismissals: seen });
    await expect(process.handle(approval!)).rejects.toMatchObject({ code: 'RewardDismissed' });
    expect(tries).toBe(1);
    expect(await grantOf(requestId)()).toBe(0);
  });

  test('is granted to nobody where it cannot be known whether it was dismissed', async () => {
    const requestId = await asked();
    const silent = {
      dismissals: { ...dismissals, isDismissed: () => Promise.reject(new LedgerUnavailable()) },
    };
    await expect(approve(requestId, silent)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await grantOf(requestId)()).toBe(0);
  });

  test('whose account is removed before the grant is said to be approved and not paid', async () => {
    const requestId = await asked();
    const act = { userId, reason: 'Abuse', dryRun: false, authorize };
    const approved = await approveAnd(() => removeAccount(handler, act, admin(ANNA)), requestId, admin(BEN));
    expect(approved.refusal).toMatchObject({ code: 'AccountIsRemoved' });
    expect(await grantOf(requestId)()).toBe(0);
  });

  test('is declined with a reason, once for a key, and then never granted', async () => {
    const requestId = await asked();
    const context = admin(BEN);
    await decline(requestId, {}, context);
    const declined = (await request(requestId)).at(-1);
    expect(declined).toMatchObject({
      type: 'RewardDeclined',
      data: { userId, amount: '11', declinedBy: BEN, reason: 'Too much' },
    });
    expect(declined?.metadata.inputHash).toBe(
      hashInput({ operation: 'decline-reward', requestId, reason: 'Too much' }),
    );
    expect((await decline(requestId, {}, context)).replayed).toBe(true);
    await expect(decline(requestId, { reason: 'Other' }, context)).rejects.toThrow(IdempotencyKeyReused);
    await expect(approve(requestId)).rejects.toMatchObject({ code: 'RewardRequestOver' });
    expect(await account()).toHaveLength(2);
  });

  test('is withdrawn by whoever asked', async () => {
    const requestId = await asked();
    await decline(requestId, { by: ANNA }, admin(ANNA));
    expect((await request(requestId)).at(-1)?.data).toMatchObject({ declinedBy: ANNA });
  });

  test('is too late after a week', async () => {
    const requestId = await asked();
    const late = admin(BEN, { occurredAt: '2026-03-08T12:00:00.000Z' });
    await expect(approve(requestId, {}, late)).rejects.toMatchObject({ code: 'RewardRequestExpired' });
    const inTime = admin(BEN, { occurredAt: '2026-03-08T11:59:59.999Z' });
    expect((await approve(requestId, {}, inTime)).replayed).toBe(false);
  });
});

describe('the process that grants what was approved', () => {
  test('is told of approvals alone, each request by itself', async () => {
    const requestId = await asked();
    await approve(requestId);
    const { laneOf, name } = rewardRequests(handler, { most: limits.account, dismissals });
    const lanes = (await ledger.readAll()).map((event) => laneOf(event));
    expect(name).toBe('reward-requests');
    expect(lanes.filter((lane) => lane !== undefined)).toEqual([streamOf('reward-request', requestId)]);
  });

  test('does nothing about what is no approval', async () => {
    const requestId = await asked();
    const before = await all();
    const { handle } = rewardRequests(handler, { most: limits.account, dismissals });
    for (const event of await ledger.readAll()) await handle(event);
    expect(await request(requestId)).toHaveLength(1);
    expect(await all()).toBe(before);
  });

  test('asks again where the node that it asks does not have the request yet', async () => {
    const requestId = await asked();
    await approve(requestId);
    const approval = (await request(requestId)).at(-1);
    const behind = createCommandHandler(startMemoryLedger().store);
    await expect(
      rewardRequests(behind, { most: limits.account, dismissals }).handle(approval!),
    ).rejects.toBeInstanceOf(LedgerUnavailable);
  });

  test('asks again where that node does not have the account yet, and so does who approves', async () => {
    const requestId = await asked();
    const { store } = ledger;
    const behind = createCommandHandler({
      ...store,
      readPage: async (...call) => (call[0] === streamOf('account', userId) ? [] : store.readPage(...call)),
    });
    const sound = handler;
    handler = behind;
    await expect(approve(requestId)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await request(requestId)).toHaveLength(1);
    handler = sound;
    await approve(requestId);
    const approval = (await request(requestId)).at(-1);
    await expect(
      rewardRequests(behind, { most: limits.account, dismissals }).handle(approval!),
    ).rejects.toBeInstanceOf(LedgerUnavailable);
  });
});
