import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newAddress, newUser, ofAccount, signUp, verify } from '../../testing/email-calls.ts';
import { mailsTo, tokenIn } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const eventsOf = async (userId: string) => ofAccount(await readLedgerAt(app.eventStoreUrl), userId);
const nameOf = ({ client, userId }: { client: TestClient; userId: string }) => ({
  username: defaultUsername(userId),
  walletAddress: client.account.address as string,
});

/** Somebody types another person's address at an account of their own; the other person gets the mail. */
async function attacked() {
  const attacker = await newUser(app);
  const address = newAddress();
  await signUp(attacker.client, address);
  const [mail] = await mailsTo(attacker.client, address);
  if (!mail) throw new Error('no mail');
  return { attacker, address, mail, token: tokenIn(mail) };
}

test('a mail names the account that its link verifies, with all of its wallet', async () => {
  const { attacker, mail } = await attacked();
  const { username, walletAddress } = nameOf(attacker);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(username);
    expect(part).toContain(walletAddress);
  }
});

test('a mail for an address alone says that its account has no wallet', async () => {
  const visitor = createTestClient(app.url);
  const address = newAddress();
  await signUp(visitor, address);
  expect((await mailsTo(visitor, address))[0]?.text).toMatch(/the account evo_[0-9a-f]{16} without a wallet/);
});

test('who is signed in to another account is asked first, and the link stays good', async () => {
  const { attacker, address, token } = await attacked();
  const victim = await newUser(app);
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  expect(await verify(victim.client, token)).toMatchObject({
    status: 409,
    body: {
      error: 'AnotherAccount',
      message: refusals.verifiesAnother(nameOf(attacker), nameOf(victim)),
    },
  });
  expect((await readLedgerAt(app.eventStoreUrl)).length).toBe(before);

  const link = await victim.client.post<{ account: { userId: string } }>('/api/email/link', { token });
  expect(link).toMatchObject({
    status: 200,
    body: { account: { userId: attacker.userId, ...nameOf(attacker) }, signedInAs: nameOf(victim) },
  });
  expect((await readLedgerAt(app.eventStoreUrl)).length).toBe(before);

  const agreed = { token, account: link.body.account.userId };
  const key = idempotencyKey();
  const verified = await victim.client.post('/api/email/verify', agreed, key);
  expect(verified).toMatchObject({
    status: 200,
    body: { user: { email: address }, account: nameOf(attacker), reward: '5' },
  });
  expect(await eventsOf(attacker.userId)).toContain('EmailVerified');
  expect(await eventsOf(victim.userId)).not.toContain('EmailVerified');
  // The link was the right to it: nothing at the account says who was signed in where it was opened.
  const told = JSON.stringify(
    (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${attacker.userId}`),
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  );
  expect(told.toLowerCase()).not.toContain(victim.client.account.address.toLowerCase());
  // Used once: the same request has its answer again, another one has nothing.
  expect((await victim.client.post('/api/email/verify', agreed, key)).body).toEqual(verified.body);
  expect((await victim.client.post('/api/email/verify', agreed, idempotencyKey())).status).toBe(400);
  expect((await victim.client.post('/api/email/link', { token })).status).toBe(400);
});

test('what was agreed to for one account verifies no other', async () => {
  const { attacker, token } = await attacked();
  const { client, userId } = await newUser(app);
  for (const caller of [client, attacker.client, createTestClient(app.url)]) {
    const answer = await caller.post('/api/email/verify', { token, account: userId }, idempotencyKey());
    expect(answer).toMatchObject({ status: 409, body: { error: 'AnotherAccount' } });
  }
  expect(await eventsOf(attacker.userId)).not.toContain('EmailVerified');
});

test('the account of the link itself, and who is not signed in, are not asked', async () => {
  const own = await attacked();
  expect((await verify(own.attacker.client, own.token)).status).toBe(200);
  const other = await attacked();
  const visitor = createTestClient(app.url);
  expect((await visitor.post('/api/email/link', { token: other.token })).body).toMatchObject({
    account: nameOf(other.attacker),
    signedInAs: null,
  });
  expect(await verify(visitor, other.token)).toMatchObject({
    status: 200,
    body: { account: nameOf(other.attacker) },
  });
});

test('a link that was used says that its address is verified, wherever it is opened again, and names nobody', async () => {
  const { attacker: own, token } = await attacked();
  const elsewhere = createTestClient(app.url);
  expect((await verify(elsewhere, token)).status).toBe(200);
  const another = await newUser(app);
  for (const caller of [own.client, elsewhere, another.client]) {
    for (const answer of [
      await verify(caller, token),
      await caller.post<object>('/api/email/link', { token }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: 'VerifiedAlready',
        message: refusals.emailAlreadyVerified,
        requestId: expect.any(String),
      });
    }
  }
  const guessed = await verify(elsewhere, 'A'.repeat(43));
  expect(guessed).toMatchObject({ status: 400, body: { error: 'VerificationInvalid' } });
  expect(await eventsOf(another.userId)).not.toContain('EmailVerified');
});
