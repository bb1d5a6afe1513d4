import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions } from '../../contracts/ledger-position.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { openAccount } from '../accounts/open-account.ts';
import { readAccount } from '../accounts/read-account.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import { hashInput, type StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { EVERYWHERE } from '../moved-ledger.ts';
import { appendAsItWas } from '../testing/append-as-it-was.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { Process } from './process.ts';
import { type FriendMailboxes, referralRewards } from './referral-rewards.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
let anna: string;
let ben: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  anna = await newUser();
  ben = await newUser(anna);
});

async function newUser(referrerId?: string): Promise<string> {
  const wallet = { walletAddress: newWallet(), ...(referrerId !== undefined && { referrerId }) };
  return (await openAccount(handler, wallet, testContext())).userId;
}
const tell = (userId: string, command: AccountCommand) =>
  handler.handle({
    ...testContext({ occurredAt: '2026-01-07T10:00:00.000Z' }),
    stream: streamOf('account', userId),
    decider: account,
    command,
    input: { id: randomUUID() },
  });
const connect = (userId = ben) =>
  tell(userId, {
    ...{ type: 'ConfirmSocial', platform: 'instagram', ...sealedHandle('ben') },
    ...{ platformUserId: randomUUID(), method: 'oauth', grantId: randomUUID() },
  });
const checkIn = (userId = ben) => tell(userId, { type: 'CheckIn', day: '2026-01-07', grantId: randomUUID() });
async function verifyEmail(userId = ben): Promise<void> {
  const emailHash = 'a'.repeat(64);
  const { erasures: sealedAfter } = await readAccount(handler, userId);
  await tell(userId, {
    ...{ type: 'SignUpEmail', emailHash, sealedEmail: 'sealed', sealedAfter, marketingOptIn: false },
  });
  await tell(userId, { type: 'VerifyEmail', emailHash, grantIds: [randomUUID(), randomUUID()] });
}

/** Tells a process all that is in the ledger, once. */
async function run(process: Process = referralRewards(ledger.store, handler)): Promise<void> {
  for (const event of await ledger.readAll()) {
    if ((await process.laneOf(event)) !== undefined) await process.handle(event);
  }
}
const paidTo = async (userId: string) =>
  ((await ledger.read(streamOf('account', userId))) as unknown as StoredEvent<AccountEvent>[]).flatMap(
    (event) => (event.type === 'RewardGranted' && event.data.source.startsWith('referral') ? [event] : []),
  );
const isEmailVerified = ({ type }: StoredEvent) => type === 'EmailVerified';
const sources = async (userId: string) => (await paidTo(userId)).map(({ data }) => data.source);

test('each payment says what it is for, and names the event that made it', async () => {
  await connect();
  await run();
  const [connected, granted] = (await ledger.read(streamOf('account', ben))).slice(2);
  const [welcomed] = await paidTo(ben);
  const [reward, weekly, commission] = await paidTo(anna);
  expect(welcomed?.data).toMatchObject({
    ...{ amount: '100', source: 'referral_friend', reason: 'Referral bonus for a friend', ref: anna },
  });
  expect(reward?.data).toMatchObject({
    ...{ amount: '200', source: 'referral', reason: 'Successful referral', ref: ben },
  });
  expect(weekly?.data).toMatchObject({
    ...{
      amount: '50',
      source: 'referral_weekly',
      reason: 'Active referrals, week 2026-W02',
      ref: '2026-W02',
    },
  });
  expect(commission?.data).toMatchObject({
    ...{
      amount: '7.5',
      source: 'referral_commission',
      reason: 'Referral commission, 10 %',
      ref: granted?.id,
    },
  });
  for (const [payment, key, process, cause] of [
    [welcomed, `referral_friend/${ben}`, 'referral-friend', connected],
    [reward, `referral/${ben}`, 'referral-rewards', connected],
    [weekly, `referral_weekly/${anna}/2026-W02`, 'referral-rewards', connected],
    [commission, `referral_commission/${granted?.id}`, 'referral-rewards', granted],
  ] as const) {
    const position = `C:${cause?.position.commit}/P:${cause?.position.prepare}`;
    expect(payment?.metadata, key).toMatchObject({
      inputHash: hashInput({ operation: 'pay-referral', key }),
      actor: { kind: 'system' },
      cause: { process, position },
      occurredAt: cause?.metadata.occurredAt,
      correlationId: cause?.metadata.correlationId,
      commandId: payment?.data.grantId,
    });
  }
});

