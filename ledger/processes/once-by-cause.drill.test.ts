import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO, parseEvo } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { openAccount } from '../accounts/open-account.ts';
import { severalOfAccount } from '../accounts/several.ts';
import { Aggregates } from '../aggregates.ts';
import { Deadline } from '../deadline.ts';
import type { StoredEvent } from '../envelope.ts';
import { createCommandHandler } from '../handle-command.ts';
import { noSnapshots } from '../snapshots.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import { newWallet, startTestLedger, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { causeOf } from './process.ts';
import { referralRewards } from './referral-rewards.ts';
import { type RunningProcesses, startProcesses } from './start-processes.ts';
import { checkpointsInMemory } from './testing/scripted-store.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startTestLedger();
});
afterAll(() => ledger.stop());

const id = () => crypto.randomUUID();

async function open(referrerId?: string): Promise<string> {
  const wallet = { walletAddress: newWallet(), ...(referrerId && { referrerId }) };
  return (await openAccount(createCommandHandler(ledger.store), wallet, testContext())).userId;
}

/** So many grants that a referrer gets a share of, of 10 EVO each and more. */
async function earn(userId: string, grants: number): Promise<void> {
  const handler = createCommandHandler(ledger.store);
  for (let done = 0; done < grants; done += 50) {
    const commands = Array.from({ length: Math.min(50, grants - done) }, (_, n): AccountCommand => {
      const amount = 10n * ONE_EVO + BigInt(done + n) * 10n;
      return { type: 'GrantReward', grantId: id(), amount, source: 'social_task', reason: 'x' };
    });
    const request = { stream: streamOf('account', userId), decider: severalOfAccount, input: { id: id() } };
    await handler.handle({ ...testContext(), ...request, command: commands });
  }
}

/** A leader with a memory of its own, who begins at the start of the ledger. */
function leader(): RunningProcesses {
  return startProcesses({
    store: ledger.store,
    processes: [referralRewards(ledger.store, createCommandHandler(ledger.store))],
    checkpoints: checkpointsInMemory(),
    setAside: setAsideInMemory(),
    log: { warn: () => undefined, error: () => undefined },
  });
}

async function atTheEnd(running: RunningProcesses): Promise<void> {
  const isThere = async () => running.position()?.commit === (await ledger.store.head())?.commit;
  await expect.poll(isThere, { timeout: 240_000 }).toBe(true);
  expect(running.trouble()).toBeUndefined();
}

/** None of them goes on behind it, whatever becomes of it: it would pay for what the next test does. */
async function followToTheEnd(count: number): Promise<void> {
  const leaders = Array.from({ length: count }, leader);
  try {
    await Promise.all(leaders.map(atTheEnd));
  } finally {
    await Promise.all(leaders.map((running) => running.stop()));
  }
}

/** The events of an account. */
async function eventsOf(userId: string): Promise<StoredEvent<AccountEvent>[]> {
  // An account's stream holds account events only.
  return (await ledger.read(streamOf('account', userId))) as unknown as StoredEvent<AccountEvent>[];
}

async function commissions(userId: string) {
  return (await eventsOf(userId)).flatMap(({ type, data }) =>
    type === 'RewardGranted' && data.source === 'referral_commission' ? [data] : [],
  );
}

test('thousands of commissions, two leaders at once, then everything again: each is paid once', async () => {
  const anna = await open();
  const ben = await open(anna);
  await earn(ben, 2_100);
  await followToTheEnd(2);
  await followToTheEnd(1);

  const paid = await commissions(anna);
  const earned = (await eventsOf(ben)).filter(({ type }) => type === 'RewardGranted').slice(1);
  expect(paid.map(({ ref }) => ref)).toEqual(earned.map((event) => event.id));
  const tenth = earned.map(({ data }) => ('amount' in data ? parseEvo(data.amount) / 10n : 0n));
  expect(paid.map(({ amount }) => amount)).toEqual(tenth.map(formatEvo));

  const aggregates = new Aggregates({
    store: ledger.store,
    snapshots: noSnapshots,
    limit: 10,
    mostBytes: 1e6,
    onSnapshotTrouble: () => undefined,
    movedUntil: () => undefined,
    onCorrupt: () => undefined,
  });
  const { commands } = await aggregates.read(streamOf('account', anna), account, new Deadline());
  expect({ lasting: commands.lasting.size, causes: commands.causes.size }).toEqual({ lasting: 0, causes: 1 });
}, 600_000);

