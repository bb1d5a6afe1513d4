import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailAnswers, mails } from '../../../contracts/mail-messages.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { eventHash } from '../../../ledger/proof/event-hash.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey, placeIn, type TestClient } from '../../testing/client.ts';
import {
  newAddress,
  newUser,
  ofAccount,
  resend,
  signUp,
  signupsAfter,
  verify,
} from '../../testing/email-calls.ts';
import { mailedToken, mailsTo, outbox, tokenIn } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { loadMasterKeys } from '../../vault/master-key.ts';
import { openVault } from '../../vault/vault.ts';

let app: TestApp;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  visitor = createTestClient(app.url);
});
afterAll(() => app.close());

const ledger = () => readLedgerAt(app.eventStoreUrl);
const eventsOf = async (userId: string) => ofAccount(await ledger(), userId);
const invalid = { status: 400, body: { message: refusals.verificationInvalid } };

describe('an address that somebody has', () => {
  test('one without a wallet goes over to the wallet that proves it, and that account is merged', async () => {
    const address = newAddress();
    const before = (await ledger()).length;
    await signUp(visitor, address);
    const [alone] = await signupsAfter(app, before);
    const { client, userId } = await newUser(app);
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

  test('one that a wallet wants to take over keeps its choice about news, whichever of its links is used', async () => {
    for (const marketingOptIn of [true, false]) {
      const address = newAddress();
      await signUp(visitor, address);
      const { client } = await newUser(app);
      await signUp(client, address, { marketingOptIn });
      await mailsTo(client, address, 2);
      await resend(client, address);
      const verified = await verify(client, await mailedToken(client, address, 3));
      expect(verified).toMatchObject({ status: 200, body: { reward: '5' } });
      const { body } = await client.get<{ user: object }>('/api/dashboard', placeIn(verified));
      expect(body.user).toMatchObject({ emailMarketingOptIn: marketingOptIn });
    }
  });

  test('one that was verified without a wallet can still be claimed, once', async () => {
    const address = newAddress();
    await signUp(visitor, address);
    await verify(visitor, await mailedToken(visitor, address));
    const [first, second] = [await newUser(app), await newUser(app)];
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
      const [squatter, owner] = [await newUser(app), await newUser(app)];
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
    const { client } = await newUser(app);
    await signUp(client, address);
    await verify(visitor, await mailedToken(visitor, address));
    const before = (await ledger()).length;
    const other = await newUser(app);
    const opened = (await ledger()).length;
    expect(await signUp(other.client, `${address.split('@')[0]}+other@example.com`)).toMatchObject({
      status: 200,
      body: { message: emailAnswers.signedUp },
    });
    await signUp(visitor, address);
    expect((await ledger()).length).toBe(opened);
    expect(opened - before).toBe(3);
    const [newest] = await mailsTo(visitor, address, 3);
    expect(newest?.subject).toBe(mails.known('localhost', { walletAddress: client.account.address }).subject);
    expect(newest?.text).not.toContain('token=');
    expect(newest?.text).toContain('connect the wallet that you signed up with');
  });

  test('one that was verified without a wallet: its owner is not sent to a wallet that there is not', async () => {
    const address = newAddress();
    await signUp(visitor, address);
    expect((await verify(visitor, await mailedToken(visitor, address))).status).toBe(200);
    await resend(visitor, address);
    const [newest] = await mailsTo(visitor, address, 2);
    expect(newest?.subject).toBe(mails.known('localhost', { walletAddress: null }).subject);
    expect(newest?.text).toContain('connect a wallet there and sign up with this address');
    expect(newest?.text).not.toContain('the wallet that you signed up with');
  });
});

describe('erasure', () => {
  test('an erased account keeps its history whole, and its address opens no more', async () => {
    const pool = createPool(app.databaseUrl);
    try {
      const vault = await openVault(pool, await loadMasterKeys([], app.dataDir));
      const { client, userId } = await newUser(app);
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
      const [alone = ''] = await signupsAfter(app, before);
      const { client } = await newUser(app);
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
      await expect.poll(keys, { timeout: 30_000 }).toBe(0);
    } finally {
      await pool.end();
    }
  });
});

describe('what an answer tells', () => {
  test('signup and resend say the same of known and unknown addresses, in about the same time', async () => {
    const known = newAddress();
    const { client } = await newUser(app);
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
      const [known, unknown] = ['known', 'unknown'].map((kind) => median(seen.get(`${kind} ${call}`)));
      // Beside other work all of it takes longer, and the gap with it.
      expect(Math.abs(known! - unknown!)).toBeLessThan(40 + Math.max(known!, unknown!) / 2);
    }
  });

  test("another's wallet is refused, with a session and without", async () => {
    const { client } = await newUser(app);
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
    const strict = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
    try {
      const caller = createTestClient(strict.url);
      const address = newAddress();
      const statuses = async (calls: number, call: () => Promise<{ status: number }>) => {
        const answers = await Promise.all(Array.from({ length: calls }, call));
        return answers.map(({ status }) => status).toSorted();
      };
      expect(await statuses(8, () => resend(caller, address))).toEqual([
        ...Array(3).fill(200),
        ...Array(5).fill(429),
      ]);
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

describe('where mails go', () => {
  test('on a local trial to a sink of its own, shown under a loopback name only', async () => {
    expect((await visitor.get('/readyz')).body).toMatchObject({ processes: 'ok', mail: 'ok' });
    const asked = request(`${app.url}/api/dev/outbox`, { headers: { host: 'rebound.example' } }).end();
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(404);
    answer.resume();
  });

  test('a deployment without a mail server has no sink: signups are taken and their mails wait', async () => {
    const deployed = await startApp({
      env: { EVENTSTORE_URL: app.eventStoreUrl, SUPER_ADMIN_WALLET: visitor.account.address },
    });
    try {
      const caller = createTestClient(deployed.url);
      expect((await caller.get('/api/dev/outbox')).status).toBe(404);
      expect((await signUp(caller, newAddress())).status).toBe(200);
      expect((await caller.get('/readyz')).body).toMatchObject({ mail: 'no SMTP_URL' });
    } finally {
      await deployed.close();
    }
  });
});
