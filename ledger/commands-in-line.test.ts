import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { NotAnAdmin } from './admins/admins.ts';
import type { Authorize } from './authorize.ts';
import { Deadline } from './deadline.ts';
import { CommandForgotten, LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import { envelop, hashInput } from './envelope.ts';
import { createCommandHandler } from './handle-command.ts';
import { rewardDay } from './rewards-by-hand/day.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { contexts, countedRights, heldUp, newDay, reserve } from './testing/meeting-place.ts';
import { type TestLedgerNode, testContext } from './testing/start-ledger.ts';
import { turnedTiming } from './testing/turned-timing.ts';
import type { SpanAttributes, SpanOf, Tracing } from './tracing.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(async () => {
  expectWholeChains(await ledger.readAll());
  await ledger.stop();
});

const commandsOf = async (stream: string) =>
  (await ledger.read(stream)).map(({ metadata }) => metadata.commandId);

test('no more than fifty go in one append, however many wait', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const sent = contexts(121);
  const answers = sent.map((context) => reserve(handler, stream, { context, ofDay: 200n }));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  const results = await Promise.all(answers);
  expect(appends).toEqual([1, 50, 50, 20]);
  expect(await commandsOf(stream)).toEqual(sent.map(({ commandId }) => commandId));
  expect(results.map(({ revision }) => revision)).toEqual(sent.map((_, n) => BigInt(n)));
});

test('those who waited behind one that is refused begin the stream', async () => {
  const stream = newDay();
  const appends: number[] = [];
  const handler = createCommandHandler({
    ...ledger.store,
    append(...call) {
      appends.push(call[1].length);
      return ledger.store.append(...call);
    },
  });
  const refusal = Promise.withResolvers<undefined>();
  const authorize = vi.fn(() => refusal.promise);
  const first = reserve(handler, stream, { authorize });
  const refused = expect(first).rejects.toThrow(NotAnAdmin);
  const sent = contexts(3);
  const answers = sent.map((context) => reserve(handler, stream, { context }));
  await vi.waitFor(() => expect(authorize).toHaveBeenCalled());
  refusal.reject(new NotAnAdmin());
  await refused;
  const results = await Promise.all(answers);
  expect(appends).toEqual([3]);
  expect(results.map(({ revision, before }) => [revision, before.total / ONE_EVO])).toEqual([
    [0n, 0n],
    [1n, 1n],
    [2n, 2n],
  ]);
  expect(await commandsOf(stream)).toEqual(sent.map(({ commandId }) => commandId));
});

test('one that was done before is not done again with others, and what is new goes through', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const done = testContext();
  await reserve(createCommandHandler(ledger.store), stream, { context: done });
  const { held, authorize } = countedRights();
  const slow = reserve(handler, stream);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const again = reserve(handler, stream, { context: done, authorize });
  const [one, other] = [reserve(handler, stream), reserve(handler, stream, { authorize })];
  letGo();
  await Promise.all([slow, one, other]);
  expect(await again).toMatchObject({ replayed: true, revision: 0n });
  expect((await commandsOf(stream)).filter((id) => id === done.commandId)).toHaveLength(1);
  expect(await ledger.read(stream)).toHaveLength(4);
  expect(held).toEqual([]);
});

