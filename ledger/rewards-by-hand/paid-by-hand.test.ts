import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo, ONE_EVO, parseEvo } from '../../contracts/money.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { CommandContext } from '../command-context.ts';
import { startEitherLedger } from '../testing/either-ledger.ts';
import { expectWholeChains } from '../testing/expect-whole-chains.ts';
import { patientHandler } from '../testing/patient-handler.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { approveReward } from './decide-request.ts';
import { rewardRequests } from './pay-approved.ts';
import { rewardRequest } from './request.ts';
import { sendReward } from './send-reward.ts';

let ledger: TestLedgerNode;
beforeAll(async () => {
  ledger = await startEitherLedger();
});
afterAll(async () => {
  expectWholeChains(await ledger.readAll());
  await ledger.stop();
});

const [ANNA, BEN] = [newWallet(), newWallet()];
/** Each is an admin, and nobody else's hand. */
const hands = async () => (wallet: string) => wallet;
const authorize = async () => undefined;
const dismissals = { isDismissed: async () => false, hold: authorize };
const limits = { reward: 10n * ONE_EVO, day: 12n * ONE_EVO, account: parseEvo('1000000') };
const replica = () => patientHandler(ledger.store);
const admin = (wallet: string, more: Partial<CommandContext> = {}) =>
  testContext({ actor: { kind: 'admin', wallet }, ...more });

async function newUser(): Promise<string> {
  return (await openAccount(replica(), { walletAddress: newWallet() }, testContext())).userId;
}

const rewardTo = (userId: string, evo: bigint, more: Partial<Parameters<typeof sendReward>[1]> = {}) => ({
  userId,
  amount: evo * ONE_EVO,
  reason: 'Prize',
  by: ANNA,
  limits,
  hands,
  dryRun: false,
  authorize,
  ...more,
});

async function grantsTo(userId: string): Promise<string[]> {
  return (await ledger.read(streamOf('account', userId))).flatMap(({ type, data }) => {
    // Of an event of this type.
    const { source, amount } = data as { source?: string; amount?: string };
    return type === 'RewardGranted' && source === 'admin' ? [amount ?? ''] : [];
  });
}

test('two replicas that send at once never send more than the limit of the day, and nothing gets lost', async () => {
  const replicas = [replica(), replica()];
  const users = await Promise.all(Array.from({ length: 20 }, newUser));
  const occurredAt = '2026-03-01T23:59:59.999Z';
  const sent = await Promise.all(
    users.map((userId, n) => sendReward(replicas[n % 2]!, rewardTo(userId, 1n), admin(ANNA, { occurredAt }))),
  );
  expect(sent.filter(({ above }) => above === undefined)).toHaveLength(12);
  expect(sent.filter(({ above }) => above === 'day')).toHaveLength(8);
  const granted = await Promise.all(users.map(grantsTo));
  expect(granted.flat()).toEqual(Array(12).fill('1'));
  const day = await ledger.read('rewards-by-hand-2026-03-01');
  expect(day).toHaveLength(12);
  expect(day.every(({ data }) => 'limit' in data && data.limit === formatEvo(limits.day))).toBe(true);
  // The next millisecond is another day.
  const tomorrow = admin(ANNA, { occurredAt: '2026-03-02T00:00:00.000Z' });
  expect((await sendReward(replicas[0]!, rewardTo(users[0]!, 1n), tomorrow)).above).toBeUndefined();
});

test('one key through replicas with other limits is one reward, however each takes it, and after an approval', async () => {
  const userId = await newUser();
  const context = admin(ANNA, { occurredAt: '2026-03-03T12:00:00.000Z' });
  const strict = { ...limits, reward: 0n };
  await Promise.all([
    sendReward(replica(), rewardTo(userId, 2n), context),
    sendReward(replica(), rewardTo(userId, 2n, { limits: strict }), context),
  ]);
  await sendReward(replica(), rewardTo(userId, 2n, { limits: strict }), context);
  const asked = await ledger.read(streamOf('reward-request', context.commandId));
  const decision = { requestId: context.commandId, by: BEN, hands, authorize, dismissals, dryRun: false };
  const approving = approveReward(
    replica(),
    { ...decision, most: limits.account },
    admin(BEN, { occurredAt: '2026-03-03T12:00:01.000Z' }),
  );
  if (asked.length > 0) await approving;
  else await expect(approving).rejects.toThrow();
  await sendReward(replica(), rewardTo(userId, 2n), context);
  expect(await grantsTo(userId)).toEqual(['2']);
});

