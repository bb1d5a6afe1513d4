import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { MASS_ACTS_STREAM } from '../mass-acts/mass-acts.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import type { TestLedgerNode } from '../testing/start-ledger.ts';
import { type MassActPorts, massActProcess } from './mass-acts.ts';
import { id, massActsOn, portsFor } from './testing/mass-act-stage.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const { handler, tell, request, carryOut, open, earn, claim, figures, completed } = massActsOn(() => ledger);

test.each(['clear', 'reset'] as const)(
  'a %s looks again at an account that has moved on since it was looked at, also to the very same figures',
  async (kind) => {
    const user = await open();
    const event = await request({ kind });
    const acting = handler();
    let moves = 0;
    const overtaken: CommandHandler = {
      ...acting,
      async handle(asked) {
        // Another process, between the look and the act.
        if (asked.stream === streamOf('account', user) && moves++ === 0) {
          await tell(user, { type: 'ClearBalance', reason: 'Mistake' });
          await earn(user, 100n);
        }
        return acting.handle(asked);
      },
    };
    await massActProcess(ledger.store, overtaken, portsFor([user]).ports).handle(event);
    expect(moves).toBe(2);
    expect(await figures(user)).toEqual(['100', '0']);
    expect(await completed()).toMatchObject({ count: 0, total: '0' });
  },
);

test('what another process has done to an account since it was kept in memory is seen', async () => {
  const [claimer, cleared] = [await open(), await open()].toSorted();
  const users = [claimer ?? '', cleared ?? ''];
  const acting = handler();
  for (const user of users) await acting.aggregate(streamOf('account', user), account);
  const event = await request({ kind: 'reset' });
  await claim(users[0] ?? '');
  await earn(users[0] ?? '', 5n);
  await tell(users[1] ?? '', { type: 'ClearBalance', reason: 'Mistake' });
  await earn(users[1] ?? '', 100n);
  await massActProcess(ledger.store, acting, portsFor(users).ports).handle(event);
  expect(await Promise.all(users.map(figures))).toEqual([
    ['5', '0'],
    ['100', '0'],
  ]);
  expect(await completed()).toMatchObject({ count: 1, total: '100' });
});

test('who leads no more goes no further than the page under way; the next leader goes on from there', async () => {
  const users = [await open(), await open()].toSorted();
  const event = await request({ kind: 'clear' });
  const { ports } = portsFor(users);
  const stopping = new AbortController();
  const losing: MassActPorts = {
    ...ports,
    accounts: async (at, after) => ports.accounts(at, after, 1),
    async saveProgress(...saved) {
      await ports.saveProgress(...saved);
      stopping.abort(new Error('no leader any more'));
    },
  };
  const { handle } = massActProcess(ledger.store, handler(), losing);
  await expect(handle(event, stopping.signal)).rejects.toThrow('no leader any more');
  expect(await Promise.all(users.map(figures))).toEqual([
    ['0', '0'],
    ['100', '0'],
  ]);
  await carryOut(event, ports);
  expect(await completed()).toMatchObject({ count: 2, total: '200' });
});

test('a replica that stood still may clear an account of which the next one was told that it is removed', async () => {
  const [gone, other] = [await open(), await open()].toSorted() as [string, string];
  const event = await request({ kind: 'clear' });
  const { ports } = portsFor([gone, other]);
  const [acting, stopping] = [handler(), new AbortController()];
  const [frozen, wakes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const still: CommandHandler = {
    ...acting,
    async handle(asked) {
      frozen.resolve();
      await wakes.promise;
      return acting.handle(asked);
    },
  };
  const ofOne: MassActPorts = {
    ...ports,
    accounts: async (at, after) => ports.accounts(at, after, 1),
    // It is known by then that another one leads.
    saveProgress: async () => stopping.abort(new Error('no leader any more')),
  };
  const waking = massActProcess(ledger.store, still, ofOne).handle(event, stopping.signal);
  await frozen.promise;
  await tell(gone, { type: 'RemoveAccount', reason: 'A farm' });
  const next: MassActPorts = {
    ...ports,
    accounts: async (at, after) => {
      if (after === gone) {
        await tell(gone, { type: 'ReinstateAccount' });
        wakes.resolve();
        await expect(waking).rejects.toThrow('no leader any more');
      }
      return ports.accounts(at, after, 1);
    },
  };
  await carryOut(event, next);
  expect(await figures(gone)).toEqual(['0', '0']);
  expect(await completed()).toMatchObject({ count: 1, total: '100' });
  const since = (await ledger.readAll()).filter(({ position }) => position.commit > event.position.commit);
  expect(since.filter(({ type }) => type === 'BalanceCleared')).toHaveLength(2);
});

test('an act whose request the node that is asked lacks is not over before it has begun: it is told again', async () => {
  const user = await open();
  const event = await request({ kind: 'clear' });
  const { requestId } = event.data as { readonly requestId: string };
  let isBehind = true;
  const store: EventStore = {
    ...ledger.store,
    async readPage(...call) {
      const page = await ledger.store.readPage(...call);
      return page.filter(
        ({ stream, revision }) => !isBehind || stream !== event.stream || revision < event.revision,
      );
    },
  };
  const { ports } = portsFor([user]);
  const { handle } = massActProcess(store, createCommandHandler(store), ports);
  await expect(handle(event)).rejects.toBeInstanceOf(LedgerUnavailable);
  isBehind = false;
  await handle(event);
  expect(await figures(user)).toEqual(['0', '0']);
  expect(await completed()).toEqual({ requestId, count: 1, total: '100' });
});

test('an act that the node which is asked does not know yet is not over: it is told again', async () => {
  const event = await request({ kind: 'clear' });
  const { requestId } = event.data as { readonly requestId: string };
  const real = handler();
  const behind: CommandHandler = {
    ...real,
    async handle(asked) {
      if (asked.stream !== MASS_ACTS_STREAM) return real.handle(asked);
      // As a stream that nothing was ever requested in decides: there is nothing to complete.
      const { initialState } = asked.decider;
      const ended = { kind: 'clear', requestId: id(), count: 0, total: '0' };
      const after = { ...initialState, ended };
      return { ...(await real.handle({ ...asked, dryRun: true })), events: [], after };
    },
  };
  const { ports } = portsFor([]);
  await expect(massActProcess(ledger.store, behind, ports).handle(event)).rejects.toMatchObject({
    name: 'LedgerUnavailable',
    cause: new Error(`the node that was asked does not know of mass act ${requestId} yet`),
  });
  await massActProcess(ledger.store, real, ports).handle(event);
  // Told once more it is left alone.
  await massActProcess(ledger.store, real, ports).handle(event);
  const completed = (await ledger.readAll()).filter(
    ({ type, data }) =>
      type === 'MassClearCompleted' && (data as { readonly requestId: string }).requestId === requestId,
  );
  expect(completed).toMatchObject([{ data: { count: 0, total: '0' } }]);
});
