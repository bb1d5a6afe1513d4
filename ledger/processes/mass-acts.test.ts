import { v5 as uuidv5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import { clearBalance } from '../accounts/clear-balance.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { openAccount } from '../accounts/open-account.ts';
import { NotUndoable, undoOnAccount } from '../accounts/undo-act.ts';
import { IdempotencyKeyReused, LedgerUnavailable } from '../domain-error.ts';
import { envelop, type StoredEvent, storedHash } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { GENERATION } from '../known-commands.ts';
import { MASS_ACTS_STREAM } from '../mass-acts/mass-acts.ts';
import { requestMassAct } from '../mass-acts/request-mass-act.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { type MassActPorts, type MassActProgress, massActProcess } from './mass-acts.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const id = () => crypto.randomUUID();
const admin = () => testContext({ actor: { kind: 'admin', wallet: newWallet() } });
const handler = () => createCommandHandler(ledger.store);

/** With 100 EVO of a welcome. */
const open = async () => (await openAccount(handler(), { walletAddress: newWallet() }, testContext())).userId;

async function tell(userId: string, command: AccountCommand): Promise<void> {
  const request = { stream: streamOf('account', userId), decider: account, command, input: { id: id() } };
  await handler().handle({ ...testContext(), ...request });
}
const earn = (userId: string, evo: bigint) =>
  tell(userId, {
    type: 'GrantReward',
    grantId: id(),
    amount: evo * ONE_EVO,
    source: 'streak',
    reason: 'Streak',
  });
const claim = (userId: string) => tell(userId, { type: 'ClaimRewards', claimId: id() });
const figures = async (userId: string) => {
  const { granted, claimed } = await handler().read(streamOf('account', userId), account);
  return [formatEvo(granted), formatEvo(claimed)];
};

type Kind = Parameters<typeof requestMassAct>[1]['act'];

async function request(act: Kind): Promise<StoredEvent> {
  const context = admin();
  const asked = { act, reason: 'New season', dryRun: false, authorize: async () => undefined };
  await requestMassAct(handler(), asked, context);
  const event = (await ledger.readAll()).findLast(({ metadata }) => metadata.commandId === context.commandId);
  if (!event) throw new Error('the request is not in the ledger');
  return event;
}

/** The accounts of a test; what was saved of the progress can be lost. */
function portsFor(users: readonly string[]) {
  const progress = new Map<string, MassActProgress>();
  const ports: MassActPorts = {
    accounts: async (_at, after, limit) => {
      return users
        .toSorted()
        .filter((user) => after === undefined || user > after)
        .slice(0, limit)
        .map((userId) => ({ userId, revision: 0n }));
    },
    loadProgress: async (requestId) => progress.get(requestId),
    saveProgress: async (requestId, reached) => {
      progress.set(requestId, reached);
    },
  };
  return { ports, progress };
}

const carryOut = (event: StoredEvent, ports: MassActPorts) =>
  massActProcess(ledger.store, handler(), ports).handle(event);

/** Where rewards are to be restored, they are reset first. */
async function requestOf(kind: Kind['kind'], users: readonly string[]): Promise<StoredEvent> {
  if (kind !== 'restore') return request({ kind });
  const reset = await request({ kind: 'reset' });
  await carryOut(reset, portsFor(users).ports);
  return request({ kind, resetId: reset.metadata.commandId });
}

async function completed(): Promise<unknown> {
  return (await ledger.readAll()).findLast(({ type }) => /^Mass\w+Completed$/.test(type))?.data;
}

describe('an act on all accounts takes what stood when it was requested', () => {
  test('a reset leaves what was earned since, and a restore gives back exactly what it took', async () => {
    const [idle, earner, claimer, both] = [await open(), await open(), await open(), await open()];
    const users = [idle, earner, claimer, both];
    const event = await request({ kind: 'reset' });
    await earn(earner, 7n);
    await claim(claimer);
    await claim(both);
    await earn(both, 3n);
    const { ports } = portsFor(users);
    await carryOut(event, ports);
    expect(await Promise.all(users.map(figures))).toEqual([
      ['0', '0'],
      ['7', '0'],
      ['0', '0'],
      ['3', '0'],
    ]);
    const requestId = event.metadata.commandId;
    expect(await completed()).toEqual({ requestId, count: 4, total: '400' });

    await carryOut(await request({ kind: 'restore', resetId: requestId }), portsFor(users).ports);
    expect(await Promise.all(users.map(figures))).toEqual([
      ['100', '0'],
      ['107', '0'],
      ['100', '100'],
      ['103', '100'],
    ]);
  });

  test('a clear takes neither what was claimed nor what was earned since', async () => {
    const [idle, earner, claimer, both] = [await open(), await open(), await open(), await open()];
    const users = [idle, earner, claimer, both];
    const event = await request({ kind: 'clear' });
    await earn(earner, 7n);
    await claim(claimer);
    await claim(both);
    await earn(both, 3n);
    await carryOut(event, portsFor(users).ports);
    expect(await Promise.all(users.map(figures))).toEqual([
      ['0', '0'],
      ['7', '0'],
      ['100', '100'],
      ['103', '100'],
    ]);
    expect(await completed()).toMatchObject({ count: 2, total: '200' });
  });

  test.each(['clear', 'reset', 'restore'] as const)(
    'a %s leaves nobody out whose last events a node lacks: it waits for one that has them',
    async (kind) => {
      const users = [await open(), await open()];
      const [first = ''] = users;
      const lastOf = async (userId: string) =>
        (await ledger.read(streamOf('account', userId))).at(-1)?.revision ?? 0n;
      const event = await requestOf(kind, users);
      // What a node lacks that is behind by one event: the account's bonus, or that it was reset.
      const last = await lastOf(first);
      let isBehind = true;
      const store: EventStore = {
        ...ledger.store,
        async readPage(...call) {
          const page = await ledger.store.readPage(...call);
          return page.filter(
            ({ stream, revision }) => !isBehind || stream !== streamOf('account', first) || revision < last,
          );
        },
      };
      const { ports } = portsFor(users);
      const known: MassActPorts = {
        ...ports,
        accounts: async (...call) =>
          Promise.all(
            (await ports.accounts(...call)).map(async ({ userId }) => ({
              userId,
              revision: await lastOf(userId),
            })),
          ),
      };
      const { handle } = massActProcess(store, createCommandHandler(store), known);
      await expect(handle(event)).rejects.toBeInstanceOf(LedgerUnavailable);
      isBehind = false;
      await handle(event);
      expect(await completed()).toMatchObject({ count: 2, total: '200' });
      const figure = kind === 'restore' ? '100' : '0';
      expect(await Promise.all(users.map(figures))).toEqual([
        [figure, '0'],
        [figure, '0'],
      ]);
    },
  );

  test('a clear passes over who was removed, whose rewards a reset takes as well', async () => {
    const [removed, there] = [await open(), await open()];
    await tell(removed, { type: 'RemoveAccount', reason: 'Abuse' });
    await carryOut(await request({ kind: 'clear' }), portsFor([removed, there]).ports);
    expect(await completed()).toMatchObject({ count: 1, total: '100' });
    await carryOut(await request({ kind: 'reset' }), portsFor([removed, there]).ports);
    expect(await completed()).toMatchObject({ count: 1, total: '100' });
    expect(await Promise.all([removed, there].map(figures))).toEqual([
      ['0', '0'],
      ['0', '0'],
    ]);
  });

  test('long after it, with much in between', async () => {
    const user = await open();
    for (let n = 0; n < 30; n++) await earn(user, 1n);
    const event = await request({ kind: 'reset' });
    for (let n = 0; n < 40; n++) await earn(user, 1n);
    await carryOut(event, portsFor([user]).ports);
    expect(await figures(user)).toEqual(['40', '0']);
  });
});

test('carried out twice at once, and again without its progress: each account once, and the same count', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, open));
  const event = await request({ kind: 'reset' });
  await Promise.all(users.map((user) => earn(user, 1n)));
  const { ports, progress } = portsFor(users);
  // Who dies behind the page and before the act's end.
  const died = new Error('the program is dead');
  const dying: MassActPorts = { ...ports, saveProgress: () => Promise.reject(died) };
  await expect(carryOut(event, dying)).rejects.toThrow(died);
  await Promise.all(users.map((user) => earn(user, 1n)));
  await Promise.all([carryOut(event, ports), carryOut(event, portsFor(users).ports)]);
  progress.clear();
  await carryOut(event, ports);
  expect(await Promise.all(users.map(figures))).toEqual(users.map(() => ['2', '0']));
  expect(await completed()).toMatchObject({ count: 20, total: '2000' });
  const cause = { process: 'mass-act-requests', position: expect.any(String) };
  const reset = (await ledger.read(streamOf('account', users[0] ?? ''))).find(
    ({ type }) => type === 'RewardsReset',
  );
  expect(reset?.metadata).toMatchObject({ cause, actor: { kind: 'system' } });
});

