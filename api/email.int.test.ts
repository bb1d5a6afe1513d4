import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailAnswers, mails, refusals, validation } from '../contracts/messages.ts';
import type { StoredEvent } from '../ledger/envelope.ts';
import { eventHash } from '../ledger/proof/event-hash.ts';
import { createPool } from '../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from './testing/client.ts';
import { emptyUi } from './testing/empty-ui.ts';
import { mailedToken, mailsTo, outbox, tokenIn } from './testing/mailbox.ts';
import { readLedgerAt } from './testing/read-ledger.ts';
import { startApp, type TestApp } from './testing/start-app.ts';
import { loadMasterKey } from './vault/master-key.ts';
import { openVault } from './vault/vault.ts';

let app: TestApp;
let visitor: TestClient;
let turned = 0;

beforeAll(async () => {
  app = await startApp({ uiDist: await emptyUi(), clock: () => Date.now() + turned });
  visitor = createTestClient(app.url);
});
afterAll(() => app.close());

const newAddress = () => `anna.${randomUUID()}@example.com`;
const signUp = (client: TestClient, email: string, more: object = {}) =>
  client.post('/api/email/signup', { email, ...more }, idempotencyKey());
const resend = (client: TestClient, email: string) => client.post('/api/email/resend', { email });
const verify = (client: TestClient, token: string, headers = idempotencyKey()) =>
  client.post('/api/email/verify', { token }, headers);

async function newUser() {
  const client = createTestClient(app.url);
  const { body } = await client.connect();
  return { client, userId: body.user.id };
}

const ledger = () => readLedgerAt(app.eventStoreUrl);
const ofAccount = (events: readonly StoredEvent[], userId: string) =>
  events.filter(({ stream }) => stream === `account-${userId}`).map(({ type }) => type);
const eventsOf = async (userId: string) => ofAccount(await ledger(), userId);
/** The accounts that signed up after the first `count` events. */
async function signupsAfter(count: number): Promise<string[]> {
  const events = (await ledger()).slice(count);
  return events.flatMap(({ type, stream }) => (type === 'EmailSignedUp' ? [stream] : []));
}
const invalid = { status: 400, body: { message: refusals.verificationInvalid } };

