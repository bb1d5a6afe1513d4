import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { emailAnswers } from '../../../contracts/mail-messages.ts';
import { pages } from '../../../contracts/messages.ts';
import { erasePersonalData } from '../../../ledger/accounts/erase-personal-data.ts';
import { openAccount } from '../../../ledger/accounts/open-account.ts';
import { signUpEmail } from '../../../ledger/accounts/sign-up-email.ts';
import { verifyEmail } from '../../../ledger/accounts/verify-email.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { startMemoryLedger } from '../../../ledger/testing/memory-ledger.ts';
import { newWallet, testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { newUser, ofAccount, signUp, verify } from '../../testing/email-calls.ts';
import { mailedToken, mailsTo } from '../../testing/mailbox.ts';
import { expectMails, keepWaitingMail } from '../../testing/mails-of-account.ts';
import { ownUser } from '../../testing/own-user.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { eraseKept } from '../../vault/erase-kept.ts';

let app: TestApp;
let pool: pg.Pool;
let store: EventStore;

beforeAll(async () => {
  app = await startApp();
  pool = createPool(app.databaseUrl);
  store = connectEventStore(app.eventStoreUrl);
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await app.close();
});

const ERASE = '/api/profile/erase-personal-data';

describe('what others have of a mailbox', () => {
  test('goes with its owner, who had proved it: mails that wait and links, and none of another mailbox', async () => {
    const [owner, other] = [await newUser(app), await newUser(app)];
    const [address, others] = [`dana.${randomUUID()}@example.com`, `olga.${randomUUID()}@example.com`];
    await signUp(owner.client, address);
    expect((await verify(owner.client, await mailedToken(owner.client, address))).status).toBe(200);
    await signUp(other.client, others);
    await mailedToken(other.client, others);
    // Somebody else has asked to take it over.
    await keepWaitingMail(pool, other.userId, owner.userId);
    await pool.query(
      `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
       select sha256(email_hash::bytea), $2, email_hash, sealed_email, false, expires_at
       from vault.email_tokens where user_id = $1`,
      [owner.userId, other.userId],
    );
    await keepWaitingMail(pool, other.userId);
    await erasePersonalData(createCommandHandler(store), owner, testContext());
    await expectMails(pool, other.userId, [
      { state: 'dropped', reason: 'erased', is_empty: true },
      { state: 'sent', reason: null, is_empty: true },
      { state: 'waiting', reason: null, is_empty: false },
    ]);
    const links = await pool.query('select from vault.email_tokens where user_id = $1', [other.userId]);
    expect(links.rowCount).toBe(1);
  });

  test('is left by who never proved it: nobody keeps a mailbox from its owner by erasing it again and again', async () => {
    const [squatter, owner] = [await newUser(app), await newUser(app)];
    const address = `fritz.${randomUUID()}@example.com`;
    await signUp(squatter.client, address);
    const first = await mailedToken(owner.client, address);
    await signUp(owner.client, address);
    const token = await mailedToken(owner.client, address, 2);
    expect((await squatter.client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
    expect((await verify(owner.client, token)).status).toBe(200);
    expect((await verify(squatter.client, first)).status).toBe(400);
  });

  test('nor by erasing it and proving another mailbox since: its owner gets a link, and is paid', async () => {
    const [squatter, owner] = [await newUser(app), await newUser(app)];
    const [own, address] = [`gert.${randomUUID()}@example.com`, `hans.${randomUUID()}@example.com`];
    await signUp(squatter.client, address);
    await mailedToken(owner.client, address);
    expect((await squatter.client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
    await signUp(squatter.client, own);
    expect((await verify(squatter.client, await mailedToken(squatter.client, own))).status).toBe(200);
    await signUp(owner.client, address);
    const verified = await verify(owner.client, await mailedToken(owner.client, address, 2));
    expect(verified).toMatchObject({ status: 200, body: { user: { email: address }, reward: '5' } });
  });

  test('nor from who has no wallet: it gets an account of its own, and who has erased it is not given it anew', async () => {
    const [squatter, stranger] = [await newUser(app), createTestClient(app.url)];
    const address = `ida.${randomUUID()}@example.com`;
    await signUp(squatter.client, address);
    await mailedToken(stranger, address);
    const erased = await squatter.client.post(ERASE, {}, idempotencyKey());
    await signUp(stranger, address);
    const verified = await verify(stranger, await mailedToken(stranger, address, 2));
    expect(verified).toMatchObject({ status: 200, body: { user: { email: address }, reward: '0' } });
    expect(await ownUser(squatter.client, erased)).toMatchObject({ email: null, isEmailVerified: false });
  });

  test('is given anew to who has proved and erased it by nobody else, who types it', async () => {
    const [owner, stranger] = [await newUser(app), createTestClient(app.url)];
    const address = `jana.${randomUUID()}@example.com`;
    await signUp(owner.client, address);
    expect((await verify(owner.client, await mailedToken(owner.client, address))).status).toBe(200);
    const erased = await owner.client.post(ERASE, {}, idempotencyKey());
    await signUp(stranger, address);
    const none = { email: null, emailMarketingOptIn: false };
    expect(await ownUser(owner.client, erased)).toMatchObject(none);
    expect(ofAccount(await readLedgerAt(app.eventStoreUrl), owner.userId)).toEqual([
      ...['AccountOpened', 'RewardGranted', 'EmailSignedUp', 'EmailVerified', 'RewardGranted'],
      ...['RewardGranted', 'PersonalDataErased'],
    ]);
    // The owner gives it when it likes.
    await signUp(owner.client, address);
    await expect.poll(async () => (await ownUser(owner.client)).email).toBe(address);
  });

  test('is promised no reward again, where it was paid: not by the account, the answer or the mail', async () => {
    const { client } = await newUser(app);
    const [address, other] = [`kurt.${randomUUID()}@example.com`, `lena.${randomUUID()}@example.com`];
    expect(await ownUser(client)).toMatchObject({ isEmailRewarded: false });
    expect((await signUp(client, address)).body).toMatchObject({ message: emailAnswers.signedUp });
    const [first] = await mailsTo(client, address);
    expect(first?.text).toContain('confirming pays 5 EVO');
    const verified = await verify(client, await mailedToken(client, address));
    expect(await ownUser(client, verified)).toMatchObject({ isEmailVerified: true, isEmailRewarded: true });
    const erased = await client.post(ERASE, {}, idempotencyKey());
    expect(await ownUser(client, erased)).toMatchObject({ isEmailVerified: false, isEmailRewarded: true });
    expect((await signUp(client, other)).body).toMatchObject({ message: emailAnswers.signedUpAgain });
    const [again] = await mailsTo(client, other);
    expect(again?.text).toContain(pages.rewardedBefore);
    expect(again?.text).not.toContain('EVO.');
    expect((await verify(client, await mailedToken(client, other))).body).toMatchObject({ reward: '0' });
    const { body } = await client.connect();
    expect(body.user).toMatchObject({ isEmailRewarded: true });
  });
});

test('a link that a sender writes down only after the erasure of its account is void, also once the account has a key again', async () => {
  const { client, userId } = await newUser(app);
  const address = `ida.${randomUUID()}@example.com`;
  await signUp(client, address);
  await mailedToken(client, address);
  const kept = await pool.query(
    'select email_hash, sealed_email from vault.email_tokens where user_id = $1',
    [userId],
  );
  expect((await client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
  const named = { platform: 'youtube', handle: `i${randomUUID().slice(0, 8)}` };
  expect((await client.post('/api/social/connect', named, idempotencyKey())).status).toBe(200);
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
     values (sha256($1::text::bytea), $2, $3, $4, false, now() + interval '1 hour')`,
    [token, userId, kept.rows[0].email_hash, kept.rows[0].sealed_email],
  );
  expect((await verify(client, token)).status).toBe(400);
  const events = await Array.fromAsync(store.readStream(streamOf('account', userId), 0n));
  expect(events.findLast(({ type }) => type.startsWith('Email'))?.type).toBe('EmailSignedUp');
});

describe('an address that was given on both sides of an erasure', () => {
  /** Of an account in a ledger that nobody follows. @param since the key that the address is sealed under the second time */
  async function givenTwice(before: string, since: string) {
    const { store: own } = startMemoryLedger();
    const handler = createCommandHandler(own);
    const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    const emailHash = randomBytes(32).toString('hex');
    const signUpUnder = (key: string, erasures: number) => {
      const sealed = { seal: async () => `1.${key}.body`, erasures: async () => erasures };
      return signUpEmail(handler, userId, { emailHash, marketingOptIn: false, ...sealed }, testContext());
    };
    await signUpUnder(before, 0);
    await verifyEmail(
      handler,
      { userId, emailHash, sealedEmail: `1.${before}.body`, marketingOptIn: false },
      testContext(),
    );
    await erasePersonalData(handler, { userId }, testContext());
    expect(await signUpUnder(since, 1)).toMatchObject({ signedUp: true });
    await pool.query(`insert into vault.account_keys (user_id, key_id, sealed_key) values ($1, $2, 'key')`, [
      userId,
      since,
    ]);
    await pool.query(
      `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
       values (sha256($1::text::bytea), $1::uuid, $2, 'sealed', false, now() + interval '1 hour')`,
      [userId, emailHash],
    );
    await eraseKept(pool, own, userId);
    const left = async (table: string) =>
      (await pool.query(`select from vault.${table} where user_id = $1`, [userId])).rowCount;
    return { keys: await left('account_keys'), links: await left('email_tokens') };
  }

  test('keeps the key and the links of the second time', async () => {
    expect(await givenTwice(randomUUID(), randomUUID())).toEqual({ keys: 1, links: 1 });
  });

  test('keeps nothing where the key is that of the first time, as a release before this one may seal it', async () => {
    const key = randomUUID();
    expect(await givenTwice(key, key)).toEqual({ keys: 0, links: 0 });
  });
});