test.each(['clear', 'reset', 'restore'] as const)(
  'a %s is carried out on everybody and ends, also where a user has sent something under the id of the request for a key',
  async (kind) => {
    const users = [await open(), await open(), await open()];
    const [, presumptuous = ''] = users.toSorted();
    const event = await requestOf(kind, users);
    const { requestId } = event.data as { readonly requestId: string };
    // The id of a person's command follows from whose it is and the key, which is whatever they like; and requests are public.
    const stream = streamOf('account', presumptuous);
    const command: AccountCommand = { type: 'CheckIn', day: '2026-01-02', grantId: id() };
    const context = testContext({ commandId: uuidv5(presumptuous, requestId) });
    const own = { ...context, stream, decider: account, command, input: { id: id() } };
    await handler().handle(own);
    const { ports, progress } = portsFor(users);
    const died = new Error('the program is dead');
    await expect(carryOut(event, { ...ports, saveProgress: () => Promise.reject(died) })).rejects.toThrow(
      died,
    );
    await carryOut(event, ports);
    progress.clear();
    await carryOut(event, ports);
    expect(await completed()).toEqual({ requestId, count: 3, total: '300' });
    const [all, more] = kind === 'restore' ? ['100', '101'] : ['0', '1'];
    expect(await Promise.all(users.map(figures))).toEqual(
      users.map((user) => [user === presumptuous ? more : all, '0']),
    );
    // It stays the user's own command.
    expect(await handler().handle(own)).toMatchObject({ replayed: true });
  },
);

