import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import type { CommandContext } from './command-context.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { type FaultProxy, startFaultProxy } from './embedded/testing/fault-proxy.ts';
import { startTemporaryStore, type TemporaryStore } from './embedded/testing/temporary-store.ts';
import { connectEventStore, type EventStore } from './event-store.ts';
import { type CommandHandler, createCommandHandler } from './handle-command.ts';

/** What a command may take: its own limit, and a moment for a busy machine. */
const IN_TIME_MS = 4_000;

let node: TemporaryStore;
let proxy: FaultProxy;
let store: EventStore;
/** Past the proxy, to look at what is there. */
let direct: EventStore;
let handler: CommandHandler;

beforeAll(async () => {
  node = await startTemporaryStore();
  proxy = await startFaultProxy(node.store.port);
  store = connectEventStore(proxy.connectionString);
  direct = connectEventStore(node.store.connectionString);
  handler = createCommandHandler(store);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await store.close();
  await direct.close();
  await proxy.close();
  await node.dispose();
});

const context = (commandId: string = randomUUID()): CommandContext => ({
  commandId,
  actor: { kind: 'user' },
  occurredAt: new Date().toISOString(),
  correlationId: randomUUID(),
});

async function newAccount(): Promise<string> {
  const walletAddress = `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`;
  return (await openAccount(handler, { walletAddress }, context())).userId;
}

const grant = (userId: string, commandId: string) =>
  grantByAdmin(
    handler,
    { userId, amount: ONE_EVO, reason: 'Fault', dryRun: false, authorize: async () => undefined },
    context(commandId),
  );

/** One sending of a command: true when it was acknowledged. It always comes to an end in time. */
async function sendOnce(userId: string, commandId: string): Promise<boolean> {
  const started = performance.now();
  try {
    await grant(userId, commandId);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerUnavailable);
    return false;
  } finally {
    expect(performance.now() - started).toBeLessThan(IN_TIME_MS);
  }
}

/** As a client does: the same command under the same id until it is acknowledged. */
async function sendUntilDone(userId: string, commandId: string): Promise<void> {
  for (let tries = 1; !(await sendOnce(userId, commandId)); tries++) {
    if (tries === 20) throw new Error('the command was never acknowledged');
  }
}

async function expectEachOnce(userId: string, commandIds: readonly string[]): Promise<void> {
  const written: string[] = [];
  for await (const { type, data, metadata } of direct.readStream(streamOf('account', userId), 0n)) {
    if (type === 'RewardGranted' && 'source' in data && data.source === 'admin')
      written.push(metadata.commandId);
  }
  expect(written.sort()).toEqual([...commandIds].sort());
}

test('cut in the middle of a request or of an answer, again and again: each command is done once', async () => {
  const userId = await newAccount();
  const commandIds = Array.from({ length: 24 }, () => randomUUID());
  for (const [index, commandId] of commandIds.entries()) {
    const direction = index % 2 === 0 ? 'to-server' : 'to-client';
    proxy.inject({ kind: 'cut', afterBytes: 1 + ((index * 97) % 900), direction });
    await sendOnce(userId, commandId);
    proxy.heal();
    await sendUntilDone(userId, commandId);
  }
  await expectEachOnce(userId, commandIds);
});

test('connections reset under parallel commands: each command is done once', async () => {
  const userIds = await Promise.all(Array.from({ length: 4 }, newAccount));
  const work = userIds.map(async (userId) => {
    const commandIds = Array.from({ length: 25 }, () => randomUUID());
    for (const commandId of commandIds) await sendUntilDone(userId, commandId);
    return { userId, commandIds };
  });
  const ended = Promise.all(work).then(() => true);
  while (!(await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 60, false))])))
    proxy.reset();
  for (const { userId, commandIds } of await Promise.all(work)) await expectEachOnce(userId, commandIds);
});

test.each(['to-server', 'to-client'] as const)(
  'a black hole %s: the answer comes in time, and the same command is done once when it is gone',
  async (direction) => {
    const userId = await newAccount();
    const commandIds = Array.from({ length: 5 }, () => randomUUID());
    proxy.inject({ kind: 'black-hole', direction });
    const answers = await Promise.all(commandIds.map((commandId) => sendOnce(userId, commandId)));
    expect(answers).toEqual(commandIds.map(() => false));
    proxy.heal();
    proxy.reset();
    await Promise.all(commandIds.map((commandId) => sendUntilDone(userId, commandId)));
    await expectEachOnce(userId, commandIds);
  },
);

test('a slow line only takes longer', async () => {
  const userId = await newAccount();
  proxy.inject({ kind: 'slow', milliseconds: 40 });
  const commandIds = Array.from({ length: 5 }, () => randomUUID());
  for (const commandId of commandIds) expect(await sendOnce(userId, commandId)).toBe(true);
  await expectEachOnce(userId, commandIds);
});
