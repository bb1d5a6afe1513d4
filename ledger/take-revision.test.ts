import { describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { Deadline } from './deadline.ts';
import { LedgerAhead, LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import { type EnvelopedEvent, envelop, hashInput } from './envelope.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { runErrand } from './simulation/world/errand.ts';
import { Life } from './simulation/world/life.ts';
import { givenLuck } from './simulation/world/luck.ts';
import { MemoryLog } from './simulation/world/memory-log.ts';
import { connect } from './simulation/world/network.ts';
import { chanceOf } from './simulation/world/random.ts';
import { World } from './simulation/world/world.ts';
import { takeRevision } from './take-revision.ts';
import { endingTiming } from './testing/ending-timing.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';

const STREAM = 'admins';
const chance = chanceOf(1);
const [super_, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

function added(commandId: string, end: Parameters<typeof envelop>[2]) {
  const actor = { kind: 'admin', wallet: super_ } as const;
  const [occurredAt, inputHash] = ['2026-01-05T10:00:00.000Z', '0'.repeat(64)];
  const envelope = { stream: STREAM, commandId, inputHash, actor, occurredAt, correlationId: commandId };
  return envelop([{ type: 'AdminAdded', data: { wallet: other, addedBy: super_ } }], envelope, end);
}

test('a node that is behind does not make an open append count as over', async () => {
  const world = new World(chance, givenLuck(new Map()), new Set());
  const log = new MemoryLog(() => undefined);
  const put = (events: readonly EnvelopedEvent[], expected: bigint | undefined) =>
    log.append(STREAM, JSON.stringify(events), expected, 'test');
  const first = added(chance.uuid('one'), undefined);
  const second = added(chance.uuid('two'), first.end);
  put(first.events, undefined);
  const life = new Life(world.scheduler);
  const store = connect(world, log, life);
  const [old] = log.stream(STREAM);
  put(second.events, 0n);
  let reads = 0;
  const behind: typeof store = {
    ...store,
    readLast: (...call) => (reads++ === 0 ? Promise.resolve(old) : store.readLast(...call)),
  };
  // The act is to follow revision 1, and a node answers that there is none but 0.
  const open = { stream: STREAM, expected: 1n, commandId: chance.uuid('act') };
  const deadline = new Deadline(undefined, undefined, life.timing(chance));
  const over = runErrand('test', () => takeRevision(behind, open, '2026-01-05T10:00:01.000Z', deadline));
  await world.scheduler.run(() => false, 1_000);
  await over;
  expect(log.stream(STREAM).map(({ type }) => type)).toEqual(['AdminAdded', 'AdminAdded', 'RevisionTaken']);
});

describe('an append whose end nobody knows', () => {
  const stream = 'admins';
  const at = '2026-01-05T10:00:01.000Z';
  const openAppend = { stream, commandId: chance.uuid('act') };
  const take = (ledger: TestLedgerNode, expected: bigint | undefined) =>
    takeRevision(ledger.store, { ...openAppend, expected }, at, new Deadline(1_000, 500));
  const typesIn = async (ledger: TestLedgerNode) => (await ledger.read(stream)).map(({ type }) => type);

  test('has its revision taken from it, by an event that names it and the one before, once', async () => {
    const ledger = startMemoryLedger();
    const first = added(chance.uuid('one'), undefined);
    await ledger.store.append(stream, first.events, undefined);
    await take(ledger, 0n);
    await take(ledger, 0n);
    expect(await typesIn(ledger)).toEqual(['AdminAdded', 'RevisionTaken']);
    const taken = (await ledger.read(stream)).at(-1);
    expect(taken).toMatchObject({
      data: { commandId: openAppend.commandId },
      metadata: {
        ...{ prevHash: first.end?.hash, occurredAt: at, correlationId: openAppend.commandId },
        actor: { kind: 'system' },
        inputHash: hashInput({ operation: 'take-revision', commandId: openAppend.commandId }),
      },
    });
    // What comes late now is refused by the store.
    const late = added(openAppend.commandId, first.end);
    expect((await ledger.store.append(stream, late.events, 0n)).kind).toBe('conflict');
  });

  test('is sent again by its asker as what was not done, and has its effect once', async () => {
    const ledger = startMemoryLedger();
    const { userId } = await openAccount(
      createCommandHandler(ledger.store),
      { walletAddress: newWallet() },
      testContext(),
    );
    const account = streamOf('account', userId);
    const context = testContext();
    const act = { stream: account, expected: 1n, commandId: context.commandId };
    await takeRevision(ledger.store, act, at, new Deadline(1_000, 500));
    const grant = {
      ...{ userId, amount: ONE_EVO, reason: 'Sent again' },
      ...{ dryRun: false, authorize: async () => undefined },
    };
    const handler = createCommandHandler(ledger.store);
    expect(await grantByAdmin(handler, grant, context)).toMatchObject({ replayed: false, revision: 3n });
    expect(await grantByAdmin(createCommandHandler(ledger.store), grant, context)).toMatchObject({
      replayed: true,
      events: [{ type: 'RewardGranted' }],
    });
    expect((await ledger.read(account)).map(({ type }) => type)).toEqual([
      ...['AccountOpened', 'RewardGranted', 'RevisionTaken', 'RewardGranted'],
    ]);
  });

  test('of a stream that was to be new has its first revision taken', async () => {
    const ledger = startMemoryLedger();
    await take(ledger, undefined);
    expect(await typesIn(ledger)).toEqual(['RevisionTaken']);
    expect((await ledger.read(stream))[0]?.metadata.prevHash).toBeNull();
  });

  test('is over where the stream has gone on: nothing is written', async () => {
    const ledger = startMemoryLedger();
    const first = added(chance.uuid('one'), undefined);
    await ledger.store.append(stream, first.events, undefined);
    await take(ledger, undefined);
    expect(await typesIn(ledger)).toEqual(['AdminAdded']);
  });

  test('is over where something stands behind its place, also where that cannot be read; else nobody knows', async () => {
    const ledger = startMemoryLedger();
    const first = added(chance.uuid('one'), undefined);
    await ledger.store.append(stream, first.events, undefined);
    await ledger.store.append(stream, added(chance.uuid('two'), first.end).events, 0n);
    for (const fault of [new LedgerCorrupt('damaged'), new LedgerAhead('of a newer release')]) {
      const unreadable: EventStore = {
        ...ledger.store,
        readLast: () => Promise.reject(fault),
        readPage: async (...call) => {
          const page = await ledger.store.readPage(...call);
          if (page.some(({ revision }) => revision === 1n)) throw fault;
          return page;
        },
      };
      const takeThere = (expected: bigint | undefined) => take({ ...ledger, store: unreadable }, expected);
      await takeThere(undefined);
      await takeThere(0n);
      // It could take no revision behind what it cannot read: that names the event before it.
      await expect(takeThere(1n)).rejects.toBe(fault);
      await expect(takeThere(2n)).rejects.toBe(fault);
    }
    expect(await typesIn(ledger)).toEqual(['AdminAdded', 'AdminAdded']);
  });

  test('is not over where the node that is asked has not got so far', async () => {
    const ledger = startMemoryLedger();
    const timing = endingTiming();
    const behind: EventStore = {
      ...ledger.store,
      readLast: async () => {
        timing.end();
        return undefined;
      },
    };
    const over = takeRevision(
      behind,
      { ...openAppend, expected: 4n },
      at,
      new Deadline(undefined, undefined, timing),
    );
    await expect(over).rejects.toBeInstanceOf(LedgerUnavailable);
    expect(await typesIn(ledger)).toEqual([]);
  });
});
