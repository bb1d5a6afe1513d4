import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { grantByAdmin } from '../../ledger/accounts/grant-reward.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { ADMINS_STREAM } from '../../ledger/admins/admins.ts';
import { addAdmin, removeAdmin } from '../../ledger/admins/change-admins.ts';
import { readAdmins } from '../../ledger/admins/read-admins.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { takeRevision } from '../../ledger/take-revision.ts';
import { replacedStore } from '../../ledger/testing/replaced-store.ts';
import {
  newWallet,
  startTestLedger,
  type TestLedgerNode,
  testContext,
} from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { onSameLedger } from '../http/same-ledger.ts';
import { migrate } from '../migrate.ts';
import { createPolicies } from './policies.ts';
import { createRightsFence, FENCE_POOL } from './rights-fence.ts';

const superAdmin = newWallet();
const [anna, ben] = [newWallet(), newWallet()];

let right: TestLedgerNode;
/** A copy of it, of before its last events. */
let older: TestLedgerNode;
/** What the program reaches at this moment. */
const { store, reach } = replacedStore();

let postgres: TestPostgres;
let pool: Pool;
let projected: LedgerPosition | undefined;
const handlers: CommandHandler[] = [];

/** As the server puts its parts together. */
function startReplica() {
  const handler = onSameLedger(createCommandHandler(store), store, { position: () => projected });
  const fence = createRightsFence(
    pool,
    async (act, { deadline }) => {
      await handler.assertSame(deadline);
      await takeRevision(store, act, new Date().toISOString(), deadline);
    },
    500,
  );
  const policies = createPolicies(superAdmin, (deadline) => readAdmins(handler, deadline), fence);
  const asRoot = () => testContext({ actor: { kind: 'admin', wallet: superAdmin } });
  handlers.push(handler);
  return {
    handler,
    add: (wallet: string) => {
      const authorize = policies.requireAdminToGive(superAdmin, async () => undefined);
      return addAdmin(handler, { wallet, by: superAdmin, superAdmin, authorize }, asRoot());
    },
    remove: (wallet: string) =>
      removeAdmin(handler, { wallet, by: superAdmin, superAdmin, holdActs: policies.holdActs }, asRoot()),
    grant: (wallet: string, userId: string) =>
      grantByAdmin(
        handler,
        { userId, amount: ONE_EVO, reason: 'x', dryRun: false, authorize: policies.requireAdmin(wallet) },
        testContext({ actor: { kind: 'admin', wallet } }),
      ),
  };
}

// Before each try of it, which leaves what the next would stumble over.
beforeEach(async () => {
  projected = undefined;
  [right, older, postgres] = await Promise.all([startTestLedger(), startTestLedger(), startTestPostgres()]);
  reach(right);
  const migrating = createPool(postgres.connectionString);
  await migrate(migrating);
  await migrating.end();
  pool = createPool(postgres.connectionString, FENCE_POOL);
});
afterEach(async () => {
  await Promise.all(handlers.splice(0).map((handler) => handler.close()));
  await pool.end();
  await Promise.all([right.stop(), older.stop(), postgres.stop()]);
});

test('who tries to remove an admin while the event store is an older copy keeps the others from nothing when the right one is back', async () => {
  const [one, another] = [startReplica(), startReplica()];
  for (const wallet of [anna, ben]) await one.add(wallet);
  await older.store.append(ADMINS_STREAM, await right.read(ADMINS_STREAM), undefined);
  const { userId } = await openAccount(one.handler, { walletAddress: newWallet() }, testContext());
  projected = await right.store.head();

  reach(older);
  await expect(one.remove(anna)).rejects.toThrow(LedgerUnavailable);
  // Whoever comes then closes nothing by what stands there, either.
  await expect(another.grant(ben, randomUUID())).rejects.toThrow();

  reach(right);
  // Which has seen nothing of the copy.
  const begun = startReplica();
  await expect.poll(() => begun.grant(ben, userId).then(({ events }) => events.length, String)).toBe(1);
});
