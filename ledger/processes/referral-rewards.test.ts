import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '../../contracts/constants.ts';
import { type AccountEvent, type RewardSource, rewardSource } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO, parseEvo } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { openAccount } from '../accounts/open-account.ts';
import { DomainError, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { runsOf } from '../testing/runs-of.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { isoWeek } from './iso-week.ts';
import type { Process, ProcessCheckpoints } from './process.ts';
import { referralRewards } from './referral-rewards.ts';
import { startProcesses } from './start-processes.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(() => ledger.stop());

const id = () => crypto.randomUUID();
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 24 * 3_600_000;
const at = (day: number) => new Date(MONDAY + day * DAY_MS).toISOString();

async function open(referrerId?: string): Promise<string> {
  const handler = createCommandHandler(ledger.store);
  const wallet = { walletAddress: newWallet(), ...(referrerId && { referrerId }) };
  return (await openAccount(handler, wallet, testContext({ occurredAt: at(0) }))).userId;
}

/** False when the account refuses. */
async function tell(userId: string, command: AccountCommand, day = 0): Promise<boolean> {
  const request = { stream: streamOf('account', userId), decider: account, command, input: { id: id() } };
  try {
    await createCommandHandler(ledger.store).handle({ ...testContext({ occurredAt: at(day) }), ...request });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const connect = (platform: Platform): AccountCommand => ({
  type: 'ConfirmSocial',
  platform,
  ...sealedHandle('fox'),
  platformUserId: id(),
  method: 'demo',
  grantId: id(),
});
const checkIn = (day: number): AccountCommand => ({
  type: 'CheckIn',
  day: at(day).slice(0, 10),
  grantId: id(),
});
const remove: AccountCommand = { type: 'RemoveAccount', reason: 'Abuse' };

/** Tells a new process everything that has to do with these accounts, until nothing new comes of it. */
async function settle(users: readonly string[], store = ledger.store, times = 1): Promise<void> {
  const streams = new Set(users.map((userId) => streamOf('account', userId)));
  for (let known = 0; ; ) {
    const events = (await ledger.readAll()).filter(({ stream }) => streams.has(stream));
    if (events.length === known) return;
    known = events.length;
    const { handle } = referralRewards(
      store,
      createCommandHandler(store, { timeLimit: 200, attemptLimit: 50 }),
    );
    for (const event of events) for (let n = 0; n < times; n++) await persistently(() => handle(event));
  }
}

/** As the runner does: what could not be done now is told again. */
async function persistently(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
    }
  }
}

/** `<source> <amount>` of everything that referrals have paid to an account. */
async function paid(userId: string): Promise<string[]> {
  return (await ledger.read(streamOf('account', userId))).flatMap((stored) => {
    // An account's stream holds account events only.
    const event = stored as unknown as StoredEvent<AccountEvent>;
    if (event.type !== 'RewardGranted' || !event.data.source.startsWith('referral')) return [];
    return [`${event.data.source} ${event.data.amount}`];
  });
}

describe('a referral', () => {
  test('opening alone pays nobody', async () => {
    const anna = await open();
    const ben = await open(anna);
    await tell(ben, { type: 'NameSocialHandle', platform: 'twitter', ...sealedHandle('fox') });
    await settle([anna, ben]);
    expect(await paid(anna)).toEqual([]);
    expect(await paid(ben)).toEqual([]);
  });

  test("the friend's first confirmed act pays both, and every reward its share", async () => {
    const anna = await open();
    const ben = await open(anna);
    await tell(ben, connect('twitter'));
    await tell(ben, connect('instagram'));
    await settle([anna, ben]);
    expect((await paid(anna)).sort()).toEqual([
      'referral 200',
      'referral_commission 5',
      'referral_commission 7.5',
      'referral_weekly 50',
    ]);
    expect(await paid(ben)).toEqual(['referral_friend 100']);
  });

  test('a referrer has a share of what a friend earns by acts, and of no prize, gift or bonus', async () => {
    const anna = await open();
    const ben = await open(anna);
    for (const [index, source] of rewardSource.options.entries()) {
      const amount = BigInt(index + 1) * ONE_EVO;
      await tell(ben, { type: 'GrantReward', grantId: id(), amount, source, reason: source, ref: id() });
    }
    await settle([anna, ben]);
    const shareOf = (source: RewardSource) => {
      const evo = BigInt(rewardSource.options.indexOf(source) + 1) * ONE_EVO;
      return `referral_commission ${formatEvo(evo / 10n)}`;
    };
    const shared = [
      'social_connection',
      'social_task',
      'email_signup',
      'email_verification',
      'streak',
    ] as const;
    expect((await paid(anna)).sort()).toEqual(shared.map(shareOf).sort());
  });

  test('the weekly bonus comes once a week, however many friends are active', async () => {
    const anna = await open();
    const friends = [await open(anna), await open(anna)];
    for (const friend of friends) await tell(friend, connect('twitter'));
    for (const day of [0, 1, 6, 7, 8, 20])
      for (const friend of friends) await tell(friend, checkIn(day), day);
    await settle([anna, ...friends]);
    const bonuses = (await paid(anna)).filter((grant) => grant.startsWith('referral_weekly'));
    expect(bonuses).toEqual(Array(3).fill('referral_weekly 50'));
  });

  test('the weekly bonus is for friends who have done something that was confirmed, from then on', async () => {
    const anna = await open();
    const [idle, ben] = [await open(anna), await open(anna)];
    for (const day of [0, 7, 14]) await tell(idle, checkIn(day), day);
    await tell(ben, checkIn(0), 0);
    await tell(ben, { type: 'NameSocialHandle', platform: 'twitter', ...sealedHandle('fox') }, 0);
    await tell(ben, checkIn(7), 7);
    await settle([anna, idle, ben]);
    const weeks = async () =>
      (await ledger.read(streamOf('account', anna))).flatMap(({ data }) =>
        // Of a grant; other events have no source.
        (data as { source?: string }).source === 'referral_weekly' ? [(data as { ref?: string }).ref] : [],
      );
    expect(await weeks()).toEqual([]);
    await tell(ben, connect('twitter'), 14);
    await tell(ben, checkIn(21), 21);
    // Told all over again, by somebody who reads what came after: the first weeks are no better for it.
    await settle([anna, idle, ben]);
    expect(await weeks()).toEqual([isoWeek(at(14)), isoWeek(at(21))]);
  });

  test('a week that an earlier version has paid stays paid, and is not paid twice', async () => {
    const anna = await open();
    const ben = await open(anna);
    await tell(ben, checkIn(0), 0);
    const ref = isoWeek(at(0));
    const grant = {
      grantId: id(),
      amount: parseEvo('50'),
      source: 'referral_weekly',
      reason: 'x',
      ref,
    } as const;
    await tell(anna, { type: 'GrantReward', ...grant });
    await tell(ben, connect('twitter'), 1);
    await settle([anna, ben]);
    expect((await paid(anna)).filter((one) => one.startsWith('referral_weekly'))).toEqual([
      'referral_weekly 50',
    ]);
  });

  test('goes one level and no further', async () => {
    const anna = await open();
    const ben = await open(anna);
    const cleo = await open(ben);
    await tell(cleo, connect('youtube'));
    await settle([anna, ben, cleo]);
    expect(await paid(anna)).toEqual([]);
    expect((await paid(ben)).sort()).toEqual([
      'referral 200',
      'referral_commission 10',
      'referral_weekly 50',
    ]);
  });

  test('removed accounts are passed over, and nothing gets stuck behind them', async () => {
    const anna = await open();
    const [ben, cleo] = [await open(anna), await open(anna)];
    await tell(ben, connect('twitter'));
    await tell(ben, remove);
    await tell(anna, remove);
    await tell(cleo, connect('twitter'));
    await settle([anna, ben, cleo]);
    expect(await paid(anna)).toEqual([]);
    expect(await paid(ben)).toEqual([]);
    expect(await paid(cleo)).toEqual(['referral_friend 100']);
  });

  test('a payment carries the time and the correlation of what caused it', async () => {
    const anna = await open();
    const ben = await open(anna);
    await tell(ben, connect('twitter'), 3);
    await settle([anna, ben]);
    const [, cause] = (await ledger.read(streamOf('account', ben))).slice(1);
    const payment = (await ledger.read(streamOf('account', anna))).at(-1);
    expect(payment?.metadata).toMatchObject({
      occurredAt: at(3),
      correlationId: cause?.metadata.correlationId,
      actor: { kind: 'system' },
    });
  });
});

/** A store whose answers get lost: before anything was written, or after. */
function faulty(faults: readonly ('none' | 'before' | 'after' | 'read')[]): EventStore {
  let turn = 0;
  const next = () => faults[turn++ % faults.length] ?? 'none';
  return {
    ...ledger.store,
    async append(...append) {
      const fault = next();
      if (fault === 'before') return { kind: 'unknown', cause: new Error('lost') };
      const outcome = await ledger.store.append(...append);
      return fault === 'after' ? { kind: 'unknown', cause: new Error('lost') } : outcome;
    },
    async readPage(...read) {
      if (next() === 'read') throw new Error('lost');
      return ledger.store.readPage(...read);
    },
  };
}

type Step = { readonly who: number; readonly day: number; readonly what: 'connect' | 'checkIn' | 'reward' };

/** What referrals must pay to one account, by a count over its friends' own streams. */
async function expectedFor(userId: string, tree: ReadonlyMap<string, string | undefined>): Promise<string[]> {
  const grants: string[] = [];
  const weeks = new Set<string>();
  for (const [friend, referrer] of tree) {
    if (referrer !== userId && friend !== userId) continue;
    // As above.
    const events = (await ledger.read(streamOf('account', friend))) as unknown as StoredEvent<AccountEvent>[];
    const succeeded = events.some(({ type }) => type === 'SocialConnected');
    if (friend === userId) {
      if (referrer && succeeded) grants.push('referral_friend 100');
      continue;
    }
    if (succeeded) grants.push('referral 200');
    let isConfirmed = false;
    for (const event of events) {
      isConfirmed ||= event.type === 'SocialConnected';
      if (isConfirmed && (event.type === 'SocialConnected' || event.type === 'CheckedIn')) {
        weeks.add(isoWeek(event.metadata.occurredAt));
      }
      if (event.type === 'RewardGranted' && SHARED.includes(event.data.source)) {
        const share = formatEvo(parseEvo(event.data.amount) / 10n);
        if (share !== '0') grants.push(`referral_commission ${share}`);
      }
    }
  }
  return [...grants, ...[...weeks].map(() => 'referral_weekly 50')].sort();
}

const SHARED: readonly RewardSource[] = ['social_connection', 'social_task', 'streak'];

test('any history, every event told twice, answers lost on the way: each is paid once', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    who: fc.nat(3),
    day: fc.nat(20),
    what: fc.constantFrom('connect', 'checkIn', 'reward'),
  });
  const faults = fc.array(fc.constantFrom('none', 'none', 'before', 'after', 'read'), { minLength: 1 });
  const referrers = fc.tuple(fc.nat(1), fc.nat(2), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(
      referrers,
      fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }),
      faults,
      async (choices, steps, lost) => {
        const users = [await open()];
        const tree = new Map<string, string | undefined>([[users[0]!, undefined]]);
        for (const choice of choices) {
          // A choice beyond those who are there is no referrer.
          const referrer = users[choice];
          const userId = await open(referrer);
          users.push(userId);
          tree.set(userId, referrer);
        }
        for (const { who, day, what } of [...steps].sort((a, b) => a.day - b.day)) {
          const userId = users[who]!;
          if (what === 'connect') await tell(userId, connect('twitter'), day);
          else if (what === 'checkIn') await tell(userId, checkIn(day), day);
          else {
            const amount = ONE_EVO / 3n + BigInt(day);
            const grant = { grantId: id(), amount, source: 'social_task', reason: 'x' } as const;
            await tell(userId, { type: 'GrantReward', ...grant }, day);
          }
        }
        await settle(users, faulty([...lost, 'none', 'none']), 2);
        for (const userId of users) {
          expect((await paid(userId)).sort()).toEqual(await expectedFor(userId, tree));
        }
      },
    ),
    { numRuns: runsOf(12) },
  );
});

