import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { REWARD_REQUESTS, rewardRequests } from '../../../ledger/rewards-by-hand/pay-approved.ts';
import { rewardRequest } from '../../../ledger/rewards-by-hand/request.ts';
import { startMemoryLedger } from '../../../ledger/testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { FENCE_POOL } from '../../auth/rights-fence.ts';
import { migrate } from '../../migrate.ts';
import { dismiss, dismissalsOf } from '../../processes/dismiss.ts';
import { postgresSetAside } from '../../processes/set-aside.ts';
import { fencedReplica, heldBack as heldBackOf, waitsOrEnds } from '../../testing/fenced-replicas.ts';

const superAdmin = newWallet();
let ledger: TestLedgerNode;
let postgres: TestPostgres;
let pool: Pool;
let userId: string;
let approval: StoredEvent;
let id: string;
const pools: Pool[] = [];
const handlers: CommandHandler[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
});
afterAll(async () => {
  await Promise.all([...pools, pool].map((one) => one.end()));
  await postgres.stop();
});
beforeEach(async () => {
  ledger = startMemoryLedger();
  ({ userId } = await openAccount(replica().handler, { walletAddress: newWallet() }, testContext()));
  approval = await approved();
  id = await parked();
  return async () => {
    await Promise.all(handlers.splice(0).map((handler) => handler.close()));
    await ledger.stop();
  };
});

/** One process: its own connections to the fence, its own memory, and the store as it meets it. */
function replica(store: EventStore = ledger.store) {
  const applicationName = randomUUID();
  const fencePool = createPool(postgres.connectionString, { ...FENCE_POOL, applicationName });
  pools.push(fencePool);
  const { handler, policies } = fencedReplica(store, fencePool, superAdmin);
  handlers.push(handler);
  const dismissals = dismissalsOf({ pool, policies });
  const process = rewardRequests(handler, { most: 1_000_000n * ONE_EVO, dismissals });
  return {
    handler,
    loseConnections: () =>
      pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [applicationName],
      ),
    grant: () => process.handle(approval),
    dismiss: () => {
      const decision = { id, by: superAdmin, at: new Date().toISOString(), reason: 'Sent by hand' };
      return dismiss({ pool, policies, handler, store }, { ...decision, commandId: randomUUID() });
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
  const [event] = (await ledger.read(stream)).slice(-1);
  if (!event) throw new Error('an approval was expected');
  return event;
}

async function parked(): Promise<string> {
  await pool.query('delete from processes.set_aside');
  const how = { state: 'parked', isLate: false, reason: 'the account is full', failures: 1 } as const;
  await postgresSetAside(pool).add({
    ...{ process: REWARD_REQUESTS, lane: approval.stream, event: approval },
    ...how,
  });
  const { rows } = await pool.query<{ id: string }>(
    'select id from processes.set_aside where event_id = $1',
    [approval.id],
  );
  return rows[0]?.id ?? '';
}

const heldBack = () => heldBackOf(ledger.store, replica, streamOf('account', userId));
const state = async () =>
  (await pool.query<{ state: string }>('select state from processes.set_aside where id = $1', [id])).rows[0]
    ?.state;
const types = async () => (await ledger.read(streamOf('account', userId))).map(({ type }) => type).slice(2);

test('an approved reward whose grant is on its way is not dismissed: who dismisses it hears that it was handled', async () => {
  const { process, begun, letThrough } = heldBack();
  const grant = process.grant();
  await begun;
  const dismissing = replica().dismiss();
  await waitsOrEnds(pool, dismissing);
  letThrough();
  await grant;
  expect(await dismissing).toBeUndefined();
  expect([await state(), await types()]).toEqual(['parked', ['RewardGranted']]);
});

test('nor is it granted once it is dismissed, also where who grants it has lost its lock and its append is on its way', async () => {
  const { process, begun, letThrough } = heldBack();
  const grant = process.grant();
  await begun;
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
