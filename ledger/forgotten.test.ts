import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountEvent } from '../contracts/events/account.ts';
import { streamOf } from '../contracts/events/ledger-event.ts';
import type { RewardDayEvent } from '../contracts/events/rewards-by-hand.ts';
import { ONE_EVO } from '../contracts/money.ts';
import { recordDenial, recordUnnoted } from './access-log/record.ts';
import { changeUsername } from './accounts/change-username.ts';
import { grantByAdmin } from './accounts/grant-reward.ts';
import { openAccount } from './accounts/open-account.ts';
import { readAccount } from './accounts/read-account.ts';
import { NotAnAdmin } from './admins/admins.ts';
import { commands } from './audit/rules/commands.ts';
import type { AuditedEvent } from './audit/rules/rule.ts';
import type { Authorize } from './authorize.ts';
import type { CommandContext } from './command-context.ts';
import { CommandForgotten, IdempotencyKeyReused } from './domain-error.ts';
import { type EnvelopedEvent, envelop, hashInput, storedHash } from './envelope.ts';
import { type CommandHandler, createCommandHandler } from './handle-command.ts';
import { GENERATION } from './known-commands.ts';
import { StreamNumbers } from './proof/audit/stream-numbers.ts';
import { payApproved } from './rewards-by-hand/pay-approved.ts';
import { sendReward } from './rewards-by-hand/send-reward.ts';
import { startMemoryLedger } from './testing/memory-ledger.ts';
import { memorySnapshots } from './testing/memory-snapshots.ts';
import { newWallet, type TestLedgerNode, testContext } from './testing/start-ledger.ts';

let ledger: TestLedgerNode;
beforeEach(() => {
  ledger = startMemoryLedger();
});

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
const grant = (userId: string) => ({
  ...{ userId, amount: ONE_EVO, reason: 'Long' },
  ...{ dryRun: false, authorize: async () => undefined },
});
const process = () => createCommandHandler(ledger.store);

async function open(occurredAt: string): Promise<string> {
  const opening = testContext({ occurredAt });
  return (await openAccount(process(), { walletAddress: newWallet() }, opening)).userId;
}

/** So many commands as `grantByAdmin` writes them, each a second after the one before, straight in the ledger. */
async function append(userId: string, count: number): Promise<CommandContext[]> {
  const stream = streamOf('account', userId);
  const last = (await ledger.read(stream)).at(-1);
  if (!last) throw new Error('the account is not open');
  let end: Parameters<typeof envelop>[2] = { revision: last.revision, hash: storedHash(last) };
  const inputHash = hashInput({ operation: 'grant-reward', userId, amount: '1', reason: 'Long' });
  const contexts = Array.from({ length: count }, (_, n) => testContext({ occurredAt: at(n) }));
  const events = contexts.flatMap((context): readonly EnvelopedEvent[] => {
    const granted: AccountEvent = {
      type: 'RewardGranted',
      data: { grantId: context.commandId, amount: '1', source: 'admin', reason: 'Long' },
    };
    const enveloped = envelop([granted], { ...context, stream, inputHash }, end);
    end = enveloped.end;
    return enveloped.events;
  });
  await ledger.store.append(stream, events, last.revision);
  return contexts;
}

test('a key is remembered for a thousand commands at the least, and one that is older is neither known nor new', async () => {
  const userId = await open(at(-1));
  const contexts = await append(userId, 3 * GENERATION);
  const handler = process();
  const before = (await readAccount(handler, userId)).granted;
  // Of those that are remembered for sure, the oldest and some.
  for (const known of contexts.slice(-GENERATION).filter((_, n) => n % 200 === 0)) {
    expect((await grantByAdmin(handler, grant(userId), known)).replayed).toBe(true);
    const other = { ...grant(userId), reason: 'Another one' };
    await expect(grantByAdmin(handler, other, known)).rejects.toThrow(IdempotencyKeyReused);
  }
  const old = contexts[0]!;
  // Sent again later, under the time of its first sending or its own.
  for (const again of [{ ...old, occurredAt: at(10 ** 6), firstSentAt: old.occurredAt }, old]) {
    for (const one of [handler, process()]) {
      await expect(grantByAdmin(one, grant(userId), again)).rejects.toThrow(CommandForgotten);
    }
  }
  expect((await readAccount(process(), userId)).granted).toBe(before);
  // What is newer than all that was forgotten is new, and not looked for.
  const fresh = testContext({ occurredAt: at(10 ** 6) });
  expect((await grantByAdmin(handler, grant(userId), fresh)).replayed).toBe(false);
});

