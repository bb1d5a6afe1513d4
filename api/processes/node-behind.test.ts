import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { erasePersonalData } from '../../ledger/accounts/erase-personal-data.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { signUpEmail } from '../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../ledger/accounts/verify-email.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { friendMailboxes } from '../faucet/friend-mailboxes.ts';
import { eraseData } from './erase-personal-data.ts';
import { reserveMailboxes } from './reserve-mailboxes.ts';

const EMAIL = { emailHash: 'a'.repeat(64), sealedEmail: '1.key.body', marketingOptIn: false };
/** Who asks it learns that there is none. */
const NO_POSTGRES = createPool('postgres://127.0.0.1:1/none', { connectTimeout: 1_000 });
const silent = { error: () => undefined };

let ledger: TestLedgerNode;
let handler: CommandHandler;
let userId: string;
/** A node of the same ledger that has none of it yet. */
let behind: TestLedgerNode;
beforeEach(async () => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  behind = startMemoryLedger();
  ({ userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext()));
  const signup = { ...EMAIL, seal: async () => EMAIL.sealedEmail };
  await signUpEmail(handler, userId, signup, testContext());
  await verifyEmail(handler, { userId, ...EMAIL }, testContext());
});

async function last(type: string) {
  const event = (await ledger.read(streamOf('account', userId))).findLast((one) => one.type === type);
  if (!event) throw new Error(`there is no ${type}`);
  return event;
}

/** What was asked of it, as the vault answers where all is well. */
function watchedVault() {
  const asked: string[] = [];
  return {
    asked,
    async unseal(_kind: string, _userId: string, sealed: string) {
      asked.push(sealed);
      return 'anna@gmail.com';
    },
    emailHash: () => EMAIL.emailHash,
    mailDomainHash: () => 'b'.repeat(64),
  };
}

test('an erasure that the node which is asked lacks is told again, not taken for done', async () => {
  await erasePersonalData(handler, { userId }, testContext());
  const told = await last('PersonalDataErased');
  await expect(eraseData(NO_POSTGRES, behind.store).handle(told)).rejects.toBeInstanceOf(LedgerUnavailable);
  // One that has it goes on to what is kept.
  await expect(eraseData(NO_POSTGRES, ledger.store).handle(told)).rejects.toThrow('ECONNREFUSED');
});

test('an erasure of which the node has an earlier one alone is told again', async () => {
  await erasePersonalData(handler, { userId }, testContext());
  const first = await ledger.read(streamOf('account', userId));
  const signup = { ...EMAIL, seal: async () => '1.anew.body', erasures: async () => 1 };
  await signUpEmail(handler, userId, signup, testContext());
  await erasePersonalData(handler, { userId }, testContext());
  const told = await last('PersonalDataErased');
  const old = {
    async *readStream() {
      yield* first;
    },
  };
  await expect(eraseData(NO_POSTGRES, old).handle(told)).rejects.toBeInstanceOf(LedgerUnavailable);
});

test('a sign-up that the node which is asked lacks is told again, and its mailbox not passed over', async () => {
  const vault = watchedVault();
  const told = await last('EmailSignedUp');
  const blind = reserveMailboxes(createCommandHandler(behind.store), vault, silent);
  await expect(blind.handle(told)).rejects.toBeInstanceOf(LedgerUnavailable);
  expect(vault.asked).toEqual([]);
  await reserveMailboxes(handler, vault, silent).handle(told);
  expect(vault.asked).toEqual([EMAIL.sealedEmail]);
});

test('a friend whose proof the node lacks is asked about again, and not counted as erased', async () => {
  const vault = watchedVault();
  const { emailHash } = EMAIL;
  const friend = { friendId: userId, referrerId: userId, day: '2026-03-01', emailHash };
  const blind = friendMailboxes(createCommandHandler(behind.store), NO_POSTGRES, vault, silent);
  await expect(blind.isPaidFor(friend)).rejects.toBeInstanceOf(LedgerUnavailable);
  expect(await friendMailboxes(handler, NO_POSTGRES, vault, silent).isPaidFor(friend)).toBe(true);
});
