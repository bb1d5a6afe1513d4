import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { ADMINS_STREAM, isAdmin, isAuditor } from '../../../ledger/admins/admins.ts';
import { addAdmin, addAuditor } from '../../../ledger/admins/change-admins.ts';
import { readAdmins } from '../../../ledger/admins/read-admins.ts';
import { rightsFaults } from '../../../ledger/admins/rights-audit.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../../ledger/handle-command.ts';
import {
  newWallet,
  startTestLedger,
  type TestLedgerNode,
  testContext,
} from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { FENCE_POOL } from '../../auth/rights-fence.ts';
import { migrate } from '../../migrate.ts';
import {
  fencedReplica,
  heldBack as heldBackOf,
  PATIENT,
  waitsOrEnds,
} from '../../testing/fenced-replicas.ts';
import { givingTo } from '../admin-users/giving-to.ts';
import { removeAsAdmin } from './remove-as-admin.ts';

const superAdmin = newWallet();
const admin = newWallet();
let ledger: TestLedgerNode;
let postgres: TestPostgres;
let pool: Pool;
const pools: Pool[] = [];
const handlers: CommandHandler[] = [];

beforeAll(async () => {
  [ledger, postgres] = await Promise.all([startTestLedger(), startTestPostgres()]);
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  await replica().give('admin', admin, superAdmin);
});
afterAll(async () => {
  await Promise.all(handlers.map((handler) => handler.close()));
  await Promise.all([...pools, pool].map((one) => one.end()));
  await Promise.all([ledger.stop(), postgres.stop()]);
});

const ADDING = { admin: addAdmin, auditor: addAuditor } as const;
type Right = keyof typeof ADDING;

/** One process: its own connections, its own memory, and the store as it meets it. */
function replica(store: EventStore = ledger.store) {
  const fencePool = createPool(postgres.connectionString, { ...FENCE_POOL, ...PATIENT });
  pools.push(fencePool);
  const { handler, policies } = fencedReplica(store, fencePool, superAdmin);
  handlers.push(handler);
  const contextOf = (wallet: string) => testContext({ actor: { kind: 'admin', wallet } });
  return {
    give(right: Right, wallet: string, by: string) {
      const authorize = givingTo(wallet, by, { handler, policies });
      return ADDING[right](handler, { wallet, by, superAdmin, authorize }, contextOf(by));
    },
    remove: (userId: string, by: string) =>
      removeAsAdmin(
        { handler, pool, policies },
        { walletAddress: by },
        { userId, reason: 'x', dryRun: false },
        contextOf(by),
      ),
  };
}

const heldBack = (stream: string) => heldBackOf(ledger.store, replica, stream);

async function newAccount() {
  const walletAddress = newWallet();
  const handler = createCommandHandler(ledger.store);
  const { userId } = await openAccount(handler, { walletAddress }, testContext());
  const stands = async () => {
    const { state } = await readAdmins(handler);
    const { removed } = await readAccount(handler, userId);
    return { hasRight: isAdmin(state, walletAddress) || isAuditor(state, walletAddress), removed };
  };
  return { walletAddress, userId, stands };
}

const CASES: readonly (readonly [Right, string, string])[] = [
  ['admin', superAdmin, superAdmin],
  ['admin', superAdmin, admin],
  ['admin', admin, superAdmin],
  ['admin', admin, admin],
  ['auditor', superAdmin, superAdmin],
  ['auditor', superAdmin, admin],
];
const nameOf = (wallet: string) => (wallet === superAdmin ? 'the super admin' : 'an admin');
const cases = CASES.map(([right, giver, remover]) => ({
  ...{ right, giver, remover },
  who: `${nameOf(giver)} gives, ${nameOf(remover)} removes`,
}));

test.each(cases)(
  'an account whose removal is on its way when its wallet is to be made $right is removed and has no right: $who',
  async ({ right, giver, remover }) => {
    const { walletAddress, userId, stands } = await newAccount();
    const { process, begun, letThrough } = heldBack(streamOf('account', userId));
    const removal = process.remove(userId, remover);
    await begun(removal);
    const giving = replica().give(right, walletAddress, giver);
    await waitsOrEnds(pool, giving);
    letThrough();
    await removal;
    await expect(giving).rejects.toMatchObject({ code: 'AccountOfRightRemoved' });
    expect(await stands()).toEqual({ hasRight: false, removed: true });
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
  },
);

test.each(cases)(
  'a wallet that is being made $right when its account is to be removed has the right and the account: $who',
  async ({ right, giver, remover }) => {
    const { walletAddress, userId, stands } = await newAccount();
    const { process, begun, letThrough } = heldBack(ADMINS_STREAM);
    const giving = process.give(right, walletAddress, giver);
    await begun(giving);
    const removal = replica().remove(userId, remover);
    await waitsOrEnds(pool, removal);
    letThrough();
    await giving;
    const code = right === 'admin' ? 'AccountOfAdmin' : 'AccountOfAuditor';
    await expect(removal).rejects.toMatchObject({ code });
    expect(await stands()).toEqual({ hasRight: true, removed: false });
    expect(rightsFaults(await ledger.readAll(), superAdmin)).toEqual([]);
  },
);

test('many who give and remove at once, in two processes, leave nobody a right without an account, and nothing open', async () => {
  const processes = [replica(), replica()];
  const accounts = await Promise.all(Array.from({ length: 8 }, newAccount));
  await Promise.all(
    accounts.map(async ({ walletAddress, userId }, at) => {
      const [one, other] = at % 2 ? processes : processes.toReversed();
      const give = () => one?.give('admin', walletAddress, at % 3 ? admin : superAdmin);
      const remove = () => other?.remove(userId, admin);
      const acts = at % 4 < 2 ? [give, remove] : [remove, give];
      await Promise.allSettled(acts.map((act) => act()));
    }),
  );
  const ends = await Promise.all(accounts.map(({ stands }) => stands()));
  expect(ends.filter(({ hasRight, removed }) => hasRight && removed)).toEqual([]);
  await vi.waitFor(async () => {
    const { rows } = await pool.query('select from auth.open_acts');
    expect(rows).toEqual([]);
  });
});

test('a right is given to a wallet of which nobody has an account', async () => {
  const wallet = newWallet();
  await replica().give('admin', wallet, admin);
  const { state } = await readAdmins(createCommandHandler(ledger.store));
  expect(isAdmin(state, wallet)).toBe(true);
});