test('what the ledger has as paid is not asked for payment by payment when all is told again', async () => {
  const anna = await open();
  const ben = await open(anna);
  await tell(ben, connect('twitter'));
  for (let n = 0; n < 30; n++) {
    await tell(ben, {
      type: 'GrantReward',
      grantId: id(),
      amount: ONE_EVO,
      source: 'social_task',
      reason: 'x',
    });
    await tell(ben, checkIn(n));
  }
  const tellAll = async (store: EventStore) => {
    const running = startProcesses({
      store,
      processes: [referralRewards(store, createCommandHandler(store))],
      checkpoints: { load: async () => undefined, save: async () => undefined },
      setAside: setAsideInMemory(),
      log: { warn: () => undefined, error: () => undefined },
    });
    await expect
      .poll(async () => running.position()?.commit === (await ledger.store.head())?.commit, {
        timeout: 30_000,
      })
      .toBe(true);
    await running.stop();
  };
  await tellAll(ledger.store);
  const before = await paid(anna);
  expect(before.length).toBeGreaterThan(60);
  const asked = new Map<string, number>();
  await tellAll({
    ...ledger.store,
    readPage(stream, ...more) {
      asked.set(stream, (asked.get(stream) ?? 0) + 1);
      return ledger.store.readPage(stream, ...more);
    },
  });
  expect(await paid(anna)).toEqual(before);
  // Once for the account, and for what was told last: nothing behind that says that it was done.
  expect(asked.get(`account-${anna}`) ?? 0).toBeLessThan(15);
});