describe('who was referred', () => {
  test('and only checks in pays nobody but the share of it', async () => {
    await checkIn();
    await run();
    expect(await sources(anna)).toEqual(['referral_commission']);
    expect(await sources(ben)).toEqual([]);
  });

  test('and checks in after a confirmed act makes its week an active one, once', async () => {
    await connect();
    await checkIn();
    await run();
    await run();
    expect((await sources(anna)).filter((source) => source === 'referral_weekly')).toHaveLength(1);
  });

  test('and proves a mailbox again, after an erasure, is paid for once, whoever leads the process then', async () => {
    await verifyEmail();
    await run();
    await tell(ben, { type: 'ErasePersonalData' });
    await verifyEmail();
    for (let leaders = 0; leaders < 2; leaders += 1) await run();
    // One that has seen nothing but the second proof.
    const [second] = (await ledger.read(streamOf('account', ben))).filter(isEmailVerified).slice(-1);
    if (second) await referralRewards(ledger.store, handler).handle(second);
    expect(await sources(ben)).toEqual(['referral_friend']);
    expect((await sources(anna)).filter((source) => source === 'referral')).toHaveLength(1);
  });

  test('by nobody is followed by nobody', async () => {
    const alone = await newUser();
    await connect(alone);
    const process = referralRewards(ledger.store, handler);
    for (const event of await ledger.read(streamOf('account', alone))) {
      expect(await process.laneOf(event)).toBeUndefined();
      await process.handle(event);
    }
    expect(await sources(alone)).toEqual([]);
  });

  test('has its referrer for a lane, in what may be paid for alone', async () => {
    await connect();
    const { laneOf } = referralRewards(ledger.store, handler);
    const lanes: [string, string | undefined][] = [];
    for (const event of await ledger.readAll()) lanes.push([event.type, await laneOf(event)]);
    expect(lanes.filter(([, lane]) => lane !== undefined)).toEqual([
      ['SocialConnected', anna],
      ['RewardGranted', anna],
    ]);
  });
});