test.each([
  ['first', [100, 2_800]],
  ['last', [2_800, 100]],
])(
  'who comes %s and has little time is told so in time; the append has the time of the others',
  async (__, limits) => {
    const stream = newDay();
    const timing = turnedTiming();
    const slowly = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let appends = 0;
    const handler = createCommandHandler(
      {
        ...ledger.store,
        async append(...call) {
          await slowly[appends++]?.promise;
          return ledger.store.append(...call);
        },
      },
      { timing },
    );
    const first = reserve(handler, stream);
    await vi.waitFor(() => expect(appends).toBe(1));
    const sent = limits.map((limit) => testContext({ deadline: new Deadline(limit, 1_200, timing) }));
    const answers = sent.map((context) => reserve(handler, stream, { context }));
    const ended = Promise.allSettled(answers);
    slowly[0]?.resolve();
    await first;
    await vi.waitFor(() => expect(appends).toBe(2));
    await timing.turn(150);
    const brief = limits.indexOf(100);
    await expect(answers[brief]).rejects.toThrow(LedgerUnavailable);
    slowly[1]?.resolve();
    expect((await ended)[1 - brief]).toMatchObject({ status: 'fulfilled', value: { replayed: false } });
    // It was done all the same, and whoever asks again is told so.
    const { deadline: _, ...context } = sent[brief]!;
    expect((await reserve(handler, stream, { context })).replayed).toBe(true);
    expect(await ledger.read(stream)).toHaveLength(3);
  },
);

test('who was told that there is no time, while others waited for their rights, is not done with them', async () => {
  const stream = newDay();
  const timing = turnedTiming();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store, { timing });
  const { held, authorize } = countedRights();
  const slow = Promise.withResolvers<undefined>();
  const first = reserve(handler, stream);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const brief = testContext({ deadline: new Deadline(100, 1_200, timing) });
  const left = reserve(handler, stream, { context: brief, authorize });
  const refused = expect(left).rejects.toThrow(LedgerUnavailable);
  const stays = reserve(handler, stream, { authorize: () => slow.promise });
  letGo();
  await first;
  await vi.waitFor(() => expect(held).toEqual([brief.commandId]));
  await timing.turn(150);
  await refused;
  slow.resolve(undefined);
  expect(await stays).toMatchObject({ replayed: false, revision: 1n });
  expect(await commandsOf(stream)).not.toContain(brief.commandId);
  expect(held).toEqual([]);
});

test('what only says what would happen waits with the others and is not written with them', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const first = reserve(handler, stream);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const [one, foreseen, other] = [
    reserve(handler, stream),
    reserve(handler, stream, { dryRun: true }),
    reserve(handler, stream),
  ];
  letGo();
  await Promise.all([first, one, other]);
  expect(await foreseen).toMatchObject({ events: [{}], position: undefined, replayed: false });
  expect(await ledger.read(stream)).toHaveLength(3);
});

test('a replica that was faster once: what it wrote is read, and all go together the next time', async () => {
  const stream = newDay();
  const elsewhere = createCommandHandler(ledger.store);
  const { store, appends, letGo } = heldUp(ledger.store, {
    async append(...call) {
      if (appends.length === 2) await reserve(elsewhere, stream);
      return ledger.store.append(...call);
    },
  });
  const handler = createCommandHandler(store);
  const answers = contexts(4).map((context) => reserve(handler, stream, { context }));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  const results = await Promise.all(answers);
  expect(appends).toEqual([1, 3, 3]);
  expect(results.map(({ revision }) => revision)).toEqual([0n, 2n, 3n, 4n]);
});

