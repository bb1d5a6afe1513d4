import { beforeEach, expect, test, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { clearBalance } from '../../../ledger/accounts/clear-balance.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { addAdmin } from '../../../ledger/admins/change-admins.ts';
import { rightsFaults } from '../../../ledger/admins/rights-audit.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { MASS_ACTS_STREAM } from '../../../ledger/mass-acts/mass-acts.ts';
import { massActProcess } from '../../../ledger/processes/mass-acts.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { ensureSchema } from '../../../projector/progress/schema.ts';
import { recorded } from '../../../projector/read-models/read-model.ts';
import { project } from '../../../projector/testing/read-models.ts';
import { heldBack as heldBackOf, setFencedStage, waitsOrEnds } from '../../testing/fenced-replicas.ts';
import { requestAsAdmin } from './request-as-admin.ts';
import { undoAct } from './undo-act.ts';

const superAdmin = newWallet();
const stage = setFencedStage(superAdmin);
let admin: string;
let userId: string;

beforeEach(async () => {
  admin = newWallet();
  await replica().name(admin);
  ({ userId } = await openAccount(replica().handler, { walletAddress: newWallet() }, testContext()));
});

/** One process, and what an admin asks of it. */
function replica(store?: EventStore) {
  const one = stage.replica(store);
  const { handler, policies } = one;
  const contextOf = (wallet: string) => testContext({ actor: { kind: 'admin', wallet } });
  return {
    ...one,
    name(wallet: string) {
      const authorize = policies.requireAdmin(superAdmin);
      return addAdmin(handler, { wallet, by: superAdmin, superAdmin, authorize }, contextOf(superAdmin));
    },
    undo: (eventId: string, by: string) =>
      undoAct(
        { ...one, pool: stage.pool },
        { userId: 'somebody else', walletAddress: by },
        { eventId },
        contextOf(by),
      ),
    reset: (by: string) =>
      requestAsAdmin(
        { handler, policies },
        { walletAddress: by },
        { act: { kind: 'reset' }, reason: 'New season', dryRun: false },
        contextOf(by),
      ),
  };
}

const heldBack = (stream: string) => heldBackOf(stage.ledger.store, replica, stream);

/** An admin has taken what was pending, and every row knows of it. */
async function cleared(): Promise<string> {
  const act = { userId, reason: 'Mistake', dryRun: false, authorize: async () => undefined };
  const context = testContext({ actor: { kind: 'admin', wallet: superAdmin } });
  await clearBalance(replica().handler, act, context);
  await stage.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(stage.pool, LIVE_SCHEMA);
  await project(stage.pool, (await stage.ledger.readAll()).map(recorded));
  const [event] = (await stage.ledger.read(streamOf('account', userId))).slice(-1);
  return event?.id ?? '';
}

/** What the account has once every reset that was asked for is carried out. */
async function leftByResets(): Promise<bigint> {
  const { handler } = replica();
  const { revision = 0n } = (await stage.ledger.read(streamOf('account', userId))).at(-1) ?? {};
  const process = massActProcess(stage.ledger.store, handler, {
    accounts: async (_at, after) => (after === undefined ? [{ userId, revision }] : []),
    loadProgress: async () => undefined,
    saveProgress: async () => undefined,
  });
  for (const event of await stage.ledger.read(MASS_ACTS_STREAM)) await process.handle(event);
  return (await replica().handler.read(streamOf('account', userId), account)).granted;
}

const CASES = [
  { undoer: superAdmin, resetter: superAdmin, who: 'the super admin undoes, the super admin resets' },
  { undoer: superAdmin, resetter: undefined, who: 'the super admin undoes, an admin resets' },
  { undoer: undefined, resetter: superAdmin, who: 'an admin undoes, the super admin resets' },
  { undoer: undefined, resetter: undefined, who: 'an admin undoes, an admin resets' },
];

test.each(CASES)(
  'a reset of all that is asked for while the undo of a clear is on its way leaves nothing of what came back: $who',
  async ({ undoer = admin, resetter = admin }) => {
    const eventId = await cleared();
    const { process, begun, letThrough } = heldBack(streamOf('account', userId));
    const undo = process.undo(eventId, undoer);
    await begun(undo);
    const reset = replica().reset(resetter);
    await waitsOrEnds(stage.pool, reset);
    letThrough();
    await Promise.all([undo, reset]);
    expect(await leftByResets()).toBe(0n);
    expect(rightsFaults(await stage.ledger.readAll(), superAdmin)).toEqual([]);
  },
);

test('nor where the process that undoes has lost its lock: what it has sent cannot land behind the reset', async () => {
  const eventId = await cleared();
  const { process, begun, letThrough } = heldBack(streamOf('account', userId));
  const undo = process.undo(eventId, superAdmin);
  await begun(undo);
  await process.loseConnections();
  const before = await lastRemoval();
  const asking = replica();
  await vi.waitFor(() => asking.reset(superAdmin));
  letThrough();
  await expect(undo).rejects.toMatchObject({ code: 'MassActUnderWay' });
  expect(await leftByResets()).toBe(0n);
  // It is no removal of an admin, whatever revision it has.
  expect(await lastRemoval()).toEqual(before);
});

test('a clear is undone beside no reset that is on its way, also where that has lost its lock', async () => {
  const eventId = await cleared();
  const { process, begun, letThrough } = heldBack(MASS_ACTS_STREAM);
  const reset = process.reset(superAdmin);
  await begun(reset);
  await process.loseConnections();
  await vi.waitFor(() => replica().undo(eventId, superAdmin));
  letThrough();
  await reset;
  const types = (await stage.ledger.readAll()).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['RewardGranted', 'MassResetRequested']);
  expect(await leftByResets()).toBe(0n);
});

const lastRemoval = async () => (await stage.pool.query('select revision from auth.last_removal')).rows;
