import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalEmail } from '../../../contracts/canonical-email.ts';
import { emailAnswers, mails } from '../../../contracts/mail-messages.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { crowdOf } from '../../testing/crowd.ts';
import {
  newAddress,
  newUser,
  ofAccount,
  resend,
  signUp,
  signupsAfter,
  verify,
} from '../../testing/email-calls.ts';
import { mailedToken, mailsTo, tokenIn } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let visitor: TestClient;
let turned = 0;

beforeAll(async () => {
  app = await startApp({ clock: () => Date.now() + turned });
  visitor = createTestClient(app.url);
});
afterAll(() => app.close());

const ledger = () => readLedgerAt(app.eventStoreUrl);
const eventsOf = async (userId: string) => ofAccount(await ledger(), userId);
const invalid = { status: 400, body: { message: refusals.verificationInvalid } };
const verifiedBefore = {
  status: 400,
  body: { error: 'VerifiedAlready', message: refusals.emailAlreadyVerified },
};

describe('the whole way', () => {
  test('signup with a wallet, a mail over SMTP, the link, five EVO once', async () => {
    const { client, userId } = await newUser(app);
    const address = newAddress();
    const answer = await signUp(client, address, {
      walletAddress: client.account.address,
      marketingOptIn: true,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: emailAnswers.signedUp },
    });
    const [mail] = await mailsTo(client, address);
    expect(mail).toMatchObject({
      from: 'no-reply@localhost',
      to: [address],
      subject: mails.link('localhost', { username: '', walletAddress: null }).subject,
    });
    expect(mail?.text).toContain(`${app.url}/verify-email?token=`);
    expect(mail?.text).toContain('expires in 24 hours');
    expect(mail?.text).toContain('ignore this mail');
    expect(mail?.html).toContain(`href="${app.url}/verify-email?token=`);

    const verified = await verify(client, tokenIn(mail!));
    expect(verified).toMatchObject({
      status: 200,
      body: { success: true, user: { email: address, evoBalance: '105' }, reward: '5' },
    });
    const position = verified.headers.get('x-ledger-position');
    const dashboard = await client.get<{ user: object }>('/api/dashboard', {
      'x-ledger-position': position ?? '',
    });
    expect(dashboard.body.user).toMatchObject({ totalRewards: '105', pendingRewards: '105' });
    expect(await eventsOf(userId)).toEqual([
      'AccountOpened',
      'RewardGranted',
      'EmailSignedUp',
      'EmailVerified',
      'RewardGranted',
      'RewardGranted',
    ]);
    expect(await verify(client, tokenIn(mail!))).toMatchObject(verifiedBefore);
    expect(await signUp(client, address)).toMatchObject({
      status: 409,
      body: { message: refusals.emailAlreadyVerified },
    });
  });

  test('the ledger holds the address only sealed, and no hash that could be tried out', async () => {
    const { client } = await newUser(app);
    const address = newAddress();
    await signUp(client, address, { marketingOptIn: true });
    await mailsTo(client, address);
    const text = JSON.stringify(await ledger(), (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(text).not.toContain(address);
    expect(text).not.toContain(address.split('@')[0]);
    // Whoever has the ledger and a list of addresses can make these.
    for (const spelling of [address, canonicalEmail(address)]) {
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          expect(text, algorithm).not.toContain(createHash(algorithm).update(spelling).digest(encoding));
          const keyed = createHmac(algorithm, '').update(spelling).digest(encoding);
          expect(text, algorithm).not.toContain(keyed);
        }
      }
    }
  });

  test('opening the link uses nothing up, and another browser without a session can verify', async () => {
    const { client, userId } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    const token = await mailedToken(client, address);
    const page = await visitor.get(`/verify-email?token=${token}`);
    expect(page.status).toBe(200);
    expect((await visitor.get(`/api/email/verify?token=${token}`)).status).toBe(405);
    expect(await eventsOf(userId)).not.toContain('EmailVerified');
    expect(await verify(createTestClient(app.url), token)).toMatchObject({
      status: 200,
      body: { reward: '5' },
    });
  });

  test('an address alone gets an account without a wallet, and nothing is granted', async () => {
    const address = newAddress();
    const before = (await ledger()).length;
    expect((await signUp(visitor, address)).status).toBe(200);
    const verified = await verify(visitor, await mailedToken(visitor, address));
    expect(verified).toMatchObject({ status: 200, body: { user: { evoBalance: '0' }, reward: '0' } });
    const types = (await ledger()).slice(before).map(({ type }) => type);
    expect(types).toEqual(['Reserved', 'AccountOpened', 'EmailSignedUp', 'Confirmed', 'EmailVerified']);
  });

  test('the same Idempotency-Key gives the same answers and one mail', async () => {
    const { client } = await newUser(app);
    const address = newAddress();
    const key = idempotencyKey();
    const signups = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/api/email/signup', { email: address }, key)),
    );
    expect(new Set(signups.map(({ status }) => status))).toEqual(new Set([200]));
    // Who leaves the choice out has not chosen: with it, it is another request.
    const send = (choice: object) => client.post('/api/email/signup', { email: address, ...choice }, key);
    expect(await send({ marketingOptIn: false })).toMatchObject({ status: 200 });
    expect(await send({ marketingOptIn: true })).toMatchObject({ status: 422 });
    const token = await mailedToken(client, address);
    const other = idempotencyKey();
    const verified = await Promise.all(Array.from({ length: 5 }, () => verify(client, token, other)));
    verified.push(await verify(client, token, other));
    expect(new Set(verified.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(verified[0]?.body).toMatchObject({ reward: '5' });
    expect(await verify(client, 'A'.repeat(43), other)).toMatchObject({ status: 422 });
    expect(await mailsTo(client, address)).toHaveLength(1);
  });
});