test('what times cannot tell is looked up in the stream: a clock that was years ahead stops nobody', async () => {
  const userId = await open('2030-01-01T00:00:00.000Z');
  const [first] = await append(userId, 2 * GENERATION + 1);
  if (!first) throw new Error('there is a first command');
  const handler = process();
  const before = (await readAccount(handler, userId)).granted;
  expect((await grantByAdmin(handler, grant(userId), testContext())).after.granted).toBe(before + ONE_EVO);
  const again = { ...first, firstSentAt: at(10 ** 6) };
  expect((await grantByAdmin(handler, grant(userId), again)).replayed).toBe(true);
  expect((await readAccount(process(), userId)).granted).toBe(before + ONE_EVO);
});

test('whoever is looked up in a long stream and comes second is looked up no second time from its beginning', async () => {
  const userId = await open('2030-01-01T00:00:00.000Z');
  await append(userId, 2 * GENERATION + 1);
  let fromTheFirst = 0;
  let isMeanwhile = false;
  const store: typeof ledger.store = {
    ...ledger.store,
    readPage(stream, from, ...call) {
      if (from === 0n) fromTheFirst += 1;
      return ledger.store.readPage(stream, from, ...call);
    },
    async append(...call) {
      // Another replica is faster, once.
      if (!isMeanwhile) {
        isMeanwhile = true;
        await grantByAdmin(process(), grant(userId), testContext());
      }
      return ledger.store.append(...call);
    },
  };
  const handler = createCommandHandler(store);
  const before = (await readAccount(handler, userId)).granted;
  fromTheFirst = 0;
  const done = await grantByAdmin(handler, grant(userId), testContext());
  expect(done).toMatchObject({ replayed: false, after: { granted: before + 2n * ONE_EVO } });
  expect(fromTheFirst).toBe(1);
});

test('a command that is as long ago, of a stream that has forgotten nothing, is new', async () => {
  const userId = await open(at(0));
  await append(userId, 5);
  const long = testContext({ commandId: randomUUID(), occurredAt: at(-(10 ** 6)) });
  expect((await grantByAdmin(process(), grant(userId), long)).replayed).toBe(false);
});

test('what the program does by itself may come however late, and is done once', async () => {
  const userId = await open(at(-2));
  await append(userId, 2 * GENERATION + 1);
  const handler = process();
  const before = (await readAccount(handler, userId)).granted;
  const approved = {
    ...{ requestId: randomUUID(), approvedBy: newWallet(), most: 10n ** 9n * ONE_EVO, dryRun: false },
    ...{ userId, amount: ONE_EVO, reason: 'Approved long ago' },
  };
  const approval = testContext({ occurredAt: at(-1) });
  for (const replayed of [false, true]) {
    expect((await payApproved(handler, approved, approval)).replayed).toBe(replayed);
  }
  // Another process, after ever more of what people do.
  await append(userId, 2 * GENERATION + 1);
  expect((await payApproved(process(), approved, approval)).replayed).toBe(true);
  const granted = (await readAccount(process(), userId)).granted - before;
  expect(granted).toBe(BigInt(2 * GENERATION + 2) * ONE_EVO);
});

