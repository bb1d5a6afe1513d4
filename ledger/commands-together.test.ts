import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ONE_EVO } from '../contracts/money.ts';
import { NotAnAdmin } from './admins/admins.ts';
import { IdempotencyKeyReused, LedgerUnavailable } from './domain-error.ts';
import { createCommandHandler } from './handle-command.ts';
import { rewardDay } from './rewards-by-hand/day.ts';
import { NeedsSecondAdmin } from './rewards-by-hand/errors.ts';
import { noSnapshots } from './snapshots.ts';
import { startEitherLedger } from './testing/either-ledger.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { contexts, countedRights, heldUp, newDay, reserve } from './testing/meeting-place.ts';
import { patientHandler } from './testing/patient-handler.ts';
import { type TestLedgerNode, testContext } from './testing/start-ledger.ts';

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

test('what comes while an append is under way goes with the next one, each for itself and in its order', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const sent = contexts(12);
  const answers = sent.map((context) => reserve(handler, stream, { context }));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  const results = await Promise.all(answers);
  expect(appends).toEqual([1, 11]);
  expect(await commandsOf(stream)).toEqual(sent.map(({ commandId }) => commandId));
  for (const [n, { events, before, after, revision, replayed }] of results.entries()) {
    expect(events.map(({ metadata }) => metadata.commandId)).toEqual([sent[n]?.commandId]);
    expect([before.total, after.total]).toEqual([BigInt(n) * ONE_EVO, BigInt(n + 1) * ONE_EVO]);
    expect([revision, replayed]).toEqual([BigInt(n), false]);
  }
  // Whoever comes after that, here or elsewhere, knows all of them.
  for (const again of [handler, createCommandHandler(ledger.store)]) {
    const [once] = sent.slice(5);
    const { replayed, events, revision } = await reserve(again, stream, once && { context: once });
    expect([replayed, revision]).toEqual([true, 5n]);
    expect(events.map(({ id }) => id)).toEqual(results[5]?.events.map(({ id }) => id));
  }
  expect(await ledger.read(stream)).toHaveLength(12);
});

test('one key that is sent several times at once has one effect, and with another request it is refused', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const first = reserve(handler, stream);
  const context = testContext();
  const same = [1, 2, 3].map(() => reserve(handler, stream, { context }));
  const other = reserve(handler, stream, { context, evo: 2n });
  const refused = expect(other).rejects.toThrow(IdempotencyKeyReused);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  await Promise.all([first, refused]);
  const results = await Promise.all(same);
  expect(results.map(({ replayed }) => replayed).toSorted()).toEqual([false, true, true]);
  expect(new Set(results.map(({ revision }) => revision))).toEqual(new Set([1n]));
  expect((await commandsOf(stream)).filter((id) => id === context.commandId)).toHaveLength(1);
});

test('who is refused keeps nobody back: a right that is missing, and what the limit does not leave', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store);
  const { held, authorize } = countedRights();
  const first = reserve(handler, stream, { authorize });
  const nobody = reserve(handler, stream, {
    authorize: async () => {
      throw new NotAnAdmin();
    },
  });
  const large = [10n, 8n].map((evo) => reserve(handler, stream, { authorize, evo }));
  const tooMuch = [2n, 2n].map((evo) => reserve(handler, stream, { authorize, evo }));
  const last = reserve(handler, stream, { authorize, evo: 1n });
  const refusals = Promise.allSettled([nobody, ...tooMuch]);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  await Promise.all([first, ...large, last]);
  expect((await refusals).map((one) => one.status === 'rejected' && one.reason.constructor)).toEqual([
    NotAnAdmin,
    NeedsSecondAdmin,
    NeedsSecondAdmin,
  ]);
  expect(held).toEqual([]);
  const events = await ledger.read(stream);
  expect(events.map(({ data }) => (data as { amount: string }).amount)).toEqual(['1', '10', '8', '1']);
  expect(events.every(({ metadata }) => metadata.right?.role === 'superAdmin')).toBe(true);
});

test('another replica has gone on meanwhile: each is decided anew, and both together keep the limit', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const [here, elsewhere] = [createCommandHandler(store), createCommandHandler(ledger.store)];
  await reserve(elsewhere, stream);
  // Both know the stream as it is.
  await here.read(stream, rewardDay);
  const answers = Promise.allSettled(contexts(15).map((context) => reserve(here, stream, { context })));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  await Promise.all(contexts(10).map((context) => reserve(elsewhere, stream, { context })));
  letGo();
  const ended = await answers;
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(NeedsSecondAdmin);
  const all = await commandsOf(stream);
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
});

