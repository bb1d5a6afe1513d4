import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { IdempotencyKeyReused } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { checkIn } from './check-in.ts';
import { claimRewards } from './claim-rewards.ts';
import { clearBalance } from './clear-balance.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { AccountIsRemoved, IdentityNeeded, ReasonOfMergers } from './errors.ts';
import { grantByAdmin } from './grant-reward.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from './hold-claims.ts';
import { joinWhitelist } from './join-whitelist.ts';
import { nameSocialHandle } from './name-social-handle.ts';
import { openAccount } from './open-account.ts';
import { removeAccount } from './remove-account.ts';

const allowed: Authorize = async () => undefined;

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
});

/** What somebody can do to one account: what it leaves there, and what was asked, as its hash in the ledger names it. */
type UseCase = {
  readonly first?: () => Promise<unknown>;
  readonly send: (
    context: CommandContext,
    how: { reason: string; dryRun: boolean; authorize: Authorize },
  ) => Promise<{
    readonly events: readonly { readonly type: string; readonly data: object }[];
    readonly replayed: boolean;
  }>;
  readonly events: (commandId: string) => readonly object[];
  readonly input: () => object;
  /** Whether an admin does it, with a reason and a right. */
  readonly isByAdmin: boolean;
};

const reason = 'For the test';
const byAdmin = () => ({ userId, reason, dryRun: false, authorize: allowed });
const handle = sealedHandle('anna');

const useCases: Readonly<Record<string, UseCase>> = {
  'a grant by hand': {
    isByAdmin: true,
    send: (context, how) => grantByAdmin(handler, { userId, amount: 5n * ONE_EVO, ...how }, context),
    events: (grantId) => [{ type: 'RewardGranted', data: { grantId, amount: '5', source: 'admin', reason } }],
    input: () => ({ operation: 'grant-reward', userId, amount: '5', reason }),
  },
  'a clear': {
    isByAdmin: true,
    send: (context, how) => clearBalance(handler, { userId, ...how }, context),
    events: () => [{ type: 'BalanceCleared', data: { amount: '100', reason } }],
    input: () => ({ operation: 'clear-balance', userId, reason }),
  },
  'a hold of the claims': {
    isByAdmin: true,
    send: (context, how) => holdClaimsByAdmin(handler, { userId, ...how }, context),
    events: () => [{ type: 'ClaimsHeld', data: { holdId: expect.any(String), reason } }],
    input: () => ({ operation: 'hold-claims', userId, reason }),
  },
  'the end of a hold': {
    isByAdmin: true,
    first: () => holdClaimsByAdmin(handler, byAdmin(), testContext()),
    send: (context, how) => releaseClaimsByAdmin(handler, { userId, ...how }, context),
    events: () => [{ type: 'ClaimsReleased', data: { holdId: expect.any(String), reason } }],
    input: () => ({ operation: 'release-claims', userId, reason }),
  },
  'a removal': {
    isByAdmin: true,
    send: (context, how) => removeAccount(handler, { userId, ...how }, context),
    events: () => [{ type: 'AccountRemoved', data: { reason } }],
    input: () => ({ operation: 'remove-account', userId, reason }),
  },
  'an erasure by an admin': {
    isByAdmin: true,
    send: (context, how) => erasePersonalData(handler, { userId, ...how }, context),
    events: () => [{ type: 'PersonalDataErased', data: { reason } }],
    input: () => ({ operation: 'erase-personal-data', userId, reason }),
  },
  'an erasure by the user': {
    isByAdmin: false,
    send: (context) => erasePersonalData(handler, { userId }, context),
    events: () => [{ type: 'PersonalDataErased', data: {} }],
    input: () => ({ operation: 'erase-personal-data', userId }),
  },
  'a claim': {
    isByAdmin: false,
    send: (context) => claimRewards(handler, userId, context),
    events: (claimId) => [{ type: 'RewardsClaimed', data: { claimId, amount: '100' } }],
    input: () => ({ operation: 'claim-rewards', userId }),
  },
  'a check-in': {
    isByAdmin: false,
    send: (context) => checkIn(handler, userId, context),
    events: (grantId) => [
      { type: 'CheckedIn', data: { day: '2026-01-31', streak: 1 } },
      {
        type: 'RewardGranted',
        data: {
          ...{ grantId, amount: expect.any(String), source: 'streak' },
          ...{ reason: 'Daily check-in, day 1', ref: '2026-01-31' },
        },
      },
    ],
    input: () => ({ operation: 'check-in', userId }),
  },
  'a place on the whitelist': {
    isByAdmin: false,
    send: (context) => joinWhitelist(handler, userId, context),
    events: () => [{ type: 'WhitelistJoined', data: {} }],
    input: () => ({ operation: 'join-whitelist', userId }),
  },
  'a handle that was typed': {
    isByAdmin: false,
    send: (context) => nameSocialHandle(handler, { userId, platform: 'twitter', ...handle }, context),
    events: () => [{ type: 'SocialConnected', data: { platform: 'twitter', ...handle, method: 'handle' } }],
    input: () => ({
      ...{ operation: 'name-social-handle', userId, platform: 'twitter' },
      handleHash: handle.handleHash,
    }),
  },
};

