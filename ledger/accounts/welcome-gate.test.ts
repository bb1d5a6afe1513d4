import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo } from '../../contracts/money.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { findOwner } from '../reservations/find-owner.ts';
import { dyingAfter } from '../testing/ending-timing.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { account } from './account.ts';
import { AccountIsRemoved } from './errors.ts';
import { type OpeningGate, openAccount } from './open-account.ts';
import { removeAccount } from './remove-account.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
beforeEach(() => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
});

/** A gate that lets in and has room as it is told, and what it was asked. */
function gateWith(
  answers: { admits?: boolean; hasRoom?: boolean; knows?: { userId: string; revision: bigint } } = {},
) {
  const asked: unknown[] = [];
  const gate: OpeningGate = {
    async admit(walletAddress) {
      asked.push(['admit', walletAddress]);
      if (answers.admits === false) throw new Error('not let in');
    },
    async hasRoomFor(userId, occurredAt) {
      asked.push(['room', userId, occurredAt]);
      return answers.hasRoom ?? true;
    },
    revisionOf: async (userId) => (userId === answers.knows?.userId ? answers.knows.revision : undefined),
  };
  return { gate, asked };
}
const typesOf = async (userId: string) =>
  (await ledger.read(streamOf('account', userId))).map(({ type }) => type);
const open = (wallet: Parameters<typeof openAccount>[1], context = testContext()) =>
  openAccount(handler, wallet, context);

test('a referrer whom the node that is asked lacks is not lost: the account is opened once it has caught up', async () => {
  const referrer = await open({ walletAddress: newWallet() });
  const behind = startMemoryLedger();
  const asked = createCommandHandler(behind.store);
  const friend = {
    walletAddress: newWallet(),
    referrerId: referrer.userId,
    gate: gateWith({ knows: { userId: referrer.userId, revision: 1n } }).gate,
  };
  await expect(openAccount(asked, friend, testContext())).rejects.toBeInstanceOf(LedgerUnavailable);
  expect((await behind.readAll()).map(({ type }) => type)).not.toContain('AccountOpened');
  expect((await open(friend)).state.referrerId).toBe(referrer.userId);
  // Whom nobody knows is nobody.
  const stranger = { walletAddress: newWallet(), referrerId: randomUUID(), gate: gateWith().gate };
  expect((await openAccount(asked, stranger, testContext())).state.referrerId).toBeUndefined();
});

test('a referrer who was let in again, of which the node that is asked knows nothing yet, is not lost; who is removed is dropped', async () => {
  const { userId } = await open({ walletAddress: newWallet() });
  const act = { userId, reason: 'Abuse', dryRun: false, authorize: async () => undefined };
  await removeAccount(handler, act, testContext());
  const stream = streamOf('account', userId);
  const removed = await ledger.read(stream);
  const friendOf = (revision: bigint) => ({
    walletAddress: newWallet(),
    referrerId: userId,
    gate: gateWith({ knows: { userId, revision } }).gate,
  });
  expect((await open(friendOf(2n))).state.referrerId).toBeUndefined();
  await handler.handle({
    ...testContext(),
    stream,
    decider: account,
    command: { type: 'ReinstateAccount' },
    input: { operation: 'undo' },
  });
  const behind = createCommandHandler({
    ...ledger.store,
    readPage: async (of, from, maxCount, signal) =>
      of === stream ? removed.slice(Number(from)) : ledger.store.readPage(of, from, maxCount, signal),
  });
  const friend = friendOf(3n);
  await expect(openAccount(behind, friend, testContext())).rejects.toBeInstanceOf(LedgerUnavailable);
  expect((await open(friend)).state.referrerId).toBe(userId);
});

test('a new wallet opens an account and is granted the welcome bonus, under a key of its own', async () => {
  const [walletAddress, context] = [newWallet(), testContext()];
  const { userId, isNew, welcome, state, position } = await open({ walletAddress }, context);
  expect({ isNew, welcome, granted: formatEvo(state.granted) }).toEqual({
    isNew: true,
    welcome: 'granted',
    granted: '100',
  });
  const events = await ledger.read(streamOf('account', userId));
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'AccountOpened', data: { source: 'wallet', walletAddress } },
    {
      type: 'RewardGranted',
      data: {
        ...{ grantId: context.commandId, amount: '100', source: 'welcome', reason: 'Welcome bonus' },
      },
    },
  ]);
  expect(position).toEqual(events.at(-1)?.position);
  const [reserved] = await ledger.read(streamOf('wallet', walletAddress));
  const hashes = ['reserve-wallet', 'open-account'].map((operation) =>
    hashInput({ operation, walletAddress }),
  );
  expect([reserved?.metadata.inputHash, events[0]?.metadata.inputHash]).toEqual(hashes);
});

