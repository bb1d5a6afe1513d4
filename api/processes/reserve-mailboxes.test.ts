import { beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { MERGED } from '../../ledger/accounts/merger.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { removeAccount } from '../../ledger/accounts/remove-account.ts';
import { signUpEmail, signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../ledger/accounts/verify-email.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { findOwner, readReservation } from '../../ledger/reservations/find-owner.ts';
import { appendAsItWas } from '../../ledger/testing/append-as-it-was.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import { newWallet, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { SealBroken } from '../vault/aes-gcm.ts';
import { KeyClosed } from '../vault/master-key.ts';
import { reserveMailboxes } from './reserve-mailboxes.ts';

/** Of one mailbox: in two spellings that were told apart before, and as it is known now. */
const [FORMER, OTHER, NOW] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

let ledger: TestLedgerNode;
let handler: CommandHandler;
let told = 0;
beforeEach(() => {
  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
});

const signup = (emailHash: string) => ({ emailHash, marketingOptIn: false, seal: async () => 'sealed' });
const proof = (userId: string, emailHash: string) => ({
  ...{ userId, emailHash, sealedEmail: 'sealed', marketingOptIn: false },
});
async function signedUp(emailHash = FORMER): Promise<string> {
  const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
  await signUpEmail(handler, userId, signup(emailHash), testContext());
  return userId;
}

const vault = { unseal: async () => 'anna@proton.me' as string | undefined, emailHash: () => NOW };
const silent = { error: () => expect.unreachable('all is well') };

/** What concerns the process: what has come since it was told, or all, as it is told when it begins anew. */
async function tell(process = reserveMailboxes(handler, vault, silent), from = 0): Promise<void> {
  const events = await ledger.readAll();
  for (const event of events.slice(from)) {
    if (process.laneOf(event) !== undefined) await process.handle(event);
  }
  told = events.length;
}
const mailbox = () => readReservation(handler, 'email', NOW);

test('who signed up under a former hash has the mailbox as it is known now, for good once it was proved', async () => {
  const userId = await signedUp();
  await tell();
  expect(await mailbox()).toMatchObject({ owner: userId, confirmed: false });
  await verifyEmail(handler, proof(userId, FORMER), testContext());
  await tell(undefined, told);
  expect(await mailbox()).toMatchObject({ owner: userId, confirmed: true });
  await tell(reserveMailboxes(createCommandHandler(ledger.store), vault, silent));
  expect(await mailbox()).toMatchObject({ owner: userId, confirmed: true });
  const events = await ledger.read(streamOf('email', NOW));
  expect(events.map(({ type, metadata }) => [type, metadata.actor.kind])).toEqual([
    ['Reserved', 'system'],
    ['Confirmed', 'system'],
  ]);
});

test('of two whose spellings were told apart before, who came first has the mailbox', async () => {
  const [first, second] = [await signedUp(FORMER), await signedUp(OTHER)];
  for (const [userId, hash] of [
    [second, OTHER],
    [first, FORMER],
  ] as const) {
    await verifyEmail(handler, proof(userId, hash), testContext());
  }
  await tell();
  expect(await mailbox()).toMatchObject({ owner: first, confirmed: true });
});

test('nothing is done for who signed up as the mailbox is known now, nor for what was erased', async () => {
  await signedUp(NOW);
  await tell();
  expect(await ledger.read(streamOf('email', NOW))).toHaveLength(1);
  const emailHash = () => expect.unreachable('there is no address');
  await tell(reserveMailboxes(handler, { emailHash, unseal: async () => undefined }, silent));
});

test('who was removed keeps the mailbox; an account that was merged into another one gives it up', async () => {
  const userId = await signedUp();
  const removal = { userId, reason: 'Abuse', dryRun: false, authorize: async () => undefined };
  await removeAccount(handler, removal, testContext());
  await tell();
  expect((await mailbox()).owner).toBe(userId);

  ledger = startMemoryLedger();
  handler = createCommandHandler(ledger.store);
  await signUpEmailAlone(handler, signup(FORMER), testContext());
  const alone = await findOwner(handler, 'email', FORMER);
  const { userId: owner } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
  await verifyEmail(handler, proof(owner, FORMER), testContext());
  expect(alone).not.toBe(owner);
  await tell();
  expect(await mailbox()).toMatchObject({ owner, confirmed: true });
});

test('so does the wallet that an earlier release let an admin remove in the word of mergers: nobody is paid for it by another spelling', async () => {
  const userId = await signedUp();
  await verifyEmail(handler, proof(userId, FORMER), testContext());
  const inTheWord = { type: 'AccountRemoved', data: { reason: MERGED } } as const;
  await appendAsItWas(ledger.store, userId, [inTheWord]);
  await tell();
  expect(await mailbox()).toMatchObject({ owner: userId, confirmed: true });
});

test('an address that does not open is said, and holds nobody up; a vault that is away is asked again', async () => {
  const userId = await signedUp();
  const said: object[] = [];
  const failing = (error: Error) => ({ ...vault, unseal: () => Promise.reject(error) });
  const logger = { error: (details: object) => void said.push(details) };
  const broken = new SealBroken();
  await tell(reserveMailboxes(handler, failing(broken), logger));
  expect(said).toEqual([{ err: broken, userId }]);
  expect((await mailbox()).owner).toBeUndefined();
  const away = new Error('Postgres is away');
  await expect(tell(reserveMailboxes(handler, failing(away), silent))).rejects.toThrow(away);
});

test('a leader that has not got the key of the vault passes no mailbox by', async () => {
  const userId = await signedUp();
  const closed = { ...vault, unseal: () => Promise.reject(new KeyClosed()) };
  await expect(tell(reserveMailboxes(handler, closed, silent))).rejects.toThrow(LedgerUnavailable);
  await tell();
  expect((await mailbox()).owner).toBe(userId);
});
