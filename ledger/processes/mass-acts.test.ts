import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { createCommandHandler } from '../handle-command.ts';
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