describe.each(['clear', 'reset', 'restore'] as const)('what a %s did to an account', (kind) => {
  test('is done under an id that stays its own: whoever sends the id of its request for a key is refused, for ever', async () => {
    const user = await open();
    const event = await requestOf(kind, [user]);
    await carryOut(event, portsFor([user]).ports);
    const { requestId } = event.data as { readonly requestId: string };
    const stream = streamOf('account', user);
    const commandId = uuidv5(user, requestId);
    const command: AccountCommand = { type: 'JoinWhitelist' };
    const send = () =>
      handler().handle({
        ...testContext({ commandId }),
        ...{ stream, decider: account, command, input: { id: id() } },
      });
    await expect(send()).rejects.toThrow(IdempotencyKeyReused);
    // Nor behind other acts on all accounts.
    await earn(user, 1n);
    await carryOut(await request({ kind: 'clear' }), portsFor([user]).ports);
    await expect(send()).rejects.toThrow(IdempotencyKeyReused);
    const under = (await ledger.read(stream)).filter(({ metadata }) => metadata.commandId === commandId);
    expect(under).toHaveLength(1);
  });
});

/** So many commands of the user that the stream remembers nothing of what people sent before them. */
async function sendVeryMuch(userId: string): Promise<void> {
  const stream = streamOf('account', userId);
  const last = (await ledger.read(stream)).at(-1);
  if (!last) throw new Error('the account is not open');
  let end: Parameters<typeof envelop>[2] = { revision: last.revision, hash: storedHash(last) };
  const event = { type: 'CheckedIn', data: { day: '2026-01-02', streak: 1 } };
  const events = Array.from({ length: 2 * GENERATION + 1 }, () => {
    const enveloped = envelop([event], { ...testContext(), stream, inputHash: '0'.repeat(64) }, end);
    end = enveloped.end;
    return enveloped.events;
  }).flat();
  for (let at = 0; at < events.length; at += 500) {
    await ledger.store.append(stream, events.slice(at, at + 500), last.revision + BigInt(at));
  }
}