describe('an account that cannot be paid', () => {
  const fill = (userId: string) =>
    appendAsItWas(ledger.store, userId, [
      {
        type: 'RewardGranted',
        data: { grantId: randomUUID(), amount: MAX_ACCOUNT_TOTAL, source: 'admin', reason: 'Long ago' },
      },
    ]);

  test('as a referrer is passed over, and the friend has the bonus', async () => {
    await fill(anna);
    handler = createCommandHandler(ledger.store);
    await connect();
    await run();
    expect(await sources(anna)).toEqual([]);
    expect(await sources(ben)).toEqual(['referral_friend']);
  });

  test('as a friend keeps the reward of the referral away, and not the share', async () => {
    await connect();
    await tell(ben, { type: 'RemoveAccount', reason: 'Abuse' });
    await run();
    expect(await sources(ben)).toEqual([]);
    expect(await sources(anna)).not.toContain('referral');
    expect(await sources(anna)).toContain('referral_commission');
  });

  test('because it was removed is paid for the same week once it is let in again and a friend does more', async () => {
    const process = referralRewards(ledger.store, handler);
    await connect();
    await tell(anna, { type: 'RemoveAccount', reason: 'Abuse' });
    await run(process);
    expect(await sources(anna)).toEqual([]);
    await tell(anna, { type: 'ReinstateAccount' });
    const { length } = await ledger.readAll();
    await checkIn();
    for (const event of (await ledger.readAll()).slice(length)) {
      if ((await process.laneOf(event)) !== undefined) await process.handle(event);
    }
    expect((await sources(anna)).toSorted()).toEqual(['referral_commission', 'referral_weekly']);
  });

  test.each(['as ever', 'as one that was restored from a copy'])(
    'is passed over for good, also when all is told again once it can be paid: %s',
    async (place) => {
      const cleo = await newUser(anna);
      const dora = await newUser();
      const emil = await newUser(dora);
      await connect();
      await connect(emil);
      await tell(anna, { type: 'RemoveAccount', reason: 'Abuse' });
      await tell(emil, { type: 'RemoveAccount', reason: 'Abuse' });
      await fill(dora);
      handler = createCommandHandler(ledger.store);
      await run();
      const all = async () => (await Promise.all([anna, ben, dora, emil].map(sources))).flat();
      expect(await all()).toEqual(['referral_friend']);

      for (const userId of [anna, emil]) await tell(userId, { type: 'ReinstateAccount' });
      await tell(dora, { type: 'ResetRewards', resetId: randomUUID() });
      const { length } = await ledger.readAll();
      // What is paid for since says nothing of what was passed over before.
      await checkIn(cleo);
      const since = (await ledger.readAll()).slice(length);
      const { handle, laneOf } = referralRewards(ledger.store, handler);
      for (const event of since) if ((await laneOf(event)) !== undefined) await handle(event);
      expect(await all()).toEqual(['referral_commission', 'referral_friend']);

      const movedUntil = () => (place === 'as ever' ? undefined : EVERYWHERE);
      await run(referralRewards(ledger.store, createCommandHandler(ledger.store, { movedUntil })));
      expect(await all()).toEqual(['referral_commission', 'referral_friend']);
    },
  );

  test('only for a moment before it acts is paid', async () => {
    await tell(anna, { type: 'RemoveAccount', reason: 'Abuse' });
    await tell(anna, { type: 'ReinstateAccount' });
    await fill(anna);
    handler = createCommandHandler(ledger.store);
    await tell(anna, { type: 'ResetRewards', resetId: randomUUID() });
    await connect();
    await checkIn();
    await run();
    expect((await sources(anna)).toSorted()).toEqual([
      ...['referral', 'referral_commission', 'referral_commission', 'referral_weekly'],
    ]);
  });

  test('because the node that is asked does not have it yet is asked again', async () => {
    await connect();
    const events = await ledger.read(streamOf('account', ben));
    const behind = createCommandHandler({
      ...ledger.store,
      readPage: async (...call) =>
        call[0] === streamOf('account', anna) ? [] : ledger.store.readPage(...call),
    });
    const { handle } = referralRewards(ledger.store, behind);
    await expect(handle(events.at(-1)!)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await sources(anna)).toEqual([]);
  });

  test('because the node that is asked does not know yet that it was let in again is asked again', async () => {
    await tell(anna, { type: 'RemoveAccount', reason: 'Abuse' });
    const removedAt = (await ledger.store.head())!;
    await tell(anna, { type: 'ReinstateAccount' });
    await connect();
    let isBehind = true;
    const store: EventStore = {
      ...ledger.store,
      readPage: async (...call) =>
        (await ledger.store.readPage(...call)).filter(
          ({ position }) => !isBehind || comparePositions(position, removedAt) <= 0,
        ),
    };
    // The second telling has to be done in it, on a machine that does other work, too.
    const patience = { timeLimit: 2_000, attemptLimit: 1_000 };
    const process = referralRewards(store, createCommandHandler(store, patience));
    // What it was told came from another node, and nothing of that is asked for again.
    const events = await ledger.readAll();
    for (const event of events) await process.laneOf(event);
    const shared = events.at(-1)!;
    await expect(process.handle(shared)).rejects.toBeInstanceOf(LedgerUnavailable);
    isBehind = false;
    await process.handle(shared);
    expect(await sources(anna)).toEqual(['referral_commission']);
  });
});

