import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { account } from './accounts/account.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { asProgram } from './command-context.ts';
import { IdempotencyKeyReused, LedgerCorrupt } from './domain-error.ts';
import type { EventStore } from './event-store.ts';
import { type CommandHandler, createCommandHandler } from './handle-command.ts';
import type { Cause } from './known-commands.ts';
import { EVERYWHERE } from './moved-ledger.ts';
import { appendLongAccount } from './testing/long-stream.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import type { SpanOf, Tracing } from './tracing.ts';

let ledger: TestLedgerNode;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  ({ userId } = await openAccount(
    createCommandHandler(ledger.store),
    { walletAddress: newWallet() },
    testContext(),
  ));
});

const position = (n: number) => ({ commit: BigInt(n), prepare: BigInt(n) });
const cause = (n: number, isLate?: true): Cause => ({
  process: 'referral-rewards',
  position: position(n),
  ...(isLate && { isLate }),
});
const pay = (
  told: Cause,
  { commandId = randomUUID(), to = userId, amount = ONE_EVO, store = ledger.store, input = {} } = {},
) =>
  createCommandHandler(store).handle({
    ...asProgram(testContext({ commandId })),
    cause: told,
    stream: streamOf('account', to),
    decider: account,
    command: { type: 'GrantReward', grantId: commandId, amount, source: 'referral_commission', reason: 'x' },
    input,
  });
const grants = async (to = userId) =>
  (await ledger.read(streamOf('account', to))).filter(({ type }) => type === 'RewardGranted').length - 1;

describe('what a process does for an event of the ledger', () => {
  test('is once by that event, and says on which it rests', async () => {
    const commandId = randomUUID();
    await pay(cause(5), { commandId });
    const again = await pay(cause(5), { commandId });
    expect(again).toMatchObject({ replayed: true, events: [{ metadata: { commandId } }] });
    expect(await grants()).toBe(1);
    const { metadata } = (await ledger.read(streamOf('account', userId))).at(-1)!;
    expect(metadata).toMatchObject({
      actor: { kind: 'system' },
      cause: { process: 'referral-rewards', position: 'C:5/P:5' },
    });
  });

  test('may be several commands for one event, each once', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    for (const commandId of [one, other, one, other]) await pay(cause(5), { commandId });
    expect(await grants()).toBe(2);
  });

  test('is over when it has come to a later one: nothing is done, and nothing is said to be new', async () => {
    await pay(cause(9));
    const result = await pay(cause(5));
    expect(result).toMatchObject({ replayed: true, events: [], position: undefined, revision: 2n });
    expect(result.after).toEqual(result.before);
    expect(await grants()).toBe(1);
  });

  test('is no other request under the same id', async () => {
    const commandId = randomUUID();
    await pay(cause(5), { commandId });
    await expect(pay(cause(5), { commandId, input: { other: true } })).rejects.toThrow(IdempotencyKeyReused);
  });

  test('told late, is looked for in the whole stream: done when it is not there, and once', async () => {
    const commandId = randomUUID();
    await pay(cause(9));
    expect((await pay(cause(5, true), { commandId })).replayed).toBe(false);
    expect((await pay(cause(5, true), { commandId })).replayed).toBe(true);
    expect(await grants()).toBe(2);
    const late = await pay(cause(5, true), { commandId });
    expect(late.events).toHaveLength(1);
    await expect(pay(cause(5, true), { commandId, input: { other: true } })).rejects.toThrow(
      IdempotencyKeyReused,
    );
  });

  test('told late, on a stream of many pages: read through once, page by page', async () => {
    const long = await appendLongAccount(ledger.store, 1_203);
    const asked: number[] = [];
    const commandId = randomUUID();
    const store: EventStore = {
      ...ledger.store,
      readPage: async (stream, from, atMost, signal) => {
        asked.push(Number(from));
        return ledger.store.readPage(stream, from, atMost, signal);
      },
    };
    expect((await pay(cause(5, true), { commandId, to: long, store })).replayed).toBe(false);
    // By the search, and by the fold of the stream.
    expect(asked.filter((from) => from === 500)).toHaveLength(2);
    expect((await pay(cause(5, true), { commandId, to: long })).replayed).toBe(true);
  });

  test('told late, keeps nobody waiting on the stream while that is looked through', async () => {
    const searching = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isHeldUp = false;
    const handler = createCommandHandler({
      ...ledger.store,
      async readPage(...call) {
        if (isHeldUp) {
          searching.resolve();
          await goOn.promise;
        }
        return ledger.store.readPage(...call);
      },
    });
    const { userId: busy } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    isHeldUp = true;
    const commandId = randomUUID();
    const late = handler.handle({
      ...asProgram(testContext({ commandId })),
      cause: cause(5, true),
      stream: streamOf('account', busy),
      decider: account,
      command: {
        ...{ type: 'GrantReward', grantId: commandId, amount: ONE_EVO },
        ...{ source: 'referral_commission', reason: 'x' },
      },
      input: {},
    });
    await searching.promise;
    // What is kept of the stream is all that this one needs.
    const grant = { userId: busy, amount: ONE_EVO, reason: 'Now', dryRun: false };
    await grantByAdmin(handler, { ...grant, authorize: async () => undefined }, testContext());
    goOn.resolve();
    expect(await late).toMatchObject({ replayed: false, revision: 3n });
  });

  test('told late, while somebody does it at the same moment: once', async () => {
    const commandId = randomUUID();
    await pay(cause(9));
    const all = await Promise.all(Array.from({ length: 5 }, () => pay(cause(5, true), { commandId })));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await grants()).toBe(2);
  });
});