test('an answer that is lost is lost for all of them: their rights are held until it is certain, and each key once', async () => {
  const stream = newDay();
  let isLost = true;
  const { store, appends, letGo } = heldUp(ledger.store, {
    async append(...call) {
      const outcome = await ledger.store.append(...call);
      return isLost && call[1].length > 1
        ? { kind: 'unknown', cause: new Error('connection reset') }
        : outcome;
    },
  });
  const handler = createCommandHandler(store, { timeLimit: 400, attemptLimit: 100 });
  const { held, authorize } = countedRights();
  const sent = contexts(6);
  const answers = Promise.allSettled(sent.map((context) => reserve(handler, stream, { context, authorize })));
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  letGo();
  const ended = await answers;
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', ...Array(5).fill('rejected')]);
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LedgerUnavailable);
  // What was sent is sent again until the store says what became of it.
  const sendings = appends.length;
  await vi.waitFor(() => expect(appends.length).toBeGreaterThan(sendings), { timeout: 30_000 });
  expect(held).toHaveLength(5);
  isLost = false;
  await vi.waitFor(() => expect(held).toEqual([]), { timeout: 30_000 });
  // Sent again by people, at another time: other bytes.
  const later = sent.map((context) => ({
    ...context,
    occurredAt: new Date(Date.now() + 5_000).toISOString(),
  }));
  const again = await Promise.all(later.map((context) => reserve(handler, stream, { context, authorize })));
  expect(again.every(({ replayed }) => replayed)).toBe(true);
  expect(await commandsOf(stream)).toEqual(sent.map(({ commandId }) => commandId));
  expect(held).toEqual([]);
});

test('a fault in the one who leads is told to all whom it took along, gives their rights back, and the line goes on', async () => {
  const stream = newDay();
  const many = patientHandler(ledger.store);
  await Promise.all(contexts(998).map((context) => reserve(many, stream, { context, ofDay: 2_000n })));
  const { store, appends, letGo } = heldUp(ledger.store);
  const fault = new TypeError('a fold that cannot be written');
  // Of a thousand events, which those are that are taken along.
  const save = () => {
    throw fault;
  };
  const handler = createCommandHandler(store, { snapshots: { ...noSnapshots, save }, timeLimit: 60_000 });
  const { held, authorize } = countedRights();
  const first = reserve(handler, stream, { ofDay: 2_000n });
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const sent = contexts(3);
  const others = sent.map((context) => reserve(handler, stream, { context, authorize, ofDay: 2_000n }));
  const told = Promise.allSettled(others);
  letGo();
  await first;
  const [, ...followers] = await told;
  expect(followers.map((one) => one.status === 'rejected' && one.reason)).toEqual([fault, fault]);
  await handler.settled();
  expect([appends, held]).toEqual([[1, 3], []]);
  // It is known what they did, and whoever comes behind them has a turn.
  const again = await Promise.all(
    sent.map((context) => reserve(handler, stream, { context, ofDay: 2_000n })),
  );
  expect(again.map(({ replayed }) => replayed)).toEqual([true, true, true]);
  expect((await reserve(handler, stream, { ofDay: 2_000n })).revision).toBe(1_002n);
});

test('who has left the line is not done later, and nobody waits for one that came after', async () => {
  const stream = newDay();
  const { store, appends, letGo } = heldUp(ledger.store);
  const handler = createCommandHandler(store, { timeLimit: 20_000, attemptLimit: 20_000 });
  const slow = reserve(handler, stream);
  await vi.waitFor(() => expect(appends).toHaveLength(1));
  const brief = createCommandHandler(store, { timeLimit: 60 }).newDeadline();
  const left = reserve(handler, stream, { context: testContext({ deadline: brief }) });
  await expect(left).rejects.toThrow(LedgerUnavailable);
  const stays = reserve(handler, stream);
  letGo();
  const [first, last] = await Promise.all([slow, stays]);
  expect([first.revision, last.revision]).toEqual([0n, 1n]);
  expect(await ledger.read(stream)).toHaveLength(2);
});

test('hundreds from two replicas at once: every one that was answered stands there once', async () => {
  const stream = newDay();
  const replicas = [patientHandler(ledger.store), patientHandler(ledger.store)];
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const handler = replicas[n % 2] ?? replicas[0];
      return handler && reserve(handler, stream, { ofDay: 1_000n });
    }),
  );
  const all = await commandsOf(stream);
  expect(all).toHaveLength(300);
  expect(new Set(all)).toEqual(new Set(results.map((one) => one?.events[0]?.metadata.commandId)));
  for (const one of results) expect(all[Number(one?.revision)]).toBe(one?.events[0]?.metadata.commandId);
});