describe.each(['clear', 'reset', 'restore'] as const)('a %s of who has sent very much', (kind) => {
  async function begin() {
    const user = await open();
    const { ports } = portsFor([user]);
    const known: MassActPorts = {
      ...ports,
      accounts: async (...call) => {
        const last = (await ledger.read(streamOf('account', user))).at(-1)?.revision ?? 0n;
        return (await ports.accounts(...call)).map(({ userId }) => ({ userId, revision: last }));
      },
    };
    const event = await requestOf(kind, [user]);
    const { requestId } = event.data as { readonly requestId: string };
    const idOf = uuidv5(user, requestId);
    const under = async () =>
      (await ledger.read(streamOf('account', user))).filter(({ metadata }) => metadata.commandId === idOf);
    return { user, event, known, requestId, idOf, under };
  }

  test('takes no id that the user has used and the stream has forgotten', async () => {
    const { user, event, known, requestId, idOf, under } = await begin();
    const command: AccountCommand = { type: 'JoinWhitelist' };
    const own = { stream: streamOf('account', user), decider: account, command, input: { id: id() } };
    await handler().handle({ ...testContext({ commandId: idOf }), ...own });
    await sendVeryMuch(user);
    await carryOut(event, known);
    expect(await completed()).toEqual({ requestId, count: 1, total: '100' });
    expect(await figures(user)).toEqual([kind === 'restore' ? '100' : '0', '0']);
    expect((await under()).map(({ type }) => type)).toEqual(['WhitelistJoined']);
  });

  test('is found done where that was before, and counted once', async () => {
    const { user, event, known, requestId, under } = await begin();
    const died = new Error('the program is dead');
    await expect(carryOut(event, { ...known, saveProgress: () => Promise.reject(died) })).rejects.toThrow(
      died,
    );
    expect(await under()).toHaveLength(1);
    await sendVeryMuch(user);
    await carryOut(event, known);
    expect(await completed()).toEqual({ requestId, count: 1, total: '100' });
    expect(await figures(user)).toEqual([kind === 'restore' ? '100' : '0', '0']);
  });
});

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

test('an act that is over is left alone, also when others have come since and one of them is under way', async () => {
  const { ports } = portsFor([await open()]);
  const first = await request({ kind: 'clear' });
  await carryOut(first, ports);
  await carryOut(await request({ kind: 'clear' }), ports);
  const underWay = await request({ kind: 'clear' });
  const { length } = await ledger.readAll();
  await carryOut(first, ports);
  expect(await ledger.readAll()).toHaveLength(length);
  await carryOut(underWay, ports);
});

/** Clears an account by itself, and says what undoing that does. */
async function clearAlone(userId: string) {
  const act = { userId, reason: 'Mistake', dryRun: false, authorize: async () => undefined };
  const { events, position: at } = await clearBalance(handler(), act, admin());
  const [event] = events;
  if (!event || !at) throw new Error('nothing was cleared');
  return (dryRun = false) =>
    undoOnAccount(handler(), ledger.store, { ...act, dryRun, undone: event.id, at }, admin());
}

test('what a reset has overtaken is not given back: an undone clear pays nothing after it', async () => {
  const user = await open();
  const undo = await clearAlone(user);
  expect((await undo(true)).events).toHaveLength(1);
  await earn(user, 7n);
  await carryOut(await request({ kind: 'reset' }), portsFor([user]).ports);
  await expect(undo()).rejects.toBeInstanceOf(NotUndoable);
  expect(await figures(user)).toEqual(['0', '0']);
});

test('nor is what was cleared before a reset that found nothing there any more', async () => {
  const [before, meanwhile] = [await open(), await open()];
  const undos = [await clearAlone(before)];
  const event = await request({ kind: 'reset' });
  // Its turn is still to come.
  undos.push(await clearAlone(meanwhile));
  await carryOut(event, portsFor([before, meanwhile]).ports);
  expect(await completed()).toMatchObject({ count: 0 });
  for (const undo of undos) {
    for (const dryRun of [true, false]) await expect(undo(dryRun)).rejects.toBeInstanceOf(NotUndoable);
  }
  expect(await Promise.all([before, meanwhile].map(figures))).toEqual([
    ['0', '0'],
    ['0', '0'],
  ]);
});

test('what was earned behind a reset and cleared then is given back, also while others wait for their turn', async () => {
  const [after, meanwhile] = [await open(), await open()];
  const event = await request({ kind: 'reset' });
  const { ports } = portsFor([after, meanwhile]);
  const died = new Error('the program is dead');
  const dying: MassActPorts = { ...ports, saveProgress: () => Promise.reject(died) };
  await expect(carryOut(event, dying)).rejects.toThrow(died);
  await earn(meanwhile, 7n);
  const undos = [await clearAlone(meanwhile)];
  await carryOut(event, ports);
  await earn(after, 7n);
  undos.push(await clearAlone(after));
  // An act of another kind overtakes nothing.
  await carryOut(await request({ kind: 'clear' }), ports);
  for (const undo of undos) expect((await undo()).events).toHaveLength(1);
  expect(await Promise.all([after, meanwhile].map(figures))).toEqual([
    ['7', '0'],
    ['7', '0'],
  ]);
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