describe('the answer of a key', () => {
  const grant = { amount: ONE_EVO, reason: 'Key', dryRun: false, authorize: async () => undefined };

  test('is the one of then: the events, what was before and after them, and where they stand', async () => {
    const context = testContext();
    const first = await grantByAdmin(createCommandHandler(ledger.store), { ...grant, userId }, context);
    await grantByAdmin(createCommandHandler(ledger.store), { ...grant, userId }, testContext());
    const again = await grantByAdmin(createCommandHandler(ledger.store), { ...grant, userId }, context);
    expect(again.before.granted).toBe(100n * ONE_EVO);
    expect(again.after.granted).toBe(101n * ONE_EVO);
    expect(again).toMatchObject({ position: first.position, revision: 2n, replayed: true });
    expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
  });

  test('holds all events of the command and none of the next one', async () => {
    const [context, walletAddress, owner] = [testContext(), newWallet(), randomUUID()];
    const open = () =>
      createCommandHandler(ledger.store).handle({
        ...context,
        stream: streamOf('account', owner),
        decider: account,
        command: {
          type: 'OpenAccount',
          walletAddress,
          welcome: { grantId: context.commandId, amount: ONE_EVO, source: 'welcome', reason: 'x' },
        },
        input: {},
      });
    await open();
    await grantByAdmin(createCommandHandler(ledger.store), { ...grant, userId: owner }, testContext());
    const again = await open();
    expect(again.events.map(({ type }) => type)).toEqual(['AccountOpened', 'RewardGranted']);
    expect([again.before.opened, again.after.granted, again.revision]).toEqual([false, ONE_EVO, 1n]);
  });

  test('is not said to be gone by a node that has not got so far', async () => {
    const context = testContext();
    await grantByAdmin(createCommandHandler(ledger.store), { ...grant, userId }, context);
    let behind = 2;
    const late: EventStore = {
      ...ledger.store,
      readPage: async (stream, from, atMost, signal) =>
        from === 2n && atMost === 100 && behind-- > 0
          ? []
          : ledger.store.readPage(stream, from, atMost, signal),
    };
    const again = await grantByAdmin(createCommandHandler(late), { ...grant, userId }, context);
    expect(again).toMatchObject({ replayed: true, revision: 2n, events: [{ type: 'RewardGranted' }] });
  });

  test('whose events are gone from the store is none', async () => {
    const context = testContext();
    const handler = createCommandHandler(ledger.store);
    await grantByAdmin(handler, { ...grant, userId }, context);
    const other = randomUUID();
    const cut: EventStore = {
      ...ledger.store,
      readPage: async (stream, from, atMost, signal) => {
        const page = await ledger.store.readPage(stream, from, atMost, signal);
        // Another command's event stands where the answer is looked for.
        return from === 2n && atMost === 100
          ? page.map((event) => ({ ...event, metadata: { ...event.metadata, commandId: other } }))
          : page;
      },
    };
    await expect(
      grantByAdmin(createCommandHandler(cut), { ...grant, userId }, context),
    ).rejects.toBeInstanceOf(LedgerCorrupt);
  });
});