test('two people, and a visitor, who choose the same Idempotency-Key sign up each with their own address', async () => {
  const [anna, ben] = [await newUser(app), await newUser(app)];
  const key = idempotencyKey();
  const before = (await ledger()).length;
  for (const client of [anna.client, ben.client, visitor]) {
    const answer = await client.post('/api/email/signup', { email: newAddress() }, key);
    expect(answer).toMatchObject({ status: 200, body: { message: emailAnswers.signedUp } });
  }
  const signedUp = await signupsAfter(app, before);
  expect(signedUp).toHaveLength(3);
  expect(signedUp.slice(0, 2)).toEqual([`account-${anna.userId}`, `account-${ben.userId}`]);
});

describe('one account per mailbox', () => {
  /** Forty spellings of one Gmail mailbox. */
  function aliases(): string[] {
    const name = randomUUID().replaceAll('-', '').slice(0, 20);
    return Array.from({ length: 40 }, (_, n) => {
      const dotted = `${name.slice(0, (n % 18) + 1)}.${name.slice((n % 18) + 1)}`;
      const cased = n % 2 ? dotted.toUpperCase() : dotted;
      return `${cased}${n % 3 || n > 17 ? `+tag${n}` : ''}@${n % 5 ? 'gmail.com' : 'GoogleMail.com'}`;
    });
  }

  test('forty spellings without a wallet are one account', async () => {
    const before = (await ledger()).length;
    const spellings = aliases();
    expect(new Set(spellings).size).toBe(40);
    await signUp(visitor, spellings[0]!);
    for (let n = 1; n < 40; n += 13) {
      const some = spellings.slice(n, n + 13);
      const answers = await Promise.all(some.map((email) => signUp(visitor, email)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const types = (await ledger()).slice(before).map(({ type }) => type);
    expect(types).toEqual(['Reserved', 'AccountOpened', 'EmailSignedUp']);
    // The first signup's, and what an hour allows on request.
    await mailsTo(visitor, spellings[0]!, 6);
    await sleep(300);
    // A busy server may be asked twice for one mail; its Message-ID says that it is the same.
    const mails = await mailsTo(visitor, spellings[0]!);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(6);
  });

  test('fifty spellings at once from fifty wallets: one signs up', async () => {
    const users = await crowdOf(50, () => newUser(app));
    const before = (await ledger()).length;
    const spellings = aliases();
    const answers = await Promise.all(users.map(({ client }, n) => signUp(client, spellings[n % 40]!)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await signupsAfter(app, before)).toHaveLength(1);
  });

  test('fifty at once without a wallet: one account is opened', async () => {
    const before = (await ledger()).length;
    const spellings = aliases();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => signUp(visitor, spellings[n % 40]!)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const types = (await ledger()).slice(before).map(({ type }) => type);
    expect(types.filter((type) => type === 'AccountOpened')).toHaveLength(1);
    expect(types.filter((type) => type === 'EmailSignedUp')).toHaveLength(1);
  });

  test('one signup per wallet: another address is refused and stays free', async () => {
    const { client } = await newUser(app);
    await signUp(client, newAddress());
    const second = newAddress();
    expect(await signUp(client, second)).toMatchObject({
      status: 409,
      body: { message: refusals.emailAlreadySignedUp },
    });
    const { client: other, userId } = await newUser(app);
    await signUp(other, second);
    expect(await eventsOf(userId)).toContain('EmailSignedUp');
  });

  test('one wallet, twenty addresses at once: one is signed up, the others stay free', async () => {
    const { client } = await newUser(app);
    const before = (await ledger()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(client, newAddress())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const types = (await ledger()).slice(before).map(({ type }) => type);
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    expect(count('EmailSignedUp')).toBe(1);
    expect(count('Reserved') - count('Released')).toBe(1);
  });
});

describe('verifying', () => {
  test('fifty at once: one succeeds and pays once', async () => {
    const { client, userId } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    const token = await mailedToken(client, address);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(client, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const types = await eventsOf(userId);
    expect(types.filter((type) => type === 'EmailVerified')).toHaveLength(1);
    expect(types.filter((type) => type === 'RewardGranted')).toHaveLength(3);
  });

  test('whoever signs in or out before the link is sent again with its key gets the same answer', async () => {
    const { client, userId } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    const token = await mailedToken(client, address);
    const key = idempotencyKey();
    const { status, body } = await verify(visitor, token, key);
    expect({ status, body }).toMatchObject({ status: 200, body: { reward: '5' } });
    const { client: another } = await newUser(app);
    for (const caller of [client, another, visitor]) {
      expect(await verify(caller, token, key)).toMatchObject({ status: 200, body });
      // Neither the link nor the key is enough.
      expect(await verify(caller, token)).toMatchObject(verifiedBefore);
      expect(await verify(caller, 'A'.repeat(43), key)).toMatchObject({ status: 422 });
    }
    const types = await eventsOf(userId);
    expect(types.filter((type) => type === 'RewardGranted')).toHaveLength(3);

    const { client: own } = await newUser(app);
    const second = newAddress();
    await signUp(own, second);
    const link = await mailedToken(own, second);
    const ownKey = idempotencyKey();
    const first = await verify(own, link, ownKey);
    own.signOut();
    expect(await verify(own, link, ownKey)).toMatchObject({ status: 200, body: first.body });
  });

  test('an unknown, an ill-formed and an expired token', async () => {
    expect(await verify(visitor, 'A'.repeat(43))).toMatchObject(invalid);
    expect(await verify(visitor, 'short')).toMatchObject({
      status: 400,
      body: { message: validation.tokenInvalid },
    });
    const { client } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    const token = await mailedToken(client, address);
    turned = 24 * 3_600_000 + 1_000;
    try {
      expect(await verify(client, token)).toMatchObject(invalid);
    } finally {
      turned = 0;
    }
  });

  test('each of several links works, and only the first that is used', async () => {
    const { client } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    await mailsTo(client, address);
    expect(await resend(visitor, address)).toMatchObject({
      status: 200,
      body: { success: true, message: emailAnswers.resent },
    });
    const tokens = (await mailsTo(client, address, 2)).map(tokenIn);
    expect(new Set(tokens).size).toBe(2);
    expect((await verify(client, tokens[1]!)).status).toBe(200);
    expect(await verify(client, tokens[0]!)).toMatchObject(verifiedBefore);
  });

  test('an account whose key Postgres has lost gets its mail at the address that is typed, and its EVO', async () => {
    const { client, userId } = await newUser(app);
    const address = newAddress();
    await signUp(client, address);
    await mailsTo(client, address);
    const pool = createPool(app.databaseUrl, { maxConnections: 1 });
    await pool.query('delete from vault.account_keys where user_id = $1', [userId]);
    await pool.end();
    expect(await signUp(client, address)).toMatchObject({
      status: 200,
      body: { message: emailAnswers.signedUp },
    });
    expect((await resend(visitor, address)).status).toBe(200);
    const token = await mailedToken(client, address, 3);
    expect(await verify(client, token)).toMatchObject({
      status: 200,
      body: { user: { email: address, evoBalance: '105' }, reward: '5' },
    });
  });
});
