import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { signUpEmail } from '../../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../../ledger/accounts/verify-email.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { readReservation } from '../../../ledger/reservations/find-owner.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { issueToken } from '../../integrations/email/tokens.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import { newUser, signUp, verify } from '../../testing/email-calls.ts';
import { mailedToken, outbox } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { loadMasterKeys } from '../../vault/master-key.ts';
import { openVault, type Vault } from '../../vault/vault.ts';

let app: TestApp;
let store: EventStore;
let pool: ReturnType<typeof createPool>;
let vault: Vault;
beforeAll(async () => {
  app = await startApp();
  store = connectEventStore(app.eventStoreUrl);
  pool = createPool(app.databaseUrl);
  vault = await openVault(pool, await loadMasterKeys([], app.dataDir));
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await app.close();
});

/** One mailbox in three spellings, which were three before. */
function spellings() {
  const name = `anna${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const [a, b] = [name.slice(0, 4), name.slice(4)];
  return [`${a}.${b}@proton.me`, `${a}_${b}@pm.me`, `${name}+evo@protonmail.com`] as const;
}

/** As the program signed up and verified before it knew the provider's aliases. */
async function asBefore(userId: string, address: string, isVerified: boolean) {
  const emailHash = vault.formerEmailHash(address) ?? '';
  expect(emailHash).toHaveLength(64);
  const handler = createCommandHandler(store);
  const sealedEmail = await vault.seal('email', userId, address);
  const signup = { emailHash, marketingOptIn: false, seal: async () => sealedEmail };
  await signUpEmail(handler, userId, signup, testContext());
  const proof = { userId, emailHash, sealedEmail, marketingOptIn: false };
  if (isVerified) await verifyEmail(handler, proof, testContext());
  return proof;
}

const ownerNow = (address: string) =>
  readReservation(createCommandHandler(store), 'email', vault.emailHash(address));
const paidTo = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(
    ({ stream, type, data }) =>
      stream === `account-${userId}` &&
      type === 'RewardGranted' &&
      'source' in data &&
      data.source === 'email_verification',
  ).length;
const withWallet = (client: TestClient) => ({ walletAddress: client.account.address });

test('three spellings of one new mailbox are paid once', async () => {
  const addresses = spellings();
  const users = await Promise.all(addresses.map(() => newUser(app)));
  const tokens: string[] = [];
  for (const [n, address] of addresses.entries()) {
    const { client } = users[n]!;
    await signUp(client, address, withWallet(client));
    tokens.push(await mailedToken(client, address));
  }
  const answers = await Promise.all(users.map(({ client }, n) => verify(client, tokens[n]!)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const paid = await Promise.all(users.map(({ userId }) => paidTo(userId)));
  expect(paid.toSorted()).toEqual([0, 0, 1]);
});

test('who verified under the former hash keeps the mailbox under every spelling', async () => {
  const [one, two, three] = spellings();
  const [first, second] = [await newUser(app), await newUser(app)];
  await asBefore(first.userId, one, true);
  await vi.waitFor(async () => {
    expect(await ownerNow(two)).toMatchObject({ owner: first.userId, confirmed: true });
  }, 20_000);
  for (const address of [one, two, three]) {
    await signUp(second.client, address, withWallet(second.client));
  }
  // To the spelling that was typed first goes the word that it has an account; a link of the second goes to none. (The
  // first may have been mailed one, between the sign-up and the proof of before.)
  const hasLink = ({ text }: { readonly text: string }) => text.includes('/verify-email?token=');
  const told = async () => (await outbox(second.client)).filter(({ to }) => to.includes(one));
  await expect.poll(async () => (await told()).some((mail) => !hasLink(mail))).toBe(true);
  const links = (await outbox(second.client)).filter(hasLink);
  expect(links.filter(({ text }) => text.includes(second.client.account.address))).toEqual([]);
  expect([await paidTo(first.userId), await paidTo(second.userId)]).toEqual([1, 0]);
});

test('of two who race for one mailbox, one under the former hash and one under that of now, one is paid', async () => {
  const [one, two] = spellings();
  const [first, second] = [await newUser(app), await newUser(app)];
  const proof = await asBefore(first.userId, one, false);
  const token = await issueToken(pool, () => Date.now(), proof);
  const sealedEmail = await vault.seal('email', second.userId, two);
  const other = {
    userId: second.userId,
    emailHash: vault.emailHash(two),
    sealedEmail,
    marketingOptIn: false,
  };
  const otherToken = await issueToken(pool, () => Date.now(), other);
  const answers = await Promise.all([verify(first.client, token), verify(second.client, otherToken)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await paidTo(first.userId)) + (await paidTo(second.userId))).toBe(1);
});

test('a link whose address does not open any more is void, as one that has expired', async () => {
  const { client, userId } = await newUser(app);
  const [address] = spellings();
  const proof = { userId, emailHash: vault.emailHash(address), marketingOptIn: false };
  const sealedEmail = (await vault.seal('email', userId, address)).slice(0, -4);
  const token = await issueToken(pool, () => Date.now(), { ...proof, sealedEmail });
  expect(await verify(client, token)).toMatchObject({
    status: 400,
    body: { message: refusals.verificationInvalid },
  });
  expect(await paidTo(userId)).toBe(0);
});

test('two who verified two spellings before keep what they have; the first has the mailbox', async () => {
  const [one, two] = spellings();
  const [first, second] = [await newUser(app), await newUser(app)];
  await asBefore(first.userId, one, true);
  await vi.waitFor(async () => expect((await ownerNow(one)).owner).toBe(first.userId), 20_000);
  await asBefore(second.userId, two, true);
  expect([await paidTo(first.userId), await paidTo(second.userId)]).toEqual([1, 1]);
  expect(await ownerNow(two)).toMatchObject({ owner: first.userId, confirmed: true });
});

test('of the friends with mailboxes at one domain the first three of a day pay the referral', async () => {
  const referrer = await newUser(app);
  const domain = `farm-${randomUUID().slice(0, 8)}.example`;
  const friend = async (address: string) => {
    const client = createTestClient(app.url);
    const { body } = await client.connect({ referrerId: referrer.userId });
    await signUp(client, address, withWallet(client));
    await verify(client, await mailedToken(client, address));
    return body.user.id;
  };
  const farm: string[] = [];
  for (let n = 0; n < 5; n += 1) farm.push(await friend(`anna${n}@${n % 2 ? 'sub.' : ''}${domain}`));
  // At a public provider they are different people; it comes last, so that what is before it was decided.
  const elsewhere = await friend(`anna${randomUUID().slice(0, 8)}@gmail.com`);
  const grants = async (source: string) =>
    (await readLedgerAt(app.eventStoreUrl)).flatMap(({ stream, type, data }) =>
      type === 'RewardGranted' && 'source' in data && data.source === source ? [{ stream, data }] : [],
    );
  const paidFriends = async () =>
    (await grants('referral_friend')).flatMap(({ stream }) =>
      [...farm, elsewhere].filter((id) => stream === `account-${id}`),
    );
  await vi.waitFor(async () => expect(await paidFriends()).toContain(elsewhere), 20_000);
  expect(new Set(await paidFriends())).toEqual(new Set([...farm.slice(0, 3), elsewhere]));
  await vi.waitFor(async () => {
    const rewards = (await grants('referral')).filter(
      ({ stream }) => stream === `account-${referrer.userId}`,
    );
    expect(rewards).toHaveLength(4);
  }, 20_000);
});
