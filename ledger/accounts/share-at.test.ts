import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo, ONE_EVO } from '../../contracts/money.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { endingTiming } from '../testing/ending-timing.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { tellAccount } from '../testing/tell-account.ts';
import type { AccountCommand } from './commands.ts';
import { openAccount } from './open-account.ts';
import { readAccount } from './read-account.ts';
import { shareAt } from './share-at.ts';

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
});

const tell = (command: AccountCommand) => tellAccount(handler, userId, command);
const earn = (evo: bigint) =>
  tell({
    type: 'GrantReward',
    grantId: randomUUID(),
    amount: evo * ONE_EVO,
    source: 'streak',
    reason: 'Streak',
  });
const claim = () => tell({ type: 'ClaimRewards', claimId: randomUUID() });

/** As a process that has just started finds it, and how many events it was given for that. */
async function shareSince(at: LedgerPosition, user = userId) {
  let read = 0;
  const counted: EventStore = {
    ...ledger.store,
    readPage: async (...call) => {
      const page = await ledger.store.readPage(...call);
      read += page.length;
      return page;
    },
  };
  const { share, revision, hasMovedOn } = await shareAt(
    counted,
    createCommandHandler(counted),
    { userId: user, revision: -1n },
    at,
  );
  const { total, claimed } = share;
  return {
    figures: [total, claimed].map(formatEvo),
    revision,
    hasMovedOn,
    read,
  };
}

test('at every position of a life: what stood there, less what has gone out since', async () => {
  await earn(5n);
  await claim();
  await earn(7n);
  await tell({ type: 'ClearBalance', reason: 'Mistake' });
  await earn(9n);
  const events = await ledger.read(streamOf('account', userId));
  const found: unknown[] = [];
  for (const { position, type } of events) {
    const { figures, hasMovedOn, revision } = await shareSince(position);
    expect(revision).toBe(events.at(-1)?.revision);
    found.push([type, ...figures, hasMovedOn]);
  }
  expect(found).toEqual([
    ['AccountOpened', '0', '0', true],
    ['RewardGranted', '100', '100', true],
    ['RewardGranted', '105', '105', true],
    ['RewardsClaimed', '105', '105', true],
    ['RewardGranted', '105', '105', true],
    ['BalanceCleared', '105', '105', true],
    ['RewardGranted', '114', '105', false],
  ]);
});

test('between two events, and before and behind all of them', async () => {
  const [first] = await ledger.read(streamOf('account', userId));
  const before = { commit: 0n, prepare: 0n };
  expect(await shareSince(before)).toMatchObject({ figures: ['0', '0'], hasMovedOn: true });
  const behind = { commit: 10n ** 9n, prepare: 10n ** 9n };
  expect(await shareSince(behind)).toMatchObject({ figures: ['100', '0'], hasMovedOn: false });
  const between = (first?.position.commit ?? 0n) + 1n;
  expect(await shareSince({ commit: between, prepare: between })).toMatchObject({
    figures: ['0', '0'],
    hasMovedOn: true,
  });
});

test('of an account that is not there: nothing', async () => {
  const at = { commit: 10n ** 9n, prepare: 10n ** 9n };
  expect(await shareSince(at, randomUUID())).toMatchObject({
    figures: ['0', '0'],
    revision: undefined,
    hasMovedOn: false,
  });
});

test('of a life that takes more than one page since then', async () => {
  const at = (await ledger.store.head())!;
  for (let n = 0; n < 1_100; n++) await earn(1n);
  await claim();
  const { figures, revision } = await shareSince(at);
  expect(figures).toEqual(['100', '100']);
  expect(revision).toBe(1_102n);
});

test('long ago in a long life: the moment is looked up, and not the whole life again', async () => {
  for (let n = 0; n < 300; n++) await earn(1n);
  const at = (await ledger.store.head())!;
  await earn(1n);
  const whole = (await ledger.read(streamOf('account', userId))).length;
  // Once for the account as it is, once for it as it was then, and a few steps to find the revision.
  const { figures, read } = await shareSince(at);
  expect(figures).toEqual(['400', '0']);
  expect(read).toBeLessThan(2 * whole + 20);
});

test('a node that lacks what the ledger is known to hold is no ground for a share', async () => {
  const at = (await ledger.store.head())!;
  await earn(1n);
  const end = BigInt((await ledger.read(streamOf('account', userId))).length - 1);
  const timing = endingTiming();
  let isBehind = false;
  const store: EventStore = {
    ...ledger.store,
    readPage: async (...call) => {
      const page = await ledger.store.readPage(...call);
      const shown = page.filter(({ revision }) => !isBehind || revision < end);
      // Who asks for more than it has asks in vain, until the time is up.
      if (isBehind && shown.length < page.length) timing.end();
      return shown;
    },
  };
  const knowing = createCommandHandler(store, { timing });
  await readAccount(knowing, userId);
  isBehind = true;
  await expect(shareAt(store, knowing, { userId, revision: 0n }, at)).rejects.toBeInstanceOf(
    LedgerUnavailable,
  );
});
