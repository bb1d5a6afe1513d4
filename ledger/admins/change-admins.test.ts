import { beforeEach, describe, expect, test } from 'vitest';
import type { Authorize } from '../authorize.ts';
import { IdempotencyKeyReused } from '../domain-error.ts';
import { hashInput } from '../envelope.ts';
import { type CommandHandler, createCommandHandler } from '../handle-command.ts';
import { startMemoryLedger } from '../testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../testing/start-ledger.ts';
import { isAdmin, isAuditor } from './admins.ts';
import { addAdmin, addAuditor, removeAdmin, removeAuditor } from './change-admins.ts';
import { readAdmins } from './read-admins.ts';

const superAdmin = newWallet();
const wallet = newWallet();
const allowed: Authorize = async () => undefined;

let ledger: TestLedgerNode;
let handler: CommandHandler;
beforeEach(() => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
});

const change = (who = wallet, authorize = allowed) => ({
  wallet: who,
  by: superAdmin,
  superAdmin,
  authorize,
});
const changes = {
  'add-admin': (context = testContext(), who = wallet, authorize = allowed) =>
    addAdmin(handler, change(who, authorize), context),
  'remove-admin': (context = testContext(), who = wallet, authorize = allowed) =>
    removeAdmin(handler, { wallet: who, by: superAdmin, superAdmin, holdActs: authorize }, context),
  'add-auditor': (context = testContext(), who = wallet, authorize = allowed) =>
    addAuditor(handler, change(who, authorize), context),
  'remove-auditor': (context = testContext(), who = wallet, authorize = allowed) =>
    removeAuditor(handler, change(who, authorize), context),
};

describe.each([
  ['add-admin', undefined, { type: 'AdminAdded', data: { wallet, addedBy: superAdmin } }],
  ['remove-admin', 'add-admin', { type: 'AdminRemoved', data: { wallet, removedBy: superAdmin } }],
  ['add-auditor', undefined, { type: 'AuditorAdded', data: { wallet, addedBy: superAdmin } }],
  ['remove-auditor', 'add-auditor', { type: 'AuditorRemoved', data: { wallet, removedBy: superAdmin } }],
] as const)('%s', (operation, first, { type, data }) => {
  const last = async () => (await ledger.read('admins')).at(-1);

  test('stands in the one stream of rights, under a hash that other releases make of it', async () => {
    if (first) await changes[first]();
    const context = testContext();
    await changes[operation](context);
    expect(await last()).toMatchObject({ type, data });
    expect((await last())?.metadata.inputHash).toBe(hashInput({ operation, wallet }));
    expect((await changes[operation](context)).replayed).toBe(true);
    await expect(changes[operation](context, newWallet())).rejects.toThrow(IdempotencyKeyReused);
  });

  test('is refused to whom the right is refused', async () => {
    if (first) await changes[first]();
    const before = await ledger.read('admins');
    const refusal = new Error('no right');
    const refused = changes[operation](testContext(), wallet, () => Promise.reject(refusal));
    await expect(refused).rejects.toThrow(refusal);
    expect(await ledger.read('admins')).toEqual(before);
  });
});

test('who reads the rights learns the revision that says so, none while nobody ever had one', async () => {
  expect(await readAdmins(handler)).toMatchObject({ revision: undefined });
  await changes['add-admin']();
  const auditor = newWallet();
  await changes['add-auditor'](testContext(), auditor);
  const { state, revision } = await readAdmins(createCommandHandler(ledger.store));
  expect(revision).toBe(1n);
  expect([wallet, auditor].map((who) => isAdmin(state, who))).toEqual([true, false]);
  expect([wallet, auditor].map((who) => isAuditor(state, who))).toEqual([false, true]);
});