describe('a friend who proves nothing but a mailbox', () => {
  const answering = (isPaid: boolean) => {
    const asked: unknown[] = [];
    const mailboxes: FriendMailboxes = {
      isPaidFor: async (friend) => {
        asked.push(friend);
        return isPaid;
      },
    };
    return { asked, mailboxes };
  };

  test.each([true, false])('of a domain that is paid for: %s', async (isPaid) => {
    await verifyEmail();
    const { asked, mailboxes } = answering(isPaid);
    await run(referralRewards(ledger.store, handler, mailboxes));
    const emailHash = 'a'.repeat(64);
    expect(asked).toEqual([{ friendId: ben, referrerId: anna, day: '2026-01-07', emailHash }]);
    expect(await sources(ben)).toEqual(isPaid ? ['referral_friend'] : []);
    expect((await sources(anna)).includes('referral')).toBe(isPaid);
    // What it earns and does counts all the same.
    expect(await sources(anna)).toEqual(
      expect.arrayContaining(['referral_weekly', 'referral_commission', 'referral_commission']),
    );
  });

  test('is not asked about when something else was proved first', async () => {
    await connect();
    await verifyEmail();
    const { asked, mailboxes } = answering(false);
    await run(referralRewards(ledger.store, handler, mailboxes));
    expect(asked).toEqual([]);
    expect(await sources(ben)).toEqual(['referral_friend']);
  });
});

test('what has come of the ledger as paid is not asked for again, until the ledger may be another one', async () => {
  await connect();
  await run();
  let sent = 0;
  const counting: CommandHandler = {
    ...handler,
    handle: (request) => {
      sent += 1;
      return handler.handle(request);
    },
  };
  const process = referralRewards(ledger.store, counting);
  const before = process.memory?.().entries ?? 0;
  for (const event of await ledger.readAll()) process.foresee?.(event);
  // What it has seen weighs, as what it remembers of friends does.
  expect(process.memory?.().entries).toBeGreaterThan(before);
  await run(process);
  expect(sent).toBe(0);
  process.forget?.();
  await run(process);
  expect(sent).toBeGreaterThan(0);
  expect(await sources(anna)).toHaveLength(3);
});

test('what somebody sends under the id of a payment, which anybody can work out, keeps nobody from it', async () => {
  await connect();
  const sent: string[] = [];
  const handle: CommandHandler['handle'] = (request) => {
    sent.push(request.commandId);
    return handler.handle({ ...request, dryRun: true });
  };
  await run(referralRewards(ledger.store, { ...handler, handle }));
  expect(sent.length).toBeGreaterThanOrEqual(4);
  const process = referralRewards(ledger.store, handler);
  const [event] = await ledger.readAll();
  for (const commandId of sent) {
    if (event) process.foresee?.({ ...event, metadata: { ...event.metadata, commandId } });
  }
  await run(process);
  expect((await sources(anna)).toSorted()).toEqual(['referral', 'referral_commission', 'referral_weekly']);
  expect(await sources(ben)).toEqual(['referral_friend']);
});

test('who was brought by whom is looked for anew in a ledger that may be another one', async () => {
  const other = startMemoryLedger();
  const there = createCommandHandler(other.store);
  const { userId: cleo } = await openAccount(there, { walletAddress: newWallet() }, testContext());
  const own = { walletAddress: newWallet(), userId: ben, referrerId: cleo };
  await openAccount(there, own, testContext());
  const { length } = await other.readAll();
  let asked = handler;
  const process = referralRewards(ledger.store, {
    handle: (request) => asked.handle(request),
    aggregate: (...call) => asked.aggregate(...call),
    aggregateFrom: (...call) => asked.aggregateFrom(...call),
    readBefore: (...call) => asked.readBefore(...call),
  });
  await connect();
  await run(process);
  [ledger, handler] = [other, there];
  await connect();
  asked = there;
  process.forget?.();
  // From its checkpoint on.
  for (const event of (await ledger.readAll()).slice(length)) {
    if ((await process.laneOf(event)) !== undefined) await process.handle(event);
  }
  expect(await sources(cleo)).toEqual(expect.arrayContaining(['referral', 'referral_weekly']));
  expect(await sources(ben)).toEqual(['referral_friend']);
});

test('a share is cut to what the ledger can say, never rounded up', async () => {
  const earned = { type: 'GrantReward', source: 'streak', reason: 'Streak' } as const;
  await tell(ben, { ...earned, grantId: randomUUID(), amount: 19n });
  await tell(ben, { ...earned, grantId: randomUUID(), amount: 9n });
  await tell(ben, { ...earned, grantId: randomUUID(), amount: ONE_EVO });
  await run();
  expect((await paidTo(anna)).map(({ data }) => data.amount)).toEqual(['0.000000000000000001', '0.1']);
});
