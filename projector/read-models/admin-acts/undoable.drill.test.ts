import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { account } from '../../../ledger/accounts/account.ts';
import type { AccountCommand } from '../../../ledger/accounts/commands.ts';
import { shareOf } from '../../../ledger/accounts/share.ts';
import { type AccountState, closedAccount, REVOCABLE_GRANTS } from '../../../ledger/accounts/state.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { type AdminAct, findAdminAct, listAdminActs } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

async function fill(ledger: TestLedger): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  await project(db.pool, ledger.events);
}

const RESET = '00000000-0000-4000-8000-000000000001';
const units = fc.bigInt({ min: 1n, max: 3n }).map((evo) => evo * ONE_EVO);
const granted = (source: 'admin' | 'streak') =>
  fc.record({
    type: fc.constant('GrantReward' as const),
    grantId: fc.uuid({ version: 4 }),
    amount: units,
    source: fc.constant(source),
    reason: fc.constant('Well done'),
  });

/** What an admin does to one account or to all, beside what it earns and claims. */
const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  { weight: 4, arbitrary: granted('admin') },
  { weight: 2, arbitrary: granted('streak') },
  fc.record({ type: fc.constant('ClaimRewards' as const), claimId: fc.uuid({ version: 4 }) }),
  fc.constant({ type: 'ClearBalance' as const, reason: 'Mistake' }),
  fc.constant({ type: 'ResetRewards' as const, resetId: RESET }),
  fc.constant({ type: 'RestoreRewards' as const, resetId: RESET }),
);

type Act = {
  readonly command: AccountCommand;
  /** One of the grants by hand that are left is taken back instead, counted from the newest. */
  readonly revoke: number | undefined;
  /** A clear or a reset is one of all accounts, asked for so many events ago. */
  readonly since: number | undefined;
};
const anAct: fc.Arbitrary<Act> = fc.record({
  command,
  revoke: fc.nat(11).map((nth) => (nth < 3 ? nth : undefined)),
  since: fc.option(fc.nat(6), { nil: undefined, freq: 2 }),
});

/** What an act tells the account; `past` is what has happened to it. */
function commandOf({ command, revoke, since }: Act, past: readonly AccountEvent[]): AccountCommand {
  const stateAfter = (events: readonly AccountEvent[]) =>
    events.reduce(account.evolve, { ...closedAccount, opened: true } as AccountState);
  const grantId = revoke === undefined ? undefined : [...stateAfter(past).adminGrants].at(-1 - revoke)?.[0];
  if (grantId !== undefined) return { type: 'RevokeReward', grantId, reason: 'Undo' };
  if (since === undefined || (command.type !== 'ClearBalance' && command.type !== 'ResetRewards')) {
    return command;
  }
  const at = Math.max(0, past.length - since);
  return { ...command, share: shareOf(stateAfter(past.slice(0, at)), past.slice(at)) };
}

const oneAccount: fc.Arbitrary<TestLedger> = fc.array(anAct, { minLength: 1, maxLength: 20 }).map((acts) => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const userId = ledger.open();
  let state: AccountState = { ...closedAccount, opened: true };
  const past: AccountEvent[] = [];
  for (const act of acts) {
    const told = commandOf(act, past);
    try {
      for (const event of account.decide(told, state)) {
        ledger.account(userId, event);
        past.push(event);
        state = account.evolve(state, event);
      }
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(DomainError);
    }
  }
  return ledger;
});

/** What the account itself says of revoking the grant of an act. */
function isRevocable({ events }: TestLedger, { user, actKey }: AdminAct): boolean {
  const stream = `account-${user?.userId}`;
  // An account's stream holds account events only.
  const own = events.filter((event) => event.stream === stream) as readonly unknown[] as AccountEvent[];
  const state = own.reduce(account.evolve, account.initialState);
  try {
    const grantId = actKey.slice('grant/'.length);
    return account.decide({ type: 'RevokeReward', grantId, reason: 'Undo' }, state).length > 0;
  } catch (refusal) {
    expect(refusal).toBeInstanceOf(DomainError);
    return false;
  }
}

