import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { ADMINS_STREAM, NotAnAdmin } from '../../../ledger/admins/admins.ts';
import { addAdmin, removeAdmin } from '../../../ledger/admins/change-admins.ts';
import { REWARD_REQUESTS } from '../../../ledger/rewards-by-hand/pay-approved.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { dismiss } from '../../processes/dismiss.ts';
import { retry } from '../../processes/retry.ts';
import { postgresSetAside } from '../../processes/set-aside.ts';
import { heldBack, setFencedStage, waitsOrEnds } from '../../testing/fenced-replicas.ts';

const superAdmin = newWallet();
const stage = setFencedStage(superAdmin);
const bySuperAdmin = () => testContext({ actor: { kind: 'admin', wallet: superAdmin } });

/** One process, and what an admin decides there about an event that is set aside. */
function replica(store = stage.ledger.store) {
  const one = stage.replica(store);
  const { handler, policies } = one;
  const { holdActs } = policies;
  const decision = (id: string, by: string) => ({
    ...{ id, by, at: new Date().toISOString(), reason: 'Sent by hand', commandId: randomUUID() },
  });
  return {
    remove: (wallet: string) =>
      removeAdmin(handler, { wallet, by: superAdmin, superAdmin, holdActs }, bySuperAdmin()),
    retry: (id: string, by: string) => retry(one, decision(id, by)),
    dismiss: (id: string, by: string) => dismiss({ ...one, pool: stage.pool }, decision(id, by)),
  };
}

async function newAdmin(): Promise<string> {
  const wallet = newWallet();
  const { handler, policies } = stage.replica();
  const authorize = policies.requireSuperAdmin(superAdmin);
  await addAdmin(handler, { wallet, by: superAdmin, superAdmin, authorize }, bySuperAdmin());
  return wallet;
}

/** Some event that a process could not act on. */
async function parked(process: string): Promise<string> {
  await stage.pool.query('delete from processes.set_aside');
  const [some] = await stage.ledger.read(ADMINS_STREAM);
  if (!some) throw new Error('an event was expected');
  const event = { ...some, stream: streamOf('reward-request', randomUUID()) };
  const how = { state: 'parked', isLate: false, reason: 'the account is full', failures: 1 } as const;
  await postgresSetAside(stage.pool).add({ process, lane: event.stream, event, ...how });
  return (await rows())[0]?.id ?? '';
}

const rows = async () =>
  (await stage.pool.query<{ id: string; state: string }>('select id, state from processes.set_aside')).rows;
const states = async () => (await rows()).map(({ state }) => state);

const DECISIONS = [
  ['retry', 'raffle-prizes', 'waiting'],
  ['dismiss', 'raffle-prizes', 'dismissed'],
  ['dismiss', REWARD_REQUESTS, 'dismissed'],
] as const;

test.each(DECISIONS)('an admin may %s an event of %s', async (act, process, state) => {
  const admin = await newAdmin();
  const id = await parked(process);
  expect(await replica()[act](id, admin)).toBe('now');
  expect(await states()).toEqual([state]);
});

test.each(DECISIONS)(
  'who is removed while they %s an event of %s waits for the removal, and decides nothing',
  async (act, process) => {
    const admin = await newAdmin();
    const id = await parked(process);
    const { process: removing, begun, letThrough } = heldBack(stage.ledger.store, replica, ADMINS_STREAM);
    const removed = removing.remove(admin);
    await begun(removed);
    const deciding = replica()[act](id, admin);
    const refused = expect(deciding).rejects.toBeInstanceOf(NotAnAdmin);
    await waitsOrEnds(stage.pool, deciding);
    letThrough();
    await removed;
    await refused;
    expect(await states()).toEqual(['parked']);
  },
);