const TIME = '2026-01-31T23:59:59.999Z';
const eventsNow = async () => (await ledger.read(streamOf('account', userId))).slice(2);
const bare = (events: readonly { readonly type: string; readonly data: object }[]) =>
  events.map(({ type, data }) => ({ type, data }));

describe.each(Object.entries(useCases))('%s', (_, { first, send, events, input }) => {
  const how = { reason, dryRun: false, authorize: allowed };

  test('leaves what it says in the account, once for a key, and tells it again whoever is asked', async () => {
    await first?.();
    const before = await eventsNow();
    const context = testContext({ occurredAt: TIME, actor: { kind: 'admin', wallet: newWallet() } });
    const done = await send(context, how);
    const written = (await eventsNow()).slice(before.length);
    expect(bare(written)).toEqual(events(context.commandId));
    expect(bare(done.events)).toEqual(bare(written));
    expect(done.replayed).toBe(false);
    for (const { metadata } of written) {
      const { commandId, actor, occurredAt, correlationId } = context;
      expect(metadata).toMatchObject({ commandId, actor, occurredAt, correlationId });
    }
    // In a process of its own, and after the day is over.
    handler = createCommandHandler(ledger.store);
    const again = await send({ ...context, occurredAt: '2026-02-01T00:00:01.000Z' }, how);
    expect(again.replayed).toBe(true);
    expect(bare(again.events)).toEqual(bare(written));
    expect(await eventsNow()).toHaveLength(before.length + written.length);
  });

  test('keeps what was asked as other releases hash it, so that a key means one request for ever', async () => {
    await first?.();
    const context = testContext({ occurredAt: TIME });
    await send(context, how);
    expect((await eventsNow()).at(-1)?.metadata.inputHash).toBe(hashInput(input()));
  });
});

const actsOfAdmins = Object.entries(useCases).filter(([, { isByAdmin }]) => isByAdmin);

describe.each(actsOfAdmins)('%s, which an admin does,', (_, { first, send, events }) => {
  const how = { reason, dryRun: false, authorize: allowed };

  test('is refused under the same key for another reason', async () => {
    await first?.();
    const context = testContext();
    await send(context, how);
    await expect(send(context, { ...how, reason: 'Another one' })).rejects.toThrow(IdempotencyKeyReused);
  });

  test('is only foreseen by a dry run', async () => {
    await first?.();
    const before = await eventsNow();
    const context = testContext();
    const foreseen = await send(context, { ...how, dryRun: true });
    expect(bare(foreseen.events)).toEqual(events(context.commandId));
    expect(await eventsNow()).toEqual(before);
  });

  test('is refused to whom the right is refused', async () => {
    await first?.();
    const before = await eventsNow();
    const refusal = new Error('no right');
    const authorize: Authorize = () => Promise.reject(refusal);
    await expect(send(testContext(), { ...how, authorize })).rejects.toThrow(refusal);
    expect(await eventsNow()).toEqual(before);
  });
});

test('a hold has an id of its own, and its end names it', async () => {
  const [one, other] = [testContext(), testContext()];
  await holdClaimsByAdmin(handler, byAdmin(), one);
  await releaseClaimsByAdmin(handler, byAdmin(), testContext());
  await holdClaimsByAdmin(handler, byAdmin(), other);
  const ids = (await eventsNow()).map(({ data }) => 'holdId' in data && data.holdId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect([one.commandId, other.commandId]).not.toContain(ids[0]);
});

test('a claim asks for an identity where that is asked of it', async () => {
  const claim = claimRewards(handler, userId, testContext(), 'identity');
  await expect(claim).rejects.toBeInstanceOf(IdentityNeeded);
  expect(await eventsNow()).toEqual([]);
});

test('an account is removed once', async () => {
  await removeAccount(handler, byAdmin(), testContext());
  await expect(removeAccount(handler, byAdmin(), testContext())).rejects.toBeInstanceOf(AccountIsRemoved);
  expect(await eventsNow()).toHaveLength(1);
});

test('no admin removes an account in the words of a merger: its mailbox and its data would go', async () => {
  const act = { ...byAdmin(), reason: 'merged' };
  await expect(removeAccount(handler, act, testContext())).rejects.toBeInstanceOf(ReasonOfMergers);
  await expect(removeAccount(handler, { ...act, dryRun: true }, testContext())).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(await eventsNow()).toEqual([]);
});

test('what is asked of an account that is not there leaves nothing', async () => {
  const nobody = randomUUID();
  const act = { ...byAdmin(), userId: nobody };
  await expect(removeAccount(handler, act, testContext())).rejects.toMatchObject({ code: 'AccountNotFound' });
  await expect(joinWhitelist(handler, nobody, testContext())).rejects.toMatchObject({ kind: 'not_found' });
  expect(await ledger.read(streamOf('account', nobody))).toEqual([]);
});