test('a count of refusals that has waited long is recorded, whatever others have noted meanwhile', async () => {
  const handler = process();
  const actor = { kind: 'user', wallet: newWallet() } as const;
  const deny = (n: number) =>
    recordDenial(handler, `GET /api/admin/${n}`, testContext({ occurredAt: at(n), actor }));
  for (let n = 1; n <= 2 * GENERATION + 1; n++) await deny(n);
  const count = { from: at(0), to: at(0), count: 7, wallets: 1, most: [{ wallet: newWallet(), count: 7 }] };
  const waiting = testContext({ occurredAt: count.to, actor: { kind: 'system' } });
  for (const replayed of [false, true]) {
    expect((await recordUnnoted(process(), count, waiting)).replayed).toBe(replayed);
  }
});

/** Rewards that were sent on the day, a second apart: so many that the day has forgotten the first of them. */
async function crowdedDay(userId: string): Promise<{ stream: string; first: CommandContext }> {
  const stream = streamOf('rewards-by-hand', at(0).slice(0, 10));
  const contexts = Array.from({ length: 3 * GENERATION }, (_, n) => testContext({ occurredAt: at(n) }));
  let end: Parameters<typeof envelop>[2];
  const events = contexts.map((context) => {
    const reserved: RewardDayEvent = {
      type: 'RewardReserved',
      data: { grantId: context.commandId, userId, amount: '0.001', limit: '1000' },
    };
    const enveloped = envelop([reserved], { ...context, stream, inputHash: '0'.repeat(64) }, end);
    end = enveloped.end;
    return enveloped.events;
  });
  await ledger.store.append(stream, events.flat(), undefined);
  return { stream, first: contexts[0]! };
}

function sendTo(
  userId: string,
  context: Partial<CommandContext>,
  authorize: Authorize = async () => undefined,
) {
  const wallet = newWallet();
  const reward = {
    ...{ ...grant(userId), authorize, by: wallet, hands: async () => (hand: string) => hand },
    limits: { reward: 10n * ONE_EVO, day: 1_000n * ONE_EVO, account: 10_000n * ONE_EVO },
  };
  return sendReward(process(), reward, testContext({ ...context, actor: { kind: 'admin', wallet } }));
}

/** Whether each command has one effect in each stream, by the auditor's own rule. */
async function auditCommands(): Promise<void> {
  const rule = commands();
  const streams = new StreamNumbers();
  // Of the program's own types.
  for (const event of (await ledger.readAll()) as unknown as AuditedEvent[]) {
    rule.add(event, undefined, streams.of(event.stream));
  }
}

/** A key of long ago: nothing outside of the ledger knows it any more, so that it comes as if for the first time. */
const afterRetention = (key: string, userId: string, more: Partial<CommandContext> = {}) =>
  testContext({ commandId: uuidv5(userId, key), occurredAt: at(10 ** 6), ...more });