describe('a key that is sent again in the line, after thousands of others', () => {
  /** Well below what a store takes at once. */
  const AT_ONCE = 500;
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  /** So many rewards, a second apart but for the first, which somebody sent whose clock was ahead. */
  async function fullDay(count: number, ofFirst: string) {
    const stream = newDay();
    let end: Parameters<typeof envelop>[2];
    const sent = Array.from({ length: count }, (_, n) =>
      testContext({ occurredAt: n === 0 ? ofFirst : at(n) }),
    );
    const events = sent.flatMap((context) => {
      const { commandId: grantId } = context;
      const inputHash = hashInput({ amount: String(ONE_EVO) });
      const data = { grantId, userId: grantId, amount: '1', limit: '10000' };
      const enveloped = envelop([{ type: 'RewardReserved', data }], { ...context, stream, inputHash }, end);
      end = enveloped.end;
      return enveloped.events;
    });
    for (let n = 0; n < count; n += AT_ONCE) {
      const expected = n === 0 ? undefined : BigInt(n - 1);
      const { kind } = await ledger.store.append(stream, events.slice(n, n + AT_ONCE), expected);
      expect(kind).toBe('appended');
    }
    return { stream, first: sent[0]! };
  }
  const inLine = async (stream: string, context: ReturnType<typeof testContext>) => {
    const { store, appends, letGo } = heldUp(ledger.store);
    const handler = createCommandHandler(store, { timeLimit: 60_000 });
    const now = () => testContext({ occurredAt: at(10 ** 6) });
    const send = (one: typeof context) => reserve(handler, stream, { context: one, ofDay: 10_000n });
    const slow = send(now());
    await vi.waitFor(() => expect(appends).toHaveLength(1));
    const others = [send(now()), send(now())];
    const again = send(context).catch((error: unknown) => error);
    letGo();
    await Promise.all([slow, ...others]);
    return again;
  };

  test('is neither known nor new where all are newer that are remembered', async () => {
    const { stream, first } = await fullDay(2_500, at(0));
    const again = { ...first, occurredAt: at(10 ** 6), firstSentAt: first.occurredAt };
    expect(await inLine(stream, again)).toBeInstanceOf(CommandForgotten);
    expect((await commandsOf(stream)).filter((id) => id === first.commandId)).toHaveLength(1);
  });

  test('is not new where its sender takes it for new, because nobody else knows its key any more', async () => {
    const { stream, first } = await fullDay(2_500, at(0));
    expect(await inLine(stream, { ...first, occurredAt: at(10 ** 6) })).toBeInstanceOf(CommandForgotten);
    expect((await commandsOf(stream)).filter((id) => id === first.commandId)).toHaveLength(1);
  });

  test('is looked for where clocks cannot tell', async () => {
    const { stream, first } = await fullDay(2_500, at(10 ** 7));
    expect(await inLine(stream, { ...first, occurredAt: at(10 ** 6) })).toMatchObject({ replayed: true });
    expect((await commandsOf(stream)).filter((id) => id === first.commandId)).toHaveLength(1);
  });
});

test('a replica that is always faster is tried against four times together; then each goes by itself', async () => {
  const stream = newDay();
  const elsewhere = createCommandHandler(ledger.store);
  let faster = 7;
  const { store, appends, letGo } = heldUp(ledger.store, {
    async append(...call) {
      if (appends.length > 1 && faster-- > 0) await reserve(elsewhere, stream, { ofDay: 100n });
      return ledger.store.append(...call);
    },
  });
  const handler = createCommandHandler(store);
  const answers = contexts(4).map((context) => reserve(handler, stream, { context, ofDay: 100n }));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  const results = await Promise.all(answers);
  expect(appends.slice(0, 5)).toEqual([1, 3, 3, 3, 3]);
  expect(new Set(appends.slice(5))).toEqual(new Set([1]));
  expect(results.map(({ replayed }) => replayed)).toEqual([false, false, false, false]);
  expect(new Set(await commandsOf(stream)).size).toBe(11);
  expect(await ledger.read(stream)).toHaveLength(11);
});

test('of a stream that cannot be right each is told so', async () => {
  const stream = newDay();
  const begun = Promise.withResolvers<void>();
  const told: LedgerCorrupt[] = [];
  const corrupt = {
    ...ledger.store,
    async readPage() {
      await begun.promise;
      throw new LedgerCorrupt('a link is broken');
    },
  };
  const handler = createCommandHandler(corrupt, { onCorrupt: (error) => told.push(error) });
  const answers = Promise.allSettled(contexts(4).map((context) => reserve(handler, stream, { context })));
  begun.resolve();
  for (const one of await answers) expect(one).toMatchObject({ reason: expect.any(LedgerCorrupt) });
  expect(told.length).toBeGreaterThanOrEqual(4);
  expect(await ledger.read(stream)).toEqual([]);
});

/** As the days of rewards, but an amount of nought is nothing to do. */
const patient: typeof rewardDay = {
  ...rewardDay,
  decide: (command, state) => (command.amount === 0n ? [] : rewardDay.decide(command, state)),
};

