import { beforeEach, describe, expect, test } from 'vitest';
import { adminAnswers } from '../../contracts/admin-messages.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { grantByAdmin } from '../accounts/grant-reward.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { createCommandHandler } from '../handle-command.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import type { AsShown } from './as-shown.ts';
import { approveReward } from './decide-request.ts';
import { RewardSentSince } from './errors.ts';
import { sendReward } from './send-reward.ts';

// What an admin confirms is what was shown, whatever comes in the moment in which it is confirmed.

const [ANNA, BEN] = [newWallet(), newWallet()];
const hands = async () => (wallet: string) => wallet;
const authorize = async () => undefined;
const dismissals = { isDismissed: async () => false, hold: authorize };
const limits = { reward: 10n * ONE_EVO, day: 12n * ONE_EVO, account: 1_000n * ONE_EVO };
const LATE = '2026-03-01T23:59:59.999Z';
const NEXT_DAY = '2026-03-02T00:00:00.000Z';

let ledger: TestLedgerNode;
let userId: string;
beforeEach(async () => {
  ledger = startMemoryLedger();
  ({ userId } = await openAccount(replica(), { walletAddress: newWallet() }, testContext()));
});

const replica = () => createCommandHandler(ledger.store);
const admin = (wallet: string, more: Partial<CommandContext> = {}) =>
  testContext({ actor: { kind: 'admin', wallet }, occurredAt: LATE, ...more });
type Reward = Parameters<typeof sendReward>[1];
const send = (evo: bigint, more: Partial<Reward> = {}, context = admin(ANNA), handler = replica()) =>
  sendReward(
    handler,
    {
      ...{ userId, amount: evo * ONE_EVO, reason: 'Prize', by: ANNA },
      ...{ limits, hands, dryRun: false, authorize, ...more },
    },
    context,
  );
const grants = async () =>
  (await ledger.read(streamOf('account', userId))).filter(
    ({ type, data }) => type === 'RewardGranted' && (data as { source: string }).source === 'admin',
  );

/** Nothing that was sent before is found by who looks. */
const nothingFound: AsShown = {
  untilRead: async () => undefined,
  untilReadAgain: async () => undefined,
  authorizeAlone: authorize,
  assert: async () => undefined,
};

/** As it is where so many look at once: none of them goes on until all have found nothing. */
function allLookAtOnce(count: number): AsShown {
  const all = Promise.withResolvers<void>();
  let looked = 0;
  return {
    ...nothingFound,
    async assert() {
      looked += 1;
      if (looked === count) all.resolve();
      await all.promise;
    },
  };
}

describe('two equal rewards that are confirmed in the same moment', () => {
  test.each([
    ['of one process', () => [replica()]],
    ['of two', () => [replica(), replica()]],
  ])('by pages %s are one, where neither was told of the other', async (_, replicas) => {
    const asShown = allLookAtOnce(2);
    const [one, other = one] = replicas();
    const sent = await Promise.allSettled([
      send(5n, { asShown }, admin(ANNA), one),
      send(5n, { asShown }, admin(BEN), other),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RewardSentSince', message: adminAnswers.rewardSinceUnread },
    });
    expect(await grants()).toHaveLength(1);
  });

  test('are told of each other in words, as soon as there are any', async () => {
    const both = allLookAtOnce(2);
    let looks = 0;
    const asShown: AsShown = {
      ...both,
      async assert(reward) {
        looks += 1;
        if (looks > 2) throw new RewardSentSince('Anna has sent it');
        await both.assert(reward);
      },
    };
    const sent = await Promise.allSettled([send(5n, { asShown }), send(5n, { asShown }, admin(BEN))]);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'Anna has sent it' },
    });
  });

  test('are two where they are of other amounts, or where nobody says what was shown', async () => {
    const asShown = allLookAtOnce(2);
    await Promise.all([send(4n, { asShown }), send(3n, { asShown }, admin(BEN))]);
    await Promise.all([send(2n), send(2n, {}, admin(BEN))]);
    expect(await grants()).toHaveLength(4);
  });

  test('are two where the second one was asked about behind the first, and one key is told its own again', async () => {
    const context = admin(ANNA);
    await send(5n, { asShown: nothingFound }, context);
    await send(5n, { asShown: nothingFound }, admin(BEN));
    expect(await send(5n, { asShown: nothingFound }, context)).toMatchObject({ replayed: true });
    expect(await grants()).toHaveLength(2);
  });
});

