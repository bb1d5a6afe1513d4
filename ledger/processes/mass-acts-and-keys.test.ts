import { v5 as uuidv5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { IdempotencyKeyReused } from '../domain-error.ts';
import { envelop, storedHash } from '../envelope.ts';
import { GENERATION } from '../known-commands.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { MassActPorts } from './mass-acts.ts';
import { id, massActsOn, portsFor } from './testing/mass-act-stage.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const { handler, request, carryOut, open, earn, figures, requestOf, completed } = massActsOn(() => ledger);

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
