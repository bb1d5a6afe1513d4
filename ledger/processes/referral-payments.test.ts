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
async function run(process: Process = referralRewards(handler)): Promise<void> {
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
    for (const process of [referralRewards(handler), referralRewards(handler)]) await run(process);
    // One that has seen nothing but the second proof.
    const [second] = (await ledger.read(streamOf('account', ben))).filter(isEmailVerified).slice(-1);
    if (second) await referralRewards(handler).handle(second);
    expect(await sources(ben)).toEqual(['referral_friend']);
    expect((await sources(anna)).filter((source) => source === 'referral')).toHaveLength(1);
  });

  test('by nobody is followed by nobody', async () => {
    const alone = await newUser();
    await connect(alone);
    const process = referralRewards(handler);
    for (const event of await ledger.read(streamOf('account', alone))) {
      expect(await process.laneOf(event)).toBeUndefined();
      await process.handle(event);
    }
    expect(await sources(alone)).toEqual([]);
  });

  test('has its referrer for a lane, in what may be paid for alone', async () => {
    await connect();
    const { laneOf } = referralRewards(handler);
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
    const process = referralRewards(handler);
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

  test('because the node that is asked does not have it yet is asked again', async () => {
    await connect();
    const events = await ledger.read(streamOf('account', ben));
    const behind = createCommandHandler({
      ...ledger.store,
      readPage: async (...call) =>
        call[0] === streamOf('account', anna) ? [] : ledger.store.readPage(...call),
    });
    const { handle } = referralRewards(behind);
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
    const process = referralRewards(createCommandHandler(store, { timeLimit: 200, attemptLimit: 50 }));
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
    await run(referralRewards(handler, mailboxes));
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
    await run(referralRewards(handler, mailboxes));
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
  const process = referralRewards(counting);
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
  await run(referralRewards({ ...handler, handle }));
  expect(sent.length).toBeGreaterThanOrEqual(4);
  const process = referralRewards(handler);
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
  const process = referralRewards({
    handle: (request) => asked.handle(request),
    aggregate: (...call) => asked.aggregate(...call),
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
