import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { type ClusterStandIn, startClusterStandIn } from './embedded/testing/cluster-stand-in.ts';
import { type KillableNode, startKillableNode } from './embedded/testing/killable-node.ts';
import { temporaryFolder } from './embedded/testing/temporary-store.ts';
import { connectEventStore, type EventStore } from './event-store.ts';
import { type CommandHandler, createCommandHandler } from './handle-command.ts';
import { expectWholeChains } from './testing/expect-whole-chains.ts';
import { readLedger } from './testing/read-ledger.ts';
import { newWallet, testContext } from './testing/start-ledger.ts';

const FREEZES = Number(process.env.FREEZES ?? 7);
const KILLS = Number(process.env.KILLS ?? 7);
const FREEZE_MS = 6_000;
const ACCOUNTS = 12;
const CLIENTS = 24;
/** Two seconds pass at a real one before an append that overlaps another one has failed. */
const LIKE_EVENT_STORE_DB = { overlappingRetryFailsAfter: 2_000 };

let folder: string;
let node: KillableNode;
let standIn: ClusterStandIn;
/** One for both: the client's pending appends are shared by all clients of a process. */
let store: EventStore;
let handlers: CommandHandler[];

beforeAll(async () => {
  folder = await temporaryFolder();
  node = await startKillableNode(join(folder, 'ledger.sqlite'), LIKE_EVENT_STORE_DB);
  standIn = await startClusterStandIn(node.port);
  store = connectEventStore(standIn.connectionString);
  handlers = [createCommandHandler(store), createCommandHandler(store)];
});
afterAll(async () => {
  for (const handler of handlers) await handler.close();
  await store.close();
  await standIn.close();
  await node.kill();
  await rm(folder, { recursive: true, force: true });
});

const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
};

/** The same key again, at either handler and now and then at both at once, until one has said yes. */
async function untilAcknowledged<Result>(
  send: (handler: CommandHandler) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const chosen = Math.random() < 0.2 ? handlers : [pick(handlers)];
    const answers = await Promise.allSettled(chosen.map(send));
    for (const answer of answers) {
      if (answer.status === 'fulfilled') return answer.value;
      expect(answer.reason).toBeInstanceOf(LedgerUnavailable);
    }
    await delay(50);
  }
}

test(`two command handlers, ${FREEZES} freezes, ${KILLS} kills, cuts and deposed leaders: every chain whole, every key one effect`, async () => {
  const users = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const context = testContext();
      const walletAddress = newWallet();
      return (await untilAcknowledged((handler) => openAccount(handler, { walletAddress }, context))).userId;
    }),
  );
  const keys: { readonly userId: string; readonly commandId: string }[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const userId = pick(users);
      const context = testContext();
      keys.push({ userId, commandId: context.commandId });
      const command = {
        userId,
        amount: ONE_EVO,
        reason: 'Chaos',
        dryRun: false,
        authorize: async () => undefined,
      };
      await untilAcknowledged((handler) => grantByAdmin(handler, command, context));
    }
  });
  const troubles = [
    ...Array.from({ length: FREEZES }, () => freeze),
    ...Array.from({ length: KILLS }, () => kill),
    ...Array.from({ length: KILLS }, () => cut),
    ...Array.from({ length: KILLS }, () => depose),
  ].sort(() => Math.random() - 0.5);
  for (const trouble of troubles) {
    await delay(300 + Math.random() * 700);
    await trouble();
  }
  isOver = true;
  await Promise.all(clients);

  const direct = connectEventStore(node.connectionString);
  const events = await readLedger(direct);
  await direct.close();
  expectWholeChains(events);
  const effects = events.flatMap(({ type, stream, metadata }) =>
    type === 'RewardGranted' && keys.some(({ commandId }) => commandId === metadata.commandId)
      ? [`${stream} ${metadata.commandId}`]
      : [],
  );
  const expected = keys.map(({ userId, commandId }) => `${streamOf('account', userId)} ${commandId}`);
  expect(effects.sort()).toEqual(expected.sort());
  expect(keys.length).toBeGreaterThan(CLIENTS);
  expect(standIn.mostCalls()).toBeLessThan(100);
  process.stdout.write(`${keys.length} keys, ${events.length} events, ${troubles.length} troubles\n`);
});

async function freeze(): Promise<void> {
  standIn.freeze();
  await delay(FREEZE_MS);
  standIn.heal();
}

async function kill(): Promise<void> {
  await node.kill();
  node = await startKillableNode(join(folder, 'ledger.sqlite'), LIKE_EVENT_STORE_DB);
  standIn.moveTo(node.port);
}

async function cut(): Promise<void> {
  standIn.cut();
}

async function depose(): Promise<void> {
  standIn.depose();
  await delay(700);
  standIn.heal();
}