test('a sent reward is offered for undoing exactly where the account lets it be taken back', async () => {
  const seen = { yes: 0, no: 0 };
  await fc.assert(
    fc.asyncProperty(oneAccount, async (ledger) => {
      await fill(ledger);
      for (const act of await listAdminActs(db.pool, { type: 'reward_sent', limit: 1_000 })) {
        if (act.subject !== 'admin') continue;
        expect(act.undoable, act.actKey).toBe(isRevocable(ledger, act));
        seen[act.undoable ? 'yes' : 'no'] += 1;
      }
    }),
    { numRuns: 40 },
  );
  expect(seen.yes).toBeGreaterThan(0);
  expect(seen.no).toBeGreaterThan(0);
}, 60_000);

test('a reward that came while all were being cleared is offered, and no more once the act has taken a part of it', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const [whole, part, behind] = [ledger.open(), ledger.open(), ledger.open()];
  const clear = (userId: string, amount: string) =>
    ledger.account(userId, { type: 'BalanceCleared', data: { amount, reason: 'New season' } });
  const acts = [whole, part].map((userId) => {
    ledger.grant(userId, 3n * ONE_EVO, { source: 'streak' });
    return ledger.grant(userId, 2n * ONE_EVO);
  });
  clear(whole, '3');
  clear(part, `3.${'0'.repeat(17)}1`);
  // One that was taken back before the act moves up what stood behind it.
  const first = ledger.grant(behind, 2n * ONE_EVO);
  acts.push(ledger.grant(behind, ONE_EVO), ledger.grant(behind, ONE_EVO));
  const { data } = first as unknown as { data: { grantId: string } };
  const revoked = { grantId: data.grantId, amount: '2', reason: 'Undo' };
  ledger.account(behind, { type: 'RewardRevoked', data: revoked });
  clear(behind, '1');
  await fill(ledger);
  const offered = await Promise.all(acts.map(async ({ id }) => (await findAdminAct(db.pool, id))?.undoable));
  expect(offered).toEqual([true, false, false, true]);
});

test('a reward is no longer offered once the account has forgotten it over newer ones', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const userId = ledger.open();
  const grants = Array.from({ length: REVOCABLE_GRANTS + 1 }, () => ledger.grant(userId, ONE_EVO));
  await fill(ledger);
  const undoable = async (at: number) => (await findAdminAct(db.pool, grants[at]?.id ?? ''))?.undoable;
  expect(await undoable(0)).toBe(false);
  expect(await undoable(1)).toBe(true);
});

test('a release is offered for undoing until the claims of that account are held anew', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const [one, other] = [ledger.open(), ledger.open()];
  const hold = (userId: string) => {
    const holdId = crypto.randomUUID();
    ledger.account(userId, { type: 'ClaimsHeld', data: { holdId, reason: 'One farm' } });
    return holdId;
  };
  const holdId = hold(one);
  ledger.account(one, { type: 'ClaimsReleased', data: { holdId, reason: 'No farm' } });
  hold(other);
  const released = async () => {
    await fill(ledger);
    return (await listAdminActs(db.pool, { type: 'claims_released', limit: 10 })).map(
      ({ undoable }) => undoable,
    );
  };
  expect(await released()).toEqual([true]);
  hold(one);
  expect(await released()).toEqual([false]);
});

test('what was cleared is offered for giving back until that account is reset, or removed', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const clear = () => {
    const userId = ledger.open();
    ledger.grant(userId, 2n * ONE_EVO);
    ledger.account(userId, { type: 'BalanceCleared', data: { amount: '2', reason: 'Mistake' } });
    ledger.grant(userId, ONE_EVO);
    return userId;
  };
  const [one, other] = [clear(), clear()];
  const cleared = async () => {
    await fill(ledger);
    // The newest first.
    return (await listAdminActs(db.pool, { type: 'balance_cleared', limit: 10 })).map(
      ({ undoable }) => undoable,
    );
  };
  expect(await cleared()).toEqual([true, true]);
  ledger.account(one, { type: 'RewardsReset', data: { resetId: RESET, total: '1', claimed: '0' } });
  expect(await cleared()).toEqual([true, false]);
  ledger.account(other, { type: 'AccountRemoved', data: { reason: 'Fraud' } });
  expect(await cleared()).toEqual([false, false]);
});