test('the same wallet, in any case, finds its account, and nothing more is granted', async () => {
  const walletAddress = newWallet();
  const { userId } = await open({ walletAddress });
  const again = await open({ walletAddress: walletAddress.toUpperCase().replace('0X', '0x') });
  expect(again).toMatchObject({ userId, isNew: false, welcome: 'granted_before', position: undefined });
  expect(await typesOf(userId)).toEqual(['AccountOpened', 'RewardGranted']);
});

test('an id that was given is the account of a new wallet, and of no wallet that has one', async () => {
  const [walletAddress, userId] = [newWallet(), randomUUID()];
  expect((await open({ walletAddress, userId })).userId).toBe(userId);
  expect((await open({ walletAddress, userId: randomUUID() })).userId).toBe(userId);
});

describe('the gate', () => {
  test('that does not let a wallet in leaves no trace of it', async () => {
    const walletAddress = newWallet();
    const { gate, asked } = gateWith({ admits: false });
    await expect(open({ walletAddress, gate })).rejects.toThrow('not let in');
    expect(asked).toEqual([['admit', walletAddress]]);
    expect(await findOwner(handler, 'wallet', walletAddress)).toBeUndefined();
  });

  test('is not asked about a wallet that has an account', async () => {
    const walletAddress = newWallet();
    const { userId } = await open({ walletAddress });
    const { gate, asked } = gateWith({ admits: false });
    expect((await open({ walletAddress, gate })).userId).toBe(userId);
    expect(asked).toEqual([]);
  });

  test('is asked about a wallet that was reserved and whose account was never opened', async () => {
    const walletAddress = newWallet();
    const { store, timing } = dyingAfter(1, ledger.store);
    const dying = createCommandHandler(store, { timing });
    await expect(openAccount(dying, { walletAddress }, testContext())).rejects.toThrow();
    expect(await findOwner(handler, 'wallet', walletAddress)).toBeDefined();
    const { gate, asked } = gateWith({ admits: false });
    await expect(open({ walletAddress, gate })).rejects.toThrow('not let in');
    expect(asked).toEqual([['admit', walletAddress]]);
  });

  test('without room lets in and keeps the bonus for a later sign-in, once', async () => {
    const walletAddress = newWallet();
    const [full, free] = [gateWith({ hasRoom: false }), gateWith()];
    const occurredAt = '2026-01-31T12:00:00.000Z';
    const first = await open({ walletAddress, gate: full.gate }, testContext({ occurredAt }));
    const { userId } = first;
    expect(first).toMatchObject({ isNew: true, welcome: 'waits' });
    expect(full.asked).toEqual([
      ['admit', walletAddress],
      ['room', userId, occurredAt],
    ]);
    expect(await open({ walletAddress, gate: full.gate })).toMatchObject({ isNew: false, welcome: 'waits' });
    expect(await open({ walletAddress, gate: free.gate })).toMatchObject({
      isNew: false,
      welcome: 'granted',
    });
    const before = free.asked.length;
    expect(await open({ walletAddress, gate: free.gate })).toMatchObject({ welcome: 'granted_before' });
    expect(free.asked).toHaveLength(before);
    expect(await typesOf(userId)).toEqual(['AccountOpened', 'RewardGranted']);
  });

  test('is asked for no room for a removed account, which is not let in', async () => {
    const walletAddress = newWallet();
    const { userId } = await open({ walletAddress, gate: gateWith({ hasRoom: false }).gate });
    const act = { userId, reason: 'Abuse', dryRun: false, authorize: async () => undefined };
    await removeAccount(handler, act, testContext());
    const { gate, asked } = gateWith();
    await expect(open({ walletAddress, gate })).rejects.toBeInstanceOf(AccountIsRemoved);
    expect(asked).toEqual([]);
    expect(await typesOf(userId)).toEqual(['AccountOpened', 'AccountRemoved']);
  });
});