describe('the whole way', () => {
  test('signup with a wallet, a mail over SMTP, the link, five EVO once', async () => {
    const { client, userId } = await newUser();
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
      subject: mails.link('localhost').subject,
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
    expect(await verify(client, tokenIn(mail!))).toMatchObject(invalid);
    expect(await signUp(client, address)).toMatchObject({
      status: 409,
      body: { message: refusals.emailAlreadyVerified },
    });
  });

  test('the ledger holds the address only sealed, and no hash that could be tried out', async () => {
    const { client } = await newUser();
    const address = newAddress();
    await signUp(client, address, { marketingOptIn: true });
    await mailsTo(client, address);
    const text = JSON.stringify(await ledger(), (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(text).not.toContain(address);
    expect(text).not.toContain(address.split('@')[0]);
  });

  test('opening the link uses nothing up, and another browser without a session can verify', async () => {
    const { client, userId } = await newUser();
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
    expect(types).toEqual(['Reserved', 'AccountOpened', 'EmailSignedUp', 'EmailVerified']);
  });

  test('the same Idempotency-Key gives the same answers and one mail', async () => {
    const { client } = await newUser();
    const address = newAddress();
    const key = idempotencyKey();
    const signups = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/api/email/signup', { email: address }, key)),
    );
    expect(new Set(signups.map(({ status }) => status))).toEqual(new Set([200]));
    const token = await mailedToken(client, address);
    const other = idempotencyKey();
    const verified = await Promise.all(Array.from({ length: 5 }, () => verify(client, token, other)));
    verified.push(await verify(client, token, other));
    expect(new Set(verified.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(verified[0]?.body).toMatchObject({ reward: '5' });
    expect(await verify(client, token, key)).toMatchObject({ status: 422 });
    expect(await mailsTo(client, address)).toHaveLength(1);
  });
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
    await mailsTo(visitor, spellings[0]!, 5);
    await sleep(300);
    expect(await mailsTo(visitor, spellings[0]!)).toHaveLength(5);
  });

  test('fifty spellings at once from fifty wallets: one signs up', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => newUser()));
    const before = (await ledger()).length;
    const spellings = aliases();
    const answers = await Promise.all(users.map(({ client }, n) => signUp(client, spellings[n % 40]!)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await signupsAfter(before)).toHaveLength(1);
  });

  test('fifty at once without a wallet: one account is opened', async () => {
    const before = (await ledger()).length;
    const spellings = aliases();
    await Promise.all(Array.from({ length: 50 }, (_, n) => signUp(visitor, spellings[n % 40]!)));
    const types = (await ledger()).slice(before).map(({ type }) => type);
    expect(types.filter((type) => type === 'AccountOpened')).toHaveLength(1);
    expect(types.filter((type) => type === 'EmailSignedUp')).toHaveLength(1);
  });

  test('one signup per wallet: another address is refused and stays free', async () => {
    const { client } = await newUser();
    await signUp(client, newAddress());
    const second = newAddress();
    expect(await signUp(client, second)).toMatchObject({
      status: 409,
      body: { message: refusals.emailAlreadySignedUp },
    });
    const { client: other, userId } = await newUser();
    await signUp(other, second);
    expect(await eventsOf(userId)).toContain('EmailSignedUp');
  });

  test('one wallet, twenty addresses at once: one is signed up, the others stay free', async () => {
    const { client } = await newUser();
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
    const { client, userId } = await newUser();
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

  test('an unknown, an ill-formed and an expired token', async () => {
    expect(await verify(visitor, 'A'.repeat(43))).toMatchObject(invalid);
    expect(await verify(visitor, 'short')).toMatchObject({
      status: 400,
      body: { message: validation.tokenInvalid },
    });
    const { client } = await newUser();
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
    const { client } = await newUser();
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
    expect(await verify(client, tokens[0]!)).toMatchObject(invalid);
  });
});

describe('an address that somebody has', () => {
  test('one without a wallet goes over to the wallet that proves it, and that account is merged', async () => {
    const address = newAddress();
    const before = (await ledger()).length;
    await signUp(visitor, address);
    const [alone] = await signupsAfter(before);
    const { client, userId } = await newUser();
    expect((await signUp(client, address, { marketingOptIn: true })).status).toBe(200);
    expect(await eventsOf(userId)).not.toContain('EmailSignedUp');
    const tokens = (await mailsTo(client, address, 2)).map(tokenIn);
    const results = [];
    for (const token of tokens) results.push(await verify(visitor, token));
    // The newest is the wallet's.
    expect(results[0]).toMatchObject({ status: 200, body: { user: { email: address }, reward: '5' } });
    expect(results[1]).toMatchObject(invalid);
    const events = await ledger();
    expect(ofAccount(events, userId).slice(2)).toEqual([
      'EmailSignedUp',
      'EmailVerified',
      'RewardGranted',
      'RewardGranted',
    ]);
    expect(events.filter(({ stream }) => stream === alone).at(-1)).toMatchObject({
      type: 'AccountRemoved',
      data: { reason: 'merged' },
    });
  });

  test('one that was verified without a wallet can still be claimed, once', async () => {
    const address = newAddress();
    await signUp(visitor, address);
    await verify(visitor, await mailedToken(visitor, address));
    const [first, second] = [await newUser(), await newUser()];
    await signUp(first.client, address);
    const one = await mailedToken(visitor, address, 2);
    await signUp(second.client, address);
    const two = await mailedToken(visitor, address, 3);
    const answers = await Promise.all([verify(visitor, one), verify(visitor, two)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const events = await ledger();
    const verified = [first, second].flatMap(({ userId }) =>
      ofAccount(events, userId).filter((type) => type === 'EmailVerified'),
    );
    expect(verified).toHaveLength(1);
  });

  test('a wallet that never verified it cannot keep it from its owner, also when both links are used at once', async () => {
    for (let round = 0; round < 5; round++) {
      const address = newAddress();
      const [squatter, owner] = [await newUser(), await newUser()];
      await signUp(squatter.client, address);
      const theirs = await mailedToken(visitor, address, 1);
      await signUp(owner.client, address);
      const own = await mailedToken(visitor, address, 2);
      const oneAfterTheOther = async () => [await verify(visitor, own), await verify(visitor, theirs)];
      const answers =
        round === 0
          ? await oneAfterTheOther()
          : await Promise.all([verify(visitor, own), verify(visitor, theirs)]);
      const statuses = answers.map(({ status }) => status);
      expect(round === 0 ? statuses : statuses.toSorted()).toEqual([200, 400]);
      const events = await ledger();
      const paid = [squatter, owner].flatMap(({ userId }) =>
        ofAccount(events, userId).filter((type) => type === 'EmailVerified'),
      );
      expect(paid).toHaveLength(1);
    }
  });

  test('one that a wallet has verified stays there: its owner is told, and nothing is appended', async () => {
    const address = newAddress();
    const { client } = await newUser();
    await signUp(client, address);
    await verify(visitor, await mailedToken(visitor, address));
    const before = (await ledger()).length;
    const other = await newUser();
    const opened = (await ledger()).length;
    expect(await signUp(other.client, `${address.split('@')[0]}+other@example.com`)).toMatchObject({
      status: 200,
      body: { message: emailAnswers.signedUp },
    });
    await signUp(visitor, address);
    expect((await ledger()).length).toBe(opened);
    expect(opened - before).toBe(3);
    const [newest] = await mailsTo(visitor, address, 3);
    expect(newest?.subject).toBe(mails.known('localhost').subject);
    expect(newest?.text).not.toContain('token=');
  });
});

describe('erasure', () => {
  test('an erased account keeps its history whole, and its address opens no more', async () => {
    const pool = createPool(app.databaseUrl);
    try {
      const vault = await openVault(pool, await loadMasterKey(undefined, app.dataDir));
      const { client, userId } = await newUser();
      const address = newAddress();
      await signUp(client, address);
      const token = await mailedToken(client, address);
      const sealed = (await ledger()).flatMap((event) =>
        event.stream === `account-${userId}` && 'sealedEmail' in event.data ? [event.data.sealedEmail] : [],
      );
      expect(await vault.unseal('email', userId, String(sealed[0]))).toBe(address);
      await vault.erase(userId);
      expect(await vault.unseal('email', userId, String(sealed[0]))).toBeUndefined();
      expect(await verify(visitor, token)).toMatchObject(invalid);
      const last = new Map<string, StoredEvent>();
      for (const event of await ledger()) {
        const before = last.get(event.stream);
        expect(event.metadata.prevHash).toBe(before ? eventHash(before) : null);
        last.set(event.stream, event);
      }
    } finally {
      await pool.end();
    }
  });

  test('an account whose address has moved to a wallet is erased with the move', async () => {
    const pool = createPool(app.databaseUrl);
    try {
      const address = newAddress();
      const before = (await ledger()).length;
      await signUp(visitor, address);
      const [alone = ''] = await signupsAfter(before);
      const { client } = await newUser();
      await signUp(client, address);
      const token = await mailedToken(client, address, 2);
      const keys = async () =>
        (
          await pool.query('select 1 from vault.account_keys where user_id = $1', [
            alone.slice('account-'.length),
          ])
        ).rowCount;
      expect(await keys()).toBe(1);
      expect((await verify(visitor, token)).status).toBe(200);
      await expect.poll(keys, { timeout: 5_000 }).toBe(0);
    } finally {
      await pool.end();
    }
  });
});

describe('what an answer tells', () => {
  test('signup and resend say the same of known and unknown addresses, in about the same time', async () => {
    const known = newAddress();
    const { client } = await newUser();
    await signUp(client, known);
    await verify(visitor, await mailedToken(visitor, known));
    const seen = new Map<string, number[]>();
    const forms = new Set<string>();
    for (let round = 0; round < 6; round++) {
      for (const [kind, email] of [
        ['known', known],
        ['unknown', newAddress()],
      ] as const) {
        for (const call of [signUp, resend]) {
          const started = performance.now();
          const { status, headers, body } = await call(visitor, email);
          const times = seen.get(`${kind} ${call.name}`) ?? [];
          seen.set(`${kind} ${call.name}`, [...times, performance.now() - started]);
          forms.add(JSON.stringify([call.name, status, body, [...headers.keys()].toSorted()]));
        }
      }
    }
    expect(forms.size).toBe(2);
    const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[3] ?? 0;
    for (const call of ['signUp', 'resend']) {
      const gap = median(seen.get(`known ${call}`)) - median(seen.get(`unknown ${call}`));
      expect(Math.abs(gap)).toBeLessThan(40);
    }
  });

  test("another's wallet is refused, with a session and without", async () => {
    const { client } = await newUser();
    const walletAddress = visitor.account.address;
    expect(await signUp(client, newAddress(), { walletAddress })).toMatchObject({ status: 403 });
    expect(await signUp(visitor, newAddress(), { walletAddress })).toMatchObject({ status: 401 });
    expect(await signUp(client, newAddress(), { walletAddress: null })).toMatchObject({ status: 200 });
  });
});

describe('what is no address', () => {
  test.each([
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com\nBcc: victim@example.com',
    'a@example.com%0d%0aBcc:victim@example.com',
    'a@example.com, victim@example.com',
    'a@example.com;victim@example.com',
    'a@example.com victim@example.com',
    '"a\r\nBcc: victim@example.com"@example.com',
    'Anna <victim@example.com>',
    '<victim@example.com>',
    'group: victim@example.com;',
    'a(victim@example.com)@example.com',
    'victim@example.com@example.com',
    'a@example.com>\r\nRCPT TO:<victim@example.com>',
    'a@[127.0.0.1]',
    'a@example.com\0',
    'a\u2028b@example.com',
    'а@example.com',
    '=cmd@example.com',
    '+cmd@example.com',
    '-cmd@example.com',
    '@example.com',
    '',
    'a'.repeat(300),
  ])('%j is refused, and no mail goes out', async (email) => {
    const before = (await ledger()).length;
    for (const path of ['/api/email/signup', '/api/email/resend']) {
      expect(await visitor.post(path, { email }, idempotencyKey())).toMatchObject({
        status: 400,
        body: { message: validation.emailInvalid },
      });
    }
    expect((await ledger()).length).toBe(before);
    expect((await outbox(visitor)).filter(({ to }) => to.some((one) => one.includes('victim')))).toEqual([]);
  });
});

describe('too many requests', () => {
  test('a mailbox, an address of callers, and links have limits that are the same for all', async () => {
    const strict = await startApp({ uiDist: await emptyUi(), env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const caller = createTestClient(strict.url);
      const address = newAddress();
      const statuses = async (calls: number, call: () => Promise<{ status: number }>) => {
        const answers = await Promise.all(Array.from({ length: calls }, call));
        return answers.map(({ status }) => status).toSorted();
      };
      expect(await statuses(8, () => resend(caller, address))).toEqual([...Array(6).fill(200), 429, 429]);
      const refused = await signUp(caller, address);
      expect(refused).toMatchObject({ status: 429, body: { message: refusals.tooManyRequests } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await statuses(20, () => resend(caller, newAddress()))).toContain(429);
      expect(await statuses(70, () => verify(caller, 'A'.repeat(43)))).toContain(429);
    } finally {
      await strict.close();
    }
  });
});