test('an event that is told late is paid once: after others, by two at once, and once more', async () => {
  const anna = await open();
  const ben = await open(anna);
  await earn(ben, 3);
  const grants = (await eventsOf(ben)).filter(({ type }) => type === 'RewardGranted').slice(1);
  const [first, second, third] = grants;
  if (!first || !second || !third) throw new Error('three grants were expected');
  const { handle, name } = referralRewards(ledger.store, createCommandHandler(ledger.store));
  // The first one was parked, and those behind it went on.
  await handle(second);
  await handle(third);
  // In order it would be taken for done.
  await handle(first);
  expect(await commissions(anna)).toHaveLength(2);
  const late = { ...causeOf(name, first), isLate: true } as const;
  await Promise.all(
    Array.from({ length: 4 }, () => {
      const other = referralRewards(ledger.store, createCommandHandler(ledger.store));
      return other.handle(first, undefined, late);
    }),
  );
  await handle(first, undefined, late);
  expect((await commissions(anna)).map(({ ref }) => ref)).toEqual([second.id, third.id, first.id]);
  // What came in order stays known, and late it is found, too.
  await handle(third);
  await handle(third, undefined, { ...causeOf(name, third), isLate: true });
  expect(await commissions(anna)).toHaveLength(3);
});

test('a referrer who was referred is paid for friends while the bonus for being one is late', async () => {
  const anna = await open();
  const ben = await open(anna);
  const cleo = await open(ben);
  const confirm = async (userId: string, platform: Platform = 'twitter') => {
    const command = {
      type: 'ConfirmSocial',
      platform,
      ...sealedHandle('fox'),
      platformUserId: id(),
      method: 'demo',
      grantId: id(),
    } as const;
    await createCommandHandler(ledger.store).handle({
      ...testContext(),
      stream: streamOf('account', userId),
      decider: account,
      command,
      input: { id: id() },
    });
    return (await eventsOf(userId)).filter(({ type }) => type === 'SocialConnected');
  };
  const [bens] = await confirm(ben);
  const [cleos] = await confirm(cleo);
  if (!bens || !cleos) throw new Error('two connections were expected');
  const { handle } = referralRewards(ledger.store, createCommandHandler(ledger.store));
  // Two lanes: what ben gets for cleo comes before what he gets for himself, who was earlier.
  await handle(cleos);
  await handle(bens);
  const sources = async (userId: string) =>
    (await eventsOf(userId)).flatMap(({ type, data }) =>
      type === 'RewardGranted' && data.source.startsWith('referral') ? [data.source] : [],
    );
  expect((await sources(ben)).sort()).toEqual(['referral', 'referral_friend', 'referral_weekly']);
  expect((await sources(anna)).sort()).toEqual(['referral', 'referral_weekly']);
  expect(await sources(cleo)).toEqual(['referral_friend']);
  // Another act in the same week, told by somebody who remembers nothing.
  const another = (await confirm(ben, 'youtube')).at(-1);
  if (!another) throw new Error('a third connection was expected');
  const forgetful = referralRewards(ledger.store, createCommandHandler(ledger.store));
  for (const event of [cleos, bens, another]) await forgetful.handle(event);
  await referralRewards(ledger.store, createCommandHandler(ledger.store)).handle(another);
  expect(await sources(anna)).toHaveLength(2);
  expect(await sources(ben)).toHaveLength(3);
});