describe('a reward that its sender was shown to need a second admin', () => {
  test('is not sent at once where a new day has begun meanwhile: nothing happens', async () => {
    await send(10n);
    expect(await send(5n, { dryRun: true })).toMatchObject({ above: 'day' });
    const before = (await ledger.readAll()).length;
    const next = admin(ANNA, { occurredAt: NEXT_DAY });
    await expect(send(5n, { isToBeAsked: true }, next)).rejects.toMatchObject({
      code: 'NeedsNoSecondAdmin',
      kind: 'conflict',
      message: adminAnswers.rewardAtOnce,
    });
    expect((await ledger.readAll()).length).toBe(before);
  });

  test('is asked for while it does, and told so again on the next day', async () => {
    await send(10n);
    const context = admin(ANNA);
    expect(await send(5n, { isToBeAsked: true }, context)).toMatchObject({ above: 'day', replayed: false });
    const again = { ...context, occurredAt: NEXT_DAY, firstSentAt: LATE };
    expect(await send(5n, { isToBeAsked: true }, again)).toMatchObject({ above: 'day', replayed: true });
    expect(await send(11n, { isToBeAsked: true })).toMatchObject({ above: 'reward' });
    expect(await grants()).toHaveLength(1);
  });
});

describe('two equal requests that are confirmed in the same moment', () => {
  /** As the admins' pages are told, once the right is held alone. */
  function lookingAtRequests(commandId: string, alone: Authorize): AsShown {
    return {
      ...nothingFound,
      authorizeAlone: alone,
      async assert() {
        const requests = (await ledger.readAll()).filter(({ type }) => type === 'RewardRequested');
        const others = requests.filter(({ metadata }) => metadata.commandId !== commandId);
        if (others.length > 0) throw new RewardSentSince('Anna has asked for it');
      },
    };
  }

  test('are one: whoever asks second holds the right alone, and finds the first', async () => {
    const alone = oneAtATime();
    const contexts = [admin(ANNA), admin(BEN)];
    const sent = await Promise.allSettled(
      contexts.map((context) => send(11n, { asShown: lookingAtRequests(context.commandId, alone) }, context)),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RewardSentSince', message: 'Anna has asked for it' },
    });
    expect((await ledger.readAll()).filter(({ type }) => type === 'RewardRequested')).toHaveLength(1);
  });

  test('are two where nobody says what was shown', async () => {
    await Promise.all([send(11n), send(11n, {}, admin(BEN))]);
    expect((await ledger.readAll()).filter(({ type }) => type === 'RewardRequested')).toHaveLength(2);
  });
});

/** A right that one holds at a time. */
function oneAtATime(): Authorize {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return { [Symbol.asyncDispose]: async () => resolve() };
  };
}

describe('an approval', () => {
  const approve = (
    requestId: string,
    asShown: AsShown,
    hold = authorize,
    context = admin(BEN),
    handler = replica(),
  ) =>
    approveReward(
      handler,
      {
        requestId,
        by: BEN,
        hands,
        authorize: hold,
        dryRun: false,
        most: limits.account,
        dismissals,
        asShown,
      },
      context,
    );
  async function asked(): Promise<string> {
    const context = admin(ANNA);
    await send(11n, {}, context);
    return context.commandId;
  }

  test('waits for what is read before it holds the right that others wait for', async () => {
    const requestId = await asked();
    const steps: string[] = [];
    const step = (name: string) => async () => {
      steps.push(name);
      return undefined;
    };
    const asShown = {
      untilRead: step('read'),
      authorizeAlone: step('hold alone'),
      untilReadAgain: step('read again'),
      assert: async () => void (await step('look')()),
    };
    const context = admin(BEN);
    await approve(requestId, asShown, step('hold'), context);
    expect(steps).toEqual(['read', 'hold alone', 'read again', 'look']);
    // What stands is told again at once.
    expect(await approve(requestId, asShown, step('hold'), context)).toMatchObject({ replayed: true });
    expect(steps).toHaveLength(4);
  });

  test('waits, while it holds that right, for no command of the account that waits for it', async () => {
    const requestId = await asked();
    const handler = replica();
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let other: Promise<unknown> | undefined;
    async function authorizeAlone() {
      const untilFree = async () => {
        begun.resolve();
        await free.promise;
        return undefined;
      };
      const sent = { userId, amount: ONE_EVO, reason: 'Prize', dryRun: false, authorize: untilFree };
      other = grantByAdmin(handler, sent, admin(ANNA));
      await begun.promise;
      return { [Symbol.asyncDispose]: async () => free.resolve() };
    }
    const approval = approve(requestId, { ...nothingFound, authorizeAlone }, authorize, admin(BEN), handler);
    expect(await approval).toMatchObject({ refusal: undefined });
    await other;
    expect(await grants()).toHaveLength(2);
  });

  test('is refused where as much was sent while it waited', async () => {
    const requestId = await asked();
    const higher = { limits: { ...limits, reward: 100n * ONE_EVO, day: 100n * ONE_EVO } };
    const asShown = { ...nothingFound, untilRead: async () => void (await send(11n, higher)) };
    await expect(approve(requestId, asShown)).rejects.toMatchObject({ code: 'RewardSentSince' });
    expect(await grants()).toHaveLength(1);
  });
});