test('who has nothing to do is told so, gives the right back, and keeps nobody', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const { held, authorize } = countedRights();
  const send = (evo: bigint) => {
    const context = testContext();
    const amount = evo * ONE_EVO;
    const command = { grantId: context.commandId, userId: context.commandId, amount };
    return handler.handle({
      ...context,
      ...{ stream, decider: patient, authorize, input: { amount: String(amount) } },
      command: { ...command, limits: { reward: ONE_EVO, day: 20n * ONE_EVO } },
    });
  };
  const first = send(1n);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const [nothing, one, other] = [send(0n), send(1n), send(1n)];
  letGo();
  await Promise.all([first, one, other]);
  expect(await nothing).toMatchObject({ events: [], replayed: false, position: undefined });
  expect(appends).toEqual([1, 2]);
  expect(held).toEqual([]);
});

test('each asks for its right as a part of its own request', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const requests = new AsyncLocalStorage<string>();
  const askedBy = new Map<string, string | undefined>();
  const authorize: Authorize = async ({ commandId }) => {
    askedBy.set(commandId, requests.getStore());
    return undefined;
  };
  const sent = contexts(5);
  const answers = sent.map((context) =>
    requests.run(`request of ${context.commandId}`, () => reserve(handler, stream, { context, authorize })),
  );
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  await Promise.all(answers);
  expect(appends).toEqual([1, 4]);
  expect(askedBy).toEqual(
    new Map(sent.map(({ commandId }) => [commandId, `request of ${commandId}`] as const)),
  );
});

test('the append is a part of the trace of each of them, with what became of it', async () => {
  const stream = newDay();
  const spans: (SpanOf & { readonly notes: SpanAttributes[] })[] = [];
  const tracing: Tracing = {
    span(span, work) {
      const notes: SpanAttributes[] = [];
      spans.push({ ...span, notes });
      return work((more) => notes.push(more));
    },
    done: () => undefined,
  };
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store, { tracing });
  const sent = contexts(3);
  const answers = sent.map((context) => reserve(handler, stream, { context }));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  await Promise.all(answers);
  expect(spans.filter(({ name }) => name === 'append')).toEqual(
    sent.map(({ correlationId }) => ({
      name: 'append',
      correlationId,
      attributes: { 'evo.stream': 'rewards-by-hand', 'evo.events': 'RewardReserved' },
      notes: [{ 'evo.outcome': 'appended' }],
    })),
  );
});

test('a program that ends before it knows what became of them abandons their rights, and gives none back', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store, {
    append: async (...call) =>
      call[1].length > 1
        ? { kind: 'unknown', cause: new Error('no answer') }
        : await ledger.store.append(...call),
  });
  const timing = turnedTiming();
  const handler = createCommandHandler(store, { timing });
  const ends: string[] = [];
  const abandonable: Authorize = async () => ({
    abandon: () => ends.push('abandoned'),
    async [Symbol.asyncDispose]() {
      ends.push('given back');
    },
  });
  const unknowing: Authorize = async () => ({
    async [Symbol.asyncDispose]() {
      ends.push('given back');
    },
  });
  const first = reserve(handler, stream);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const authorizes = [abandonable, unknowing, abandonable, undefined];
  const answers = Promise.allSettled(
    authorizes.map((authorize) => reserve(handler, stream, authorize && { authorize })),
  );
  let areOver = false;
  void answers.then(() => {
    areOver = true;
  });
  letGo();
  await first;
  await vi.waitFor(() => expect(appends.length).toBeGreaterThan(1));
  const passUntil = (done: () => void) => vi.waitFor(async () => timing.turn(500).then(done), 10_000);
  await passUntil(() => expect(areOver).toBe(true));
  expect((await answers).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(ends).toEqual([]);
  const closed = handler.close();
  await passUntil(() => expect(ends).toEqual(['abandoned', 'abandoned']));
  await closed;
});
