import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { parseSum } from '../../contracts/money.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { MASS_ACTS_STREAM } from '../mass-acts/mass-acts.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import type { TestLedgerNode } from '../testing/start-ledger.ts';
import { type MassActPorts, massActProcess } from './mass-acts.ts';
import { massActsOn, portsFor } from './testing/mass-act-stage.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const { tell, request, carryOut, open, earn, claim, figures, requestOf, completed } = massActsOn(
  () => ledger,
);

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

describe('on a store that is short of breath', () => {
  test('fewer accounts at once, and no page anew: it ends the first time it is told', async () => {
    const users = await Promise.all(Array.from({ length: 100 }, open));
    const event = await request({ kind: 'reset' });
    const handler = createCommandHandler(ledger.store);
    const answered: string[] = [];
    let underWay = 0;
    // What the ninth at once asks for is answered too late: whether it was done nobody knows.
    const breathless: CommandHandler = {
      ...handler,
      async handle(request) {
        underWay += 1;
        const isLate = underWay > 8;
        const done = await handler.handle(request).finally(() => {
          underWay -= 1;
        });
        if (isLate) throw new LedgerUnavailable('no answer in 245 ms');
        answered.push(request.stream);
        return done;
      },
    };
    const { ports } = portsFor(users);
    await massActProcess(ledger.store, breathless, ports).handle(event);
    expect(await completed()).toMatchObject({ count: 100, total: '10000' });
    expect(await Promise.all(users.map(figures))).toEqual(users.map(() => ['0', '0']));
    // Nobody who had an answer was asked again.
    const accounts = users.map((user) => streamOf('account', user));
    expect(answered.toSorted()).toEqual([...accounts, MASS_ACTS_STREAM].toSorted());
  });

  test('what was done before an account that cannot be reached is saved, and counted once', async () => {
    const users = (await Promise.all(Array.from({ length: 150 }, open))).toSorted();
    const event = await request({ kind: 'reset' });
    const [silent = ''] = users.slice(120);
    let isSilent = true;
    const handler = createCommandHandler(ledger.store);
    const muted: CommandHandler = {
      ...handler,
      async handle(request) {
        if (isSilent && request.stream === streamOf('account', silent)) throw new LedgerUnavailable('muted');
        return handler.handle(request);
      },
    };
    const { ports, progress } = portsFor(users);
    const { handle } = massActProcess(ledger.store, muted, ports);
    await expect(handle(event)).rejects.toBeInstanceOf(LedgerUnavailable);
    expect([...progress.values()]).toEqual([{ after: users[119], count: 120, total: parseSum('12000') }]);
    isSilent = false;
    await handle(event);
    expect(await completed()).toMatchObject({ count: 150, total: '15000' });
    expect(await Promise.all(users.map(figures))).toEqual(users.map(() => ['0', '0']));
  });
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
