import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AccountEvent } from '../contracts/events/account.ts';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { readAccount } from './accounts/read-account.ts';
import { startClusterStandIn } from './embedded/testing/cluster-stand-in.ts';
import { startFaultProxy } from './embedded/testing/fault-proxy.ts';
import { startTemporaryStore } from './embedded/testing/temporary-store.ts';
import { envelop } from './envelope.ts';
import { openEventLog } from './event-log.ts';
import { connectEventStore, type EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { readLedger } from './testing/read-ledger.ts';
import { newWallet, testContext } from './testing/start-ledger.ts';

const USER_ID = randomUUID();
const STREAM = streamOf('account', USER_ID);
const opened: AccountEvent = {
  type: 'AccountOpened',
  data: { source: 'wallet', walletAddress: newWallet() },
};
const checkedIn = (streak: number): AccountEvent => ({
  type: 'CheckedIn',
  data: { day: `2026-01-0${streak}`, streak },
});
const eventsOf = (commandId: string) =>
  envelop(
    [opened, checkedIn(1), checkedIn(2)],
    {
      ...{ stream: STREAM, commandId, correlationId: randomUUID(), inputHash: '0'.repeat(64) },
      ...{ actor: { kind: 'user' }, occurredAt: '2026-01-05T10:00:00.000Z' },
    },
    undefined,
  ).events;
const EVENTS = eventsOf(randomUUID());

/** A node with the first events of the stream; the positions of one are those of any other. */
async function nodeWith(count: number, events = EVENTS) {
  const node = await startTemporaryStore();
  onTestFinished(() => node.dispose());
  const store = connectEventStore(node.store.connectionString);
  await store.append(STREAM, events.slice(0, count), undefined);
  const head = await store.head();
  await store.close();
  if (!head) throw new Error('nothing was appended');
  const { port, connectionString } = node.store;
  return { port, connectionString, head };
}

/** A cluster whose leader lacks the last event when another one takes its place. @param events what it has itself */
async function cluster(events = EVENTS) {
  const [former, leader] = [await nodeWith(2, events), await nodeWith(3)];
  const standIn = await startClusterStandIn(former.port);
  onTestFinished(() => standIn.close());
  const { connectionString } = standIn;
  const lead = () => standIn.depose(leader.port);
  return { connectionString, heads: { former: former.head, leader: leader.head }, leader, lead };
}

type Heads = Awaited<ReturnType<typeof cluster>>['heads'];

test.each<[string, (store: EventStore, heads: Heads) => Promise<bigint | undefined>]>([
  ['the end of a stream', async (store) => (await store.readLast(STREAM))?.revision],
  ['a page of a stream', async (store) => (await store.readPage(STREAM, 0n, 10)).at(-1)?.revision],
  ['what stands at a place', async (store, { leader }) => (await store.readAt(leader))?.revision],
  [
    'where the ledger ends',
    async (store, { leader }) => ((await store.head())?.commit === leader.commit ? 2n : undefined),
  ],
])('a program that is connected to a node which leads no more reads %s from the leader', async (_, read) => {
  const { connectionString, heads, lead } = await cluster();
  const store = connectEventStore(connectionString);
  onTestFinished(() => store.close());
  await store.readLast(STREAM);
  lead();
  expect(await read(store, heads)).toBe(2n);
});

test('who follows a ledger whose node leads no more is told what the leader has', async () => {
  const { connectionString, heads, lead } = await cluster();
  const store = connectEventStore(connectionString);
  onTestFinished(() => store.close());
  await store.readLast(STREAM);
  lead();
  const follow = async () => {
    const signal = AbortSignal.timeout(2_000);
    for await (const { id } of store.subscribe({ after: heads.former, signal })) return id;
    return 'nothing';
  };
  // It begins anew where the node says that it does not lead.
  expect(await vi.waitFor(follow)).toBe(EVENTS[2]?.id);
});

test('what is appended behind a leader that has lost what the former one acknowledged breaks no chain', async () => {
  const { connectionString, leader, lead } = await cluster();
  const [store, ofLeader] = [connectEventStore(connectionString), connectEventStore(leader.connectionString)];
  for (const each of [store, ofLeader]) onTestFinished(() => each.close());
  const handler = createCommandHandler(store);
  const grant = { userId: USER_ID, amount: ONE_EVO, reason: 'x', dryRun: false };
  const send = () => grantByAdmin(handler, { ...grant, authorize: async () => undefined }, testContext());
  expect(await send()).toMatchObject({ revision: 2n });
  lead();
  await store.head();
  // As many events stand there, the last of them another one.
  expect(await send()).toMatchObject({ revision: 3n });
  const events = await readLedger(ofLeader);
  expect(events).toHaveLength(4);
  expectWholeChains(events);
});

test('a store that was put back while nobody asked it anything breaks no chain: what was read of it is looked at again', async () => {
  const [former, restored] = [await nodeWith(3, eventsOf(randomUUID())), await nodeWith(3)];
  const address = await startFaultProxy(former.port);
  onTestFinished(() => address.close());
  const store = connectEventStore(address.connectionString);
  const ofRestored = connectEventStore(restored.connectionString);
  for (const each of [store, ofRestored]) onTestFinished(() => each.close());
  const handler = createCommandHandler(store);
  // It has read, and has no call open: nothing fails where its connection ends.
  await readAccount(handler, USER_ID);
  const node = store.node();
  address.moveTo(restored.port);
  address.reset();
  await expect.poll(() => store.node()).not.toBe(node);
  const grant = { userId: USER_ID, amount: ONE_EVO, reason: 'x', dryRun: false };
  await grantByAdmin(handler, { ...grant, authorize: async () => undefined }, testContext());
  const events = await readLedger(ofRestored);
  expect(events).toHaveLength(4);
  expectWholeChains(events);
});

test('an export of a ledger whose node leads no more has all that the leader acknowledged', async () => {
  const { connectionString, lead } = await cluster();
  const log = openEventLog(connectionString);
  onTestFinished(() => log.close());
  await log.isEmpty();
  lead();
  const ids: string[] = [];
  for await (const page of log.pages()) ids.push(...page.map(({ id }) => id));
  expect(ids).toEqual(EVENTS.map(({ id }) => id));
});

test('an export breaks off where the node that leads now lacks what was read: it is of no two ledgers', async () => {
  const { connectionString, lead } = await cluster(eventsOf(randomUUID()));
  const log = openEventLog(connectionString, { pageSize: 2 });
  onTestFinished(() => log.close());
  const pages = log.pages();
  expect((await pages.next()).value).toHaveLength(2);
  lead();
  await expect(pages.next()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('has lost') },
  });
});