/** A reset of all accounts that is over; what else happens while it goes on. */
async function resetAll(ledger: TestLedger, count: number, meanwhile = async (_resetId: string) => {}) {
  const requestId = crypto.randomUUID();
  const data = { requestId, reason: 'New season' };
  const asked = ledger.append('mass-acts', { type: 'MassResetRequested', data });
  await meanwhile(requestId);
  const done = { requestId, count, total: String(count) };
  ledger.append('mass-acts', { type: 'MassResetCompleted', data: done });
  return asked;
}

test('what was cleared is offered for giving back until all are reset, whatever the reset has found', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const userId = ledger.open();
  const clear = () => {
    ledger.grant(userId, ONE_EVO);
    return ledger.account(userId, { type: 'BalanceCleared', data: { amount: '1', reason: 'Mistake' } });
  };
  const before = clear();
  await resetAll(ledger, 0);
  const after = clear();
  await fill(ledger);
  expect((await findAdminAct(db.pool, before.id))?.undoable).toBe(false);
  expect((await findAdminAct(db.pool, after.id))?.undoable).toBe(true);
});

test('what was cleared while all were being reset is offered for giving back where the reset had come to the account before', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const offered = async () => {
    await fill(ledger);
    // The newest first.
    return (await listAdminActs(db.pool, { type: 'balance_cleared', limit: 10 })).map(
      ({ undoable }) => undoable,
    );
  };
  const [before, emptied] = [ledger.open(), ledger.open()];
  for (const userId of [before, emptied]) ledger.grant(userId, ONE_EVO);
  const clear = (userId: string) =>
    ledger.account(userId, { type: 'BalanceCleared', data: { amount: '1', reason: 'Mistake' } });
  let whileItGoesOn: unknown;
  await resetAll(ledger, 1, async (resetId) => {
    ledger.account(before, { type: 'RewardsReset', data: { resetId, total: '1', claimed: '0' } });
    ledger.grant(before, ONE_EVO);
    for (const userId of [before, emptied]) clear(userId);
    whileItGoesOn = await offered();
  });
  expect(whileItGoesOn).toEqual([false, false]);
  expect(await offered()).toEqual([false, true]);
});

test('who was removed is offered to be let in again once, also where the account is merged since', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const userId = ledger.open();
  const remove = (reason: string) => ledger.account(userId, { type: 'AccountRemoved', data: { reason } });
  const offered = async () => {
    await fill(ledger);
    // The newest first.
    return (await listAdminActs(db.pool, { type: 'user_removed', limit: 10 })).map(
      ({ undoable, undone }) => `${undoable ? 'offered' : '-'} ${undone ? 'undone' : '-'}`,
    );
  };
  remove('Mistake');
  expect(await offered()).toEqual(['offered -']);
  ledger.account(userId, { type: 'AccountReinstated', data: {} });
  expect(await offered()).toEqual(['- undone']);
  remove('Abuse');
  expect(await offered()).toEqual(['offered -', '- undone']);
  ledger.account(userId, { type: 'AccountReinstated', data: {} });
  ledger.actor = { kind: 'system' };
  remove('merged');
  expect(await offered()).toEqual(['- undone', '- undone']);
});

test('of resets the last one that took anything is offered for undoing, and none that took nothing', async () => {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'A'.repeat(40)}` };
  const reset = (count: number) => resetAll(ledger, count);
  const offered = async () => {
    await fill(ledger);
    // The newest first.
    return (await listAdminActs(db.pool, { type: 'rewards_reset_all', limit: 10 })).map(
      ({ undoable }) => undoable,
    );
  };
  await reset(0);
  expect(await offered()).toEqual([false]);
  await reset(2);
  expect(await offered()).toEqual([true, false]);
  await reset(0);
  expect(await offered()).toEqual([false, true, false]);
  await reset(1);
  expect(await offered()).toEqual([true, false, false, false]);
});