describe('a key that nobody but the ledger has known', () => {
  const key = randomUUID();
  const rename = (handler: CommandHandler, userId: string, context: CommandContext) =>
    changeUsername(handler, { userId, username: `Anna_${userId.slice(0, 8)}` }, context);

  test('has no second effect once the account has forgotten it: what the auditor reads is sound', async () => {
    const userId = await open(at(-2));
    const sent = testContext({ commandId: uuidv5(userId, key), occurredAt: at(-1) });
    await rename(process(), userId, sent);
    await append(userId, 2 * GENERATION);
    const other = { userId, username: `Berta_${userId.slice(0, 8)}` };
    const snapshots = memorySnapshots();
    const again = afterRetention(key, userId);
    // With what was kept of the stream, and without.
    for (const one of [createCommandHandler(ledger.store, { snapshots }), process()]) {
      await expect(rename(one, userId, again)).rejects.toThrow(CommandForgotten);
      await expect(changeUsername(one, other, again)).rejects.toThrow(CommandForgotten);
    }
    expect(snapshots.kept).not.toHaveLength(0);
    await auditCommands();
    const renamed = (await ledger.read(streamOf('account', userId))).filter(
      ({ type }) => type === 'UsernameChanged',
    );
    expect(renamed).toHaveLength(1);
    // Under another key it is a new command.
    expect(await changeUsername(process(), other, afterRetention(randomUUID(), userId))).toMatchObject({
      replayed: false,
    });
    await auditCommands();
  });

  test('has one effect from two replicas on an account that has forgotten others', async () => {
    const userId = await open(at(-2));
    await append(userId, 2 * GENERATION + 1);
    const sent = afterRetention(randomUUID(), userId);
    const later = { ...sent, occurredAt: at(10 ** 6 + 1), firstSentAt: sent.occurredAt };
    const both = [sent, later].map((sending) => grantByAdmin(process(), grant(userId), sending));
    const answers = await Promise.all(both);
    expect(answers.map(({ replayed }) => replayed).toSorted()).toEqual([false, true]);
    // A third sending is answered as the first, also when others were in between.
    await append(userId, GENERATION - 1);
    expect((await grantByAdmin(process(), grant(userId), sent)).replayed).toBe(true);
    await auditCommands();
  });

  test('of an admin who acts on such an account is forgotten by it alike, and takes no place in a day', async () => {
    const userId = await open(at(-2));
    const admin = randomUUID();
    const commandId = uuidv5(admin, key);
    await sendTo(userId, { commandId, occurredAt: at(-1) });
    await append(userId, 2 * GENERATION);
    const again = afterRetention(key, admin);
    await expect(sendTo(userId, again)).rejects.toThrow(CommandForgotten);
    expect(await ledger.read(streamOf('rewards-by-hand', at(10 ** 6).slice(0, 10)))).toEqual([]);
    // Whatever the account's owner has sent stops no admin: theirs are other ids.
    expect(await sendTo(userId, afterRetention(randomUUID(), admin))).toMatchObject({ replayed: false });
    await auditCommands();
  });

  test('is looked up in the stream where the program acts by itself under its id', async () => {
    const userId = await open(at(-2));
    const [first] = await append(userId, 2 * GENERATION + 1);
    const byProgram = testContext({
      ...{ commandId: first!.commandId, occurredAt: at(10 ** 6) },
      actor: { kind: 'system' },
    });
    expect((await grantByAdmin(process(), grant(userId), byProgram)).replayed).toBe(true);
    const other = { ...grant(userId), reason: 'Another one' };
    await expect(grantByAdmin(process(), other, byProgram)).rejects.toThrow(IdempotencyKeyReused);
    await auditCommands();
  });
});

test('a reward that was first sent before a day on which thousands were sent is no forgotten one of that day', async () => {
  const userId = await open(at(-1));
  await crowdedDay(userId);
  const sent = sendTo(userId, { occurredAt: at(10_000), firstSentAt: at(-86_400) });
  expect(await sent).toMatchObject({ above: undefined, replayed: false });
});

test('a reward that was refused, and is sent again behind thousands of that day, is refused as before, and sent where it may be by then', async () => {
  const userId = await open(at(-1));
  const { first } = await crowdedDay(userId);
  const again = { commandId: randomUUID(), occurredAt: at(10_000), firstSentAt: first.occurredAt };
  const refused = sendTo(userId, again, async () => {
    throw new NotAnAdmin();
  });
  await expect(refused).rejects.toThrow(NotAnAdmin);
  expect(await sendTo(userId, again)).toMatchObject({ above: undefined, replayed: false });
  expect(await sendTo(userId, again)).toMatchObject({ above: undefined, replayed: true });
  await auditCommands();
});

test('a reward that has its place in the day, and is sent again behind thousands of that day, takes no second one under its id', async () => {
  const userId = await open(at(-1));
  const { stream, first } = await crowdedDay(userId);
  const { commandId } = first;
  const again = { commandId, occurredAt: at(10_000), firstSentAt: first.occurredAt };
  await expect(sendTo(userId, again)).rejects.toThrow(CommandForgotten);
  const places = (await ledger.read(stream)).filter(({ metadata }) => metadata.commandId === commandId);
  expect(places).toHaveLength(1);
});