test('who watches sees each command and each append of a request, and nothing of a person', async () => {
  const seen: unknown[] = [];
  const tracing: Tracing = {
    async span(span: SpanOf, work) {
      const notes: unknown[] = [];
      const result = await work((note) => notes.push(note));
      seen.push({ ...span, notes });
      return result;
    },
    done: () => undefined,
  };
  const context = testContext();
  const { correlationId } = context;
  const handler = createCommandHandler(ledger.store, { tracing });
  const walletAddress = newWallet();
  await openAccount(handler, { walletAddress }, context);
  const of = (name: string, kind: string, events: string) => [
    {
      name: 'append',
      correlationId,
      attributes: { 'evo.stream': kind, 'evo.events': events },
      notes: [{ 'evo.outcome': 'appended' }],
    },
    {
      name,
      correlationId,
      attributes: { 'evo.stream': kind },
      notes: [{ 'evo.events': events, 'evo.replayed': false }],
    },
  ];
  expect(seen).toEqual([
    ...of('command', 'wallet', 'Reserved'),
    ...of('command', 'account', 'AccountOpened RewardGranted'),
  ]);
  expect(JSON.stringify(seen)).not.toContain(walletAddress);
});

describe('a ledger that was copied from another store, whose places were others', () => {
  const late = { commit: 10_000n, prepare: 10_000n };
  const payBy = (handler: CommandHandler, told: Cause, commandId: string) =>
    handler.handle({
      ...asProgram(testContext({ commandId })),
      cause: told,
      stream: streamOf('account', userId),
      decider: account,
      command: {
        ...{ type: 'GrantReward', grantId: commandId, amount: ONE_EVO },
        ...{ source: 'referral_commission', reason: 'x' },
      },
      input: {},
    });
  let copied: LedgerPosition;
  /** Another process, which knows up to where the ledger was copied. */
  const payThere = (told: Cause, commandId = randomUUID()) =>
    payBy(createCommandHandler(ledger.store, { movedUntil: () => copied }), told, commandId);
  const endOfLedger = async () => (await ledger.readAll()).at(-1)!.position;

  test('what comes after it is done, though its place is before those of the other store', async () => {
    await pay({ process: 'referral-rewards', position: late });
    copied = await endOfLedger();
    const next = Number(copied.commit) + 1;
    const commandId = randomUUID();
    expect(await payThere(cause(next), commandId)).toMatchObject({ replayed: false, events: [{}] });
    expect(await payThere(cause(next), commandId)).toMatchObject({ replayed: true, events: [{}] });
    expect(await payThere(cause(next + 1))).toMatchObject({ replayed: false, events: [{}] });
    expect(await payThere(cause(next))).toMatchObject({ replayed: true, events: [] });
    expect(await grants()).toBe(3);
  });

  test('what was done before is done once, though it is told with other places, sooner or later ones', async () => {
    const ids = [randomUUID(), randomUUID()];
    // By the places of the other store.
    await pay(cause(1), { commandId: ids[0]! });
    await pay({ process: 'referral-rewards', position: late }, { commandId: ids[1]! });
    copied = await endOfLedger();
    for (const told of [cause(0), cause(Number(copied.commit))]) {
      for (const id of ids) expect(await payThere(told, id)).toMatchObject({ replayed: true, events: [{}] });
    }
    expect(await grants()).toBe(2);
  });

  test('as long as nobody knows how much of it was copied, nothing is done twice; then it goes on as ever', async () => {
    const [early, next] = [randomUUID(), randomUUID()];
    await pay({ process: 'referral-rewards', position: late }, { commandId: early });
    let until: LedgerPosition | undefined = EVERYWHERE;
    const handler = createCommandHandler(ledger.store, { movedUntil: () => until });
    const tell = (told: Cause, commandId: string) => payBy(handler, told, commandId);
    expect(await tell(cause(2), early)).toMatchObject({ replayed: true, events: [{}] });
    const place = Number((await endOfLedger()).commit);
    expect(await tell(cause(place + 1), next)).toMatchObject({ replayed: false, events: [{}] });
    expect(await tell(cause(place + 1), next)).toMatchObject({ replayed: true, events: [{}] });
    until = position(place);
    for (const told of [cause(2), cause(place)]) {
      expect(await tell(told, early)).toMatchObject({ replayed: true, events: [{}] });
    }
    expect(await tell(cause(place + 1), next)).toMatchObject({ replayed: true, events: [{}] });
    expect(await tell(cause(place + 2), randomUUID())).toMatchObject({ replayed: false, events: [{}] });
    expect(await grants()).toBe(3);
  });
});