test('an approver who dies before the grant: the process grants it, once, told twice and by two at once', async () => {
  const userId = await newUser();
  const context = admin(ANNA, { occurredAt: '2026-03-04T12:00:00.000Z' });
  expect((await sendReward(replica(), rewardTo(userId, 11n), context)).above).toBe('reward');
  const requestId = context.commandId;
  const at = '2026-03-04T12:00:01.000Z';
  const approval = admin(BEN, { occurredAt: at });
  // As `approveReward` does it, up to the moment in which the program dies.
  await replica().handle({
    ...approval,
    stream: streamOf('reward-request', requestId),
    decider: rewardRequest(await hands()),
    command: { type: 'ApproveReward', by: BEN, at },
    input: { operation: 'approve-reward', requestId },
  });
  expect(await grantsTo(userId)).toEqual([]);
  const approved = (await ledger.read(streamOf('reward-request', requestId))).at(-1);
  if (!approved) throw new Error('an approval was expected');
  const processes = [replica(), replica()].map((handler) =>
    rewardRequests(handler, { most: limits.account, dismissals }),
  );
  expect(processes[0]?.laneOf(approved)).toBe(approved.stream);
  await Promise.all([...processes, ...processes].map(({ handle }) => handle(approved)));
  expect(await grantsTo(userId)).toEqual(['11']);
  // The approver, who heard nothing, sends it once more.
  const again = { requestId, by: BEN, hands, authorize, dismissals, dryRun: false, most: limits.account };
  expect((await approveReward(replica(), again, approval)).replayed).toBe(true);
  expect(await grantsTo(userId)).toEqual(['11']);
  const grant = (await ledger.read(streamOf('account', userId))).at(-1);
  expect(grant?.metadata).toMatchObject({
    commandId: requestId,
    actor: { kind: 'system', wallet: BEN },
    occurredAt: at,
  });
});

test('an approver who dies before the grant and approves once more later: it is the grant that the process makes', async () => {
  const userId = await newUser();
  const context = admin(ANNA, { occurredAt: '2026-03-06T12:00:00.000Z' });
  await sendReward(replica(), rewardTo(userId, 11n), context);
  const requestId = context.commandId;
  const at = '2026-03-06T12:00:01.000Z';
  const approval = admin(BEN, { occurredAt: at });
  await replica().handle({
    ...approval,
    stream: streamOf('reward-request', requestId),
    decider: rewardRequest(await hands()),
    command: { type: 'ApproveReward', by: BEN, at },
    input: { operation: 'approve-reward', requestId },
  });
  const again = { requestId, by: BEN, hands, authorize, dismissals, dryRun: false, most: limits.account };
  const later = { ...approval, occurredAt: '2026-03-07T09:00:00.000Z', correlationId: randomUUID() };
  const answer = await approveReward(replica(), again, { ...later, firstSentAt: at });
  expect(answer.replayed).toBe(true);
  const grant = (await ledger.read(streamOf('account', userId))).at(-1);
  expect(grant?.metadata).toMatchObject({ occurredAt: at, correlationId: approval.correlationId });
});

test('two admins who approve at once, in two replicas: one approval and one grant', async () => {
  const userId = await newUser();
  const occurredAt = '2026-03-05T12:00:00.000Z';
  const context = admin(ANNA, { occurredAt });
  await sendReward(replica(), rewardTo(userId, 11n), context);
  const decide = (by: string) =>
    approveReward(
      replica(),
      {
        requestId: context.commandId,
        by,
        hands,
        authorize,
        dismissals,
        dryRun: false,
        most: limits.account,
      },
      admin(by, { occurredAt }),
    );
  const outcomes = await Promise.allSettled([decide(BEN), decide(newWallet()), decide(ANNA)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await grantsTo(userId)).toEqual(['11']);
});
