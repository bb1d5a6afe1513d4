import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { REWARD_REQUESTS, rewardRequests } from '../../../ledger/rewards-by-hand/pay-approved.ts';
import { rewardRequest } from '../../../ledger/rewards-by-hand/request.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { dismiss, dismissalsOf } from '../../processes/dismiss.ts';
import { postgresSetAside } from '../../processes/set-aside.ts';
import { heldBack as heldBackOf, setFencedStage, waitsOrEnds } from '../../testing/fenced-replicas.ts';

const superAdmin = newWallet();
const stage = setFencedStage(superAdmin);
let userId: string;
let approval: StoredEvent;
let id: string;

beforeEach(async () => {
  ({ userId } = await openAccount(replica().handler, { walletAddress: newWallet() }, testContext()));
  approval = await approved();
  id = await parked();
});

/** One process, and what it does about the approval. */
function replica(store?: EventStore) {
  const one = stage.replica(store);
  const { handler, policies } = one;
  const dismissals = dismissalsOf({ pool: stage.pool, policies });
  const process = rewardRequests(handler, { most: 1_000_000n * ONE_EVO, dismissals });
  return {
    ...one,
    grant: () => process.handle(approval),
    dismiss: () => {
      const decision = { id, by: superAdmin, at: new Date().toISOString(), reason: 'Sent by hand' };
      return dismiss({ ...one, pool: stage.pool }, { ...decision, commandId: randomUUID() });
    },
  };
}

/** An approval that nothing was granted for yet. */
async function approved(): Promise<StoredEvent> {
  const stream = streamOf('reward-request', randomUUID());
  const at = new Date().toISOString();
  const reward = { userId, amount: 20_000n * ONE_EVO, reason: 'Grand prize' };
  for (const command of [
    { type: 'RequestReward', reward, above: 'reward', by: newWallet(), at },
    { type: 'ApproveReward', by: newWallet(), at },
  ] as const) {
    const decider = rewardRequest((wallet) => wallet);
    await replica().handler.handle({ ...testContext(), stream, decider, command, input: command.type });
  }
  const [event] = (await stage.ledger.read(stream)).slice(-1);
  if (!event) throw new Error('an approval was expected');
  return event;
}

async function parked(): Promise<string> {
  await stage.pool.query('delete from processes.set_aside');
  const how = { state: 'parked', isLate: false, reason: 'the account is full', failures: 1 } as const;
  await postgresSetAside(stage.pool).add({
    ...{ process: REWARD_REQUESTS, lane: approval.stream, event: approval },
    ...how,
  });
  const { rows } = await stage.pool.query<{ id: string }>(
    'select id from processes.set_aside where event_id = $1',
    [approval.id],
  );
  return rows[0]?.id ?? '';
}

const heldBack = () => heldBackOf(stage.ledger.store, replica, streamOf('account', userId));
const state = async () =>
  (await stage.pool.query<{ state: string }>('select state from processes.set_aside where id = $1', [id]))
    .rows[0]?.state;
const types = async () =>
  (await stage.ledger.read(streamOf('account', userId))).map(({ type }) => type).slice(2);

test('an approved reward whose grant is on its way is not dismissed: who dismisses it hears that it was handled', async () => {
  const { process, begun, letThrough } = heldBack();
  const grant = process.grant();
  await begun(grant);
  const dismissing = replica().dismiss();
  await waitsOrEnds(stage.pool, dismissing);
  letThrough();
  await grant;
  expect(await dismissing).toBeUndefined();
  expect([await state(), await types()]).toEqual(['parked', ['RewardGranted']]);
});

test('nor is it granted once it is dismissed, also where who grants it has lost its lock and its append is on its way', async () => {
  const { process, begun, letThrough } = heldBack();
  const grant = process.grant();
  await begun(grant);
  await process.loseConnections();
  const dismissing = replica();
  expect(await vi.waitFor(() => dismissing.dismiss())).toBe('now');
  letThrough();
  await expect(grant).rejects.toMatchObject({ code: 'RewardDismissed' });
  await expect(replica().grant()).rejects.toMatchObject({ code: 'RewardDismissed' });
  expect([await state(), await types()]).toEqual(['dismissed', ['RevisionTaken']]);
});

test('granted and dismissed at the same moment, by many: it is one of the two', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, n) => {
      const { grant, dismiss } = replica();
      return n % 2 === 0 ? grant().catch((refusal: unknown) => refusal) : dismiss();
    }),
  );
  const isGranted = (await types()).includes('RewardGranted');
  expect(await state()).toBe(isGranted ? 'parked' : 'dismissed');
  expect(outcomes.includes('now')).toBe(!isGranted);
});