test('what it has seen in the ledger it does not ask for, and what it saw of one that may be another counts for nothing', async () => {
  const anna = await open();
  const ben = await open(anna);
  await tell(ben, connect('twitter'));
  const handler = createCommandHandler(ledger.store);
  const acted = (await ledger.readAll()).filter(({ stream }) => stream === streamOf('account', ben));
  const tellAll = async (process: Process) => {
    for (const event of acted) if (await process.laneOf(event)) await process.handle(event);
  };
  // What it would do, and with which ids.
  const asked: string[] = [];
  const handle: CommandHandler['handle'] = (request) => {
    asked.push(request.commandId);
    return handler.handle({ ...request, dryRun: true });
  };
  await tellAll(referralRewards(ledger.store, { ...handler, handle }));
  expect(asked).toHaveLength(4);

  const process = referralRewards(ledger.store, handler);
  for (const commandId of asked) {
    const [event] = acted;
    if (!event) return expect.unreachable();
    process.foresee?.({ ...event, metadata: { ...event.metadata, commandId, actor: { kind: 'system' } } });
  }
  await tellAll(process);
  expect([await paid(anna), await paid(ben)]).toEqual([[], []]);
  process.forget?.();
  await tellAll(process);
  expect((await paid(anna)).sort()).toEqual(['referral 200', 'referral_commission 5', 'referral_weekly 50']);
  expect(await paid(ben)).toEqual(['referral_friend 100']);
});

test('started again and again without its checkpoints, it pays once', async () => {
  const anna = await open();
  const ben = await open(anna);
  const forgetful: ProcessCheckpoints = { load: async () => undefined, save: async () => undefined };
  const log = { warn: () => undefined, error: () => undefined };
  for (let round = 0; round < 3; round++) {
    await tell(ben, connect((['twitter', 'instagram', 'youtube'] as const)[round]!));
    const running = startProcesses({
      store: ledger.store,
      processes: [referralRewards(ledger.store, createCommandHandler(ledger.store))],
      checkpoints: forgetful,
      setAside: setAsideInMemory(),
      log,
    });
    await expect.poll(() => paid(anna), { timeout: 30_000 }).toHaveLength(3 + round);
    await expect
      .poll(async () => running.position()?.commit === (await ledger.store.head())?.commit, {
        timeout: 30_000,
      })
      .toBe(true);
    expect(running.trouble()).toBeUndefined();
    await running.stop();
  }
  expect((await paid(anna)).sort()).toEqual([
    'referral 200',
    'referral_commission 10',
    'referral_commission 5',
    'referral_commission 7.5',
    'referral_weekly 50',
  ]);
});
