import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasureTexts } from '../../../contracts/erasure-texts.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { erasePersonalData } from '../../../ledger/accounts/erase-personal-data.ts';
import { NodeBehind } from '../../../ledger/aggregates.ts';
import { exportLedger } from '../../../ledger/embedded/commands/export.ts';
import { verify as verifyFile } from '../../../ledger/embedded/commands/verify.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { expectWholeChains } from '../../../ledger/testing/expect-whole-chains.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { rebuildReadModels } from '../../../projector/rebuild.ts';
import { issueToken } from '../../integrations/email/tokens.ts';
import { eraseData } from '../../processes/erase-personal-data.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newUser, signUp, verify } from '../../testing/email-calls.ts';
import { tablesWith } from '../../testing/find-text.ts';
import { mailedToken, outbox } from '../../testing/mailbox.ts';
import { expectMails, keepWaitingMail } from '../../testing/mails-of-account.ts';
import { ownUser } from '../../testing/own-user.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { eraseKept } from '../../vault/erase-kept.ts';
import { createMessageCodes } from '../social/message-codes.ts';
import { createOAuthStates } from '../social/oauth-states.ts';

let app: TestApp;
let replica: TestApp;
let root: AdminClient;
let pool: pg.Pool;
let store: EventStore;

beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
  replica = await startApp({
    env: {
      EVENTSTORE_URL: app.eventStoreUrl,
      DATABASE_URL: app.databaseUrl,
      PROJECTOR: 'separate',
      SUPER_ADMIN_WALLET: root.address,
      VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
    },
  });
  pool = createPool(app.databaseUrl);
  store = connectEventStore(app.eventStoreUrl);
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await replica.close();
  await app.close();
});

const ERASE = '/api/profile/erase-personal-data';
const ERASE_AS_ADMIN = '/api/admin/erase-personal-data';

type Person = {
  readonly client: TestClient;
  readonly userId: string;
  readonly address: string;
  /** What must be found nowhere: the address, what stands before its @, the names elsewhere. */
  readonly secrets: readonly string[];
  readonly username: string;
  /** The answer to the last thing that was told. */
  readonly told: { readonly headers: Headers };
};

/** Somebody who has told all that can be told. */
async function newPerson(): Promise<Person> {
  const { client, userId } = await newUser(app);
  const tag = randomUUID().slice(0, 8);
  const address = `anna.${tag}@example.com`;
  await signUp(client, address);
  expect((await verify(client, await mailedToken(client, address))).status).toBe(200);
  const handles = ['twitter', 'youtube', 'instagram'].map((platform) => ({
    platform,
    handle: `a${tag}${platform[0]}`,
  }));
  for (const named of handles) {
    expect((await client.post('/api/social/connect', named, idempotencyKey())).status).toBe(200);
  }
  const username = `fox_${tag}`;
  const path = `/api/users/${client.account.address}/username`;
  const told = await client.put(path, { username }, idempotencyKey());
  expect(told.status).toBe(200);
  return {
    ...{ client, userId, address, username, told },
    secrets: [address, `anna.${tag}`, ...handles.map(({ handle }) => handle)],
  };
}

async function expectNowhere({ secrets, username }: Person): Promise<void> {
  for (const secret of secrets) {
    await expect.poll(() => tablesWith(pool, secret), { message: secret, timeout: 30_000 }).toEqual([]);
  }
  // The name stays taken: the ledger's stream of its owner is called so.
  await expect
    .poll(async () => (await tablesWith(pool, username)).sort(), { timeout: 30_000 })
    .toEqual([`${LIVE_SCHEMA}.log_events`, `${LIVE_SCHEMA}.streams`]);
  const { rows } = await pool.query<{ stream: string }>(
    `select distinct stream from ${LIVE_SCHEMA}.log_events as line where strpos(lower(line::text), lower($1)) > 0`,
    [username],
  );
  expect(rows).toEqual([{ stream: `username-${username}` }]);
}

test('an erased person is found in no table, no file of the ledger and no answer; balance and proofs stay', async () => {
  const anna = await newPerson();
  const { client, userId, address, username, secrets } = anna;
  const before = await ownUser(client, anna.told);
  expect(before).toMatchObject({ email: address, twitterHandle: secrets[2] });
  // The search for addresses has it, and so the scan finds what is there.
  await expect.poll(() => tablesWith(pool, address), { timeout: 30_000 }).toEqual(['vault.email_index']);
  expect(await tablesWith(pool, username)).toContain(`${LIVE_SCHEMA}.users`);

  const preview = await client.post(ERASE, { dryRun: true });
  expect(preview).toMatchObject({
    status: 200,
    body: {
      found: { hasEmail: true, handles: ['twitter', 'instagram', 'youtube'], username },
      toSign: erasureTexts.words,
    },
  });
  expect((await client.postUnsigned(ERASE, {}, idempotencyKey())).status).toBe(403);
  const elsewhere = createTestClient(replica.url, client.privateKey);
  await elsewhere.connect();
  const key = idempotencyKey();
  const erased = await elsewhere.post(ERASE, {}, key);
  expect(erased).toMatchObject({ status: 200, body: { success: true, dryRun: false } });
  const found = { hasEmail: true, handles: ['twitter', 'instagram', 'youtube'], username } as const;
  expect(erased.body).toMatchObject({ found, message: erasureTexts.erased(found) });

  const user = await ownUser(client, erased);
  expect(user).toMatchObject({
    ...{ email: null, isEmailVerified: false, username: defaultUsername(userId) },
    ...{ twitterHandle: null, instagramHandle: null, youtubeHandle: null, isTwitterConnected: true },
    totalRewards: before.totalRewards,
  });
  const social = await client.get<{ connections: { handle: string | null }[] }>('/api/social');
  expect(social.body.connections.map(({ handle }) => handle)).toEqual([null, null, null]);
  await expectNowhere(anna);
  const named = await root.get<{ users: { id: string }[] }>(`/api/admin/users?search=${username}`, erased);
  expect(named.body.users).toEqual([]);
  expect((await root.get<string>('/api/admin/export-users')).body).not.toContain(address);

  const events = await readLedgerAt(app.eventStoreUrl);
  expectWholeChains(events);
  const file = join(app.dataDir, 'ledger.sqlite');
  await verifyFile(file);
  const lines = join(app.dataDir, 'export.ndjson');
  await exportLedger(file, lines);
  const text = await readFile(lines, 'utf8');
  for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());

  const rebuilt = await rebuildReadModels({
    ...{ store, pool, logger: pino({ level: 'silent' }), acceptDifferences: false },
  });
  expect(rebuilt.tables.filter(({ equal }) => !equal)).toEqual([]);
  await expectNowhere(anna);

  // It still signs in, claims what it had proved to be allowed, and may give an address anew.
  expect((await elsewhere.post('/api/rewards/claim', {}, idempotencyKey())).status).toBe(200);
  const anew = `new.${randomUUID()}@example.com`;
  const again = await client.post('/api/email/signup', { email: anew }, idempotencyKey());
  expect(again.status).toBe(200);
  // Sent again, as after a lost answer, it says the same, and takes nothing of what came since.
  expect((await elsewhere.post(ERASE, {}, key)).body).toEqual(erased.body);
  // What a signup answers says nothing of the ledger; the next read finds it.
  expect(await ownUser(client)).toMatchObject({ email: anew });
  const token = await mailedToken(client, anew);
  await keepWaitingMail(pool, userId);
  // As whoever restores a backup has it: carried out once more.
  await pool.query('delete from vault.erasures where user_id = $1', [userId]);
  await eraseKept(pool, store, userId);
  expect(await ownUser(client), 'erasing once more leaves what came since').toMatchObject({
    email: anew,
  });
  await expectMails(pool, userId, [
    { state: 'sent', reason: null, is_empty: true },
    { state: 'sent', reason: null, is_empty: true },
    { state: 'waiting', reason: null, is_empty: false },
  ]);
  expect((await verify(client, token)).status).toBe(200);
});

test('an admin sees first what goes, signs it, and it stands in the history', async () => {
  const ben = await newPerson();
  const { userId } = ben;
  const refused = await ben.client.post(ERASE_AS_ADMIN, { userId }, idempotencyKey());
  expect(refused.status).toBe(403);
  const dryRun = await root.post(ERASE_AS_ADMIN, { userId, dryRun: true });
  expect(dryRun.body).toMatchObject({
    message: erasureTexts.would({
      hasEmail: true,
      handles: ['twitter', 'instagram', 'youtube'],
      username: ben.username,
    }),
    toSign: erasureTexts.wordsOfAdmin(userId),
  });
  expect(await tablesWith(pool, ben.address)).toEqual(['vault.email_index']);
  const erased = await root.post(ERASE_AS_ADMIN, { userId, reason: 'Asked for by mail' });
  expect(erased.status).toBe(200);
  await expectNowhere(ben);
  const history = await root.get<{ activities: Record<string, unknown>[] }>(
    '/api/admin/activity-history?type=personal_data_erased',
    erased,
  );
  expect(history.body.activities).toMatchObject([
    { performed_by_wallet: root.address, undoable: false, details: { reason: 'Asked for by mail' } },
  ]);
  const twice = await root.post(ERASE_AS_ADMIN, { userId });
  expect(twice.body).toMatchObject({ message: erasureTexts.alreadyErased });
});

test('the name of an erased person is in no entry of a raffle, and no draw that comes later tells it', async () => {
  const people = [await newPerson(), await newPerson()];
  const drawn = await root.post<{ raffleId: string; winners: { id: string }[] }>('/api/admin/raffle', {
    amount: '5',
    winnerCount: 1,
  });
  expect(drawn.status).toBe(200);
  const { raffleId, winners } = drawn.body;
  // What an event of the ledger has told stays told.
  const dora = people.find(({ userId }) => userId !== winners[0]?.id);
  if (!dora) throw new Error('one of two has not won');
  expect(await tablesWith(pool, dora.username)).toContain('raffles.frozen_users');
  expect((await dora.client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
  await expectNowhere(dora);
  const { rows } = await pool.query(
    'select username from raffles.frozen_users where raffle_id = $1 and user_id = $2',
    [raffleId, dora.userId],
  );
  expect(rows).toEqual([{ username: defaultUsername(dora.userId) }]);
});

test('carried out once more, as after a restore, an erasure leaves the name that was chosen since to the raffles of since', async () => {
  const eva = await newPerson();
  const { client, userId } = eva;
  const draw = async () => {
    const drawn = await root.post<{ raffleId: string }>('/api/admin/raffle', { amount: '5', winnerCount: 1 });
    expect(drawn.status).toBe(200);
    return drawn.body.raffleId;
  };
  const names = async () => {
    const { rows } = await pool.query<{ raffle_id: string; username: string }>(
      'select raffle_id, username from raffles.frozen_users where user_id = $1',
      [userId],
    );
    return Object.fromEntries(rows.map(({ raffle_id, username }) => [raffle_id, username]));
  };
  const before = await draw();
  expect(await names()).toEqual({ [before]: eva.username });
  expect((await client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
  const anew = `owl.${randomUUID()}@example.com`;
  await signUp(client, anew);
  expect((await verify(client, await mailedToken(client, anew))).status).toBe(200);
  const username = `owl_${randomUUID().slice(0, 8)}`;
  const path = `/api/users/${client.account.address}/username`;
  expect((await client.put(path, { username }, idempotencyKey())).status).toBe(200);
  const since = await draw();

  await pool.query('delete from vault.erasures where user_id = $1', [userId]);
  await eraseKept(pool, store, userId);
  expect(await names()).toEqual({ [before]: defaultUsername(userId), [since]: username });
});

test('nor is anything left that was kept beside: of browsers, of what was begun elsewhere, of requests, of folds', async () => {
  const { client, userId } = await newUser(app);
  const { userId: other } = await newUser(app);
  expect((await signUp(client, `eva.${randomUUID()}@example.com`)).status).toBe(200);
  for (const id of [userId, other]) {
    await pool.query(`update auth.sessions set device = 'Firefox on Linux' where user_id = $1`, [id]);
    await pool.query(
      `insert into vault.oauth_states (state_hash, user_id, platform, code_verifier, expires_at)
       values ($1::uuid::text::bytea, $1::uuid, 'twitter', 'verifier', now() + interval '1 hour')`,
      [id],
    );
    await pool.query(
      `insert into vault.message_codes (user_id, platform, code_hash, wallet_address, expires_at)
       values ($1::uuid, 'discord', $1::uuid::text::bytea, 'w', now() + interval '1 hour')`,
      [id],
    );
    await pool.query(
      `insert into auth.idempotency_keys (user_id, key, request_hash, created_at)
       values ($1, gen_random_uuid(), 'of words that could be guessed', now() - interval '1 hour')`,
      [id],
    );
    await pool.query(
      `insert into snapshots.streams (stream, version, revision, hash, fold)
       values ('account-' || $1::text, 0, 0, 'hash', 'fold')`,
      [id],
    );
  }
  const erased = await erasePersonalData(createCommandHandler(store), { userId }, testContext());
  // Whoever follows the ledger may have been faster.
  await eraseKept(pool, store, userId);
  const left = async (id: string) => {
    const { rows } = await pool.query(
      `select (select count(*)::int from auth.sessions where user_id = $1::uuid) as sessions,
         (select count(*)::int from auth.sessions where user_id = $1 and device <> '') as devices,
         (select count(*)::int from vault.oauth_states where user_id = $1) as states,
         (select count(*)::int from vault.message_codes where user_id = $1) as codes,
         (select count(*)::int from auth.idempotency_keys
          where user_id = $1 and created_at < now() - interval '30 minutes') as keys,
         (select count(*)::int from auth.idempotency_keys
          where user_id = $1 and created_at < now() - interval '30 minutes' and request_hash <> '') as requests,
         (select count(*)::int from snapshots.streams
          where stream = 'account-' || $1::uuid::text and revision = 0) as folds`,
      [id],
    );
    return rows[0];
  };
  expect(erased.events.map(({ type }) => type)).toEqual(['PersonalDataErased']);
  const none = { devices: 0, states: 0, codes: 0, requests: 0, folds: 0 };
  // A key itself says nothing of its user, and that it was used before must stay known.
  expect(await left(userId)).toEqual({ sessions: 1, keys: 1, ...none });
  // Of this one alone.
  expect(await left(other)).toEqual({
    ...{ sessions: 1, devices: 1, states: 1, codes: 1, keys: 1, requests: 1, folds: 1 },
  });
});

test('an erasure that is under way keeps nobody else from signing in, setting off for a platform or being mailed a link', async () => {
  const { userId } = await newUser(app);
  const { client: other, userId: otherId } = await newUser(app);
  const address = `gil.${randomUUID()}@example.com`;
  await signUp(other, address);
  await mailedToken(other, address);
  // What was over before it began, and nobody has deleted yet.
  await pool.query(
    `with key as (
       insert into vault.account_keys (user_id, key_id, sealed_key) values ($1, gen_random_uuid(), 'sealed')
       on conflict do nothing),
     session as (
       insert into auth.sessions (token_hash, user_id, wallet_address, created_at, expires_at)
       values ($1::uuid::text::bytea, $1, 'w', now(), now() - interval '1 minute')),
     journey as (
       insert into vault.oauth_states (state_hash, user_id, platform, code_verifier, expires_at)
       values ($1::uuid::text::bytea, $1, 'twitter', 'verifier', now() - interval '1 minute'))
     insert into vault.message_codes (user_id, platform, code_hash, wallet_address, expires_at)
     values ($1, 'instagram', $1::uuid::text::bytea, 'w', now() - interval '1 minute')`,
    [userId],
  );
  await pool.query(
    `insert into vault.email_tokens (token_hash, user_id, email_hash, sealed_email, marketing_opt_in, expires_at)
     values ($1::uuid::text::bytea, $1, 'h', 's', false, now() - interval '1 minute')`,
    [userId],
  );
  const hurried = createPool(app.databaseUrl, { lockTimeout: 1_000 });
  const cleaner = await pool.connect();
  try {
    // As where Postgres cleans the table up.
    await cleaner.query('begin; lock table snapshots.streams in share update exclusive mode');
    await erasePersonalData(createCommandHandler(store), { userId }, testContext());
    await expect.poll(async () => (await pool.query(ERASURE_WAITS)).rowCount).toBeGreaterThan(0);
    expect((await other.connect()).status).toBe(200);
    await createOAuthStates(hurried, Date.now).issue(otherId, 'twitter');
    const walletAddress = other.account.address;
    const openly = {
      seal: async (_: string, __: string, text: string) => text,
      unseal: async () => undefined,
    };
    await createMessageCodes(hurried, openly, Date.now).issue(
      { userId: otherId, walletAddress },
      'instagram',
    );
    await issueToken(hurried, Date.now, {
      ...{ userId: otherId, emailHash: 'h', sealedEmail: 's' },
      marketingOptIn: false,
    });
  } finally {
    cleaner.release(true);
    await hurried.end();
  }
});

const ERASURE_WAITS = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'lock table snapshots.streams%'`;

test('what has come since an erasure, and no event tells of, goes with the next one: links, waiting mails, browsers', async () => {
  const [{ client, userId }, owner] = [await newUser(app), await newUser(app)];
  expect((await client.post(ERASE, {}, idempotencyKey())).status).toBe(200);
  const address = `fay.${randomUUID()}@example.com`;
  await signUp(owner.client, address);
  const ofOwner = await mailedToken(owner.client, address);
  // It is the other one's until its owner says with a link that it is to be this one's: nothing of that is in an event.
  await signUp(client, address);
  const token = await mailedToken(client, address, 2);
  await keepWaitingMail(pool, userId);
  const sent = { state: 'sent', reason: null, is_empty: true };
  await expectMails(pool, userId, [sent, { state: 'waiting', reason: null, is_empty: false }]);
  await pool.query(`update auth.sessions set device = 'Firefox on Linux' where user_id = $1`, [userId]);

  const again = await client.post(ERASE, {}, idempotencyKey());
  expect(again).toMatchObject({ status: 200, body: { message: erasureTexts.alreadyErased } });
  expect((await verify(client, token)).status).toBe(400);
  await expectMails(pool, userId, [{ state: 'dropped', reason: 'erased', is_empty: true }, sent]);
  const devices = await pool.query(`select device from auth.sessions where user_id = $1`, [userId]);
  expect(devices.rows).toEqual([{ device: '' }]);
  expect((await verify(owner.client, ofOwner)).status).toBe(200);
});

describe('a program that died when only the event was written', () => {
  test('is not made up for by a node that lacks the event: the keys stay until one has it', async () => {
    const { client, userId } = await newUser(app);
    await signUp(client, `dora.${randomUUID()}@example.com`);
    const events = await Array.fromAsync(store.readStream(streamOf('account', userId), 0n));
    const last = events.at(-1);
    if (!last) throw new Error('the account has no event');
    const keys = async () =>
      (await pool.query('select from vault.account_keys where user_id = $1', [userId])).rowCount;
    const told = { ...last, type: 'PersonalDataErased', revision: last.revision + 1n };
    await expect(eraseData(pool, store).handle(told)).rejects.toBeInstanceOf(NodeBehind);
    expect(await keys()).toBe(1);
    await erasePersonalData(createCommandHandler(store), { userId }, testContext());
    await eraseData(pool, store).handle(told);
    expect(await keys()).toBe(0);
  });

  test('is made up for by whoever follows the ledger: keys, links and waiting mails go', async () => {
    const { client, userId } = await newUser(app);
    const address = `carl.${randomUUID()}@example.com`;
    await signUp(client, address);
    const token = await mailedToken(client, address);
    await keepWaitingMail(pool, userId);
    await erasePersonalData(createCommandHandler(store), { userId }, testContext());
    const left = async (sql: string) => (await pool.query(sql, [userId])).rows;
    await expect
      .poll(() => left('select 1 from vault.account_keys where user_id = $1'), { timeout: 30_000 })
      .toEqual([]);
    expect(await left('select 1 from vault.email_tokens where user_id = $1')).toEqual([]);
    await expectMails(pool, userId, [
      { state: 'dropped', reason: 'erased', is_empty: true },
      { state: 'sent', reason: null, is_empty: true },
    ]);
    expect((await verify(client, token)).status).toBe(400);
    expect(await tablesWith(pool, address)).toEqual([]);
    expect((await outbox(client)).filter(({ to }) => to.includes(address))).toHaveLength(1);
  });
});

describe('an erasure that stands in the ledger and is not carried out yet', () => {
  type Act = (person: { client: TestClient; address: string; handle: string; token: string }) => Promise<{
    readonly status: number;
    readonly headers: Headers;
  }>;

  /** What is done behind the event of an erasure, while everybody waits who would carry it out. */
  async function actBehindErasure(act: Act) {
    const { client, userId } = await newUser(app);
    const tag = randomUUID().slice(0, 8);
    const old = `old.${tag}@example.com`;
    await signUp(client, old);
    const person = { client, address: `new.${tag}@example.com`, handle: `a${tag}` };
    const token = await mailedToken(client, old);
    const held = await pool.connect();
    try {
      await held.query('begin');
      await held.query('insert into vault.erasures (user_id, revision) values ($1, -1)', [userId]);
      await erasePersonalData(createCommandHandler(store), { userId }, testContext());
      const done = act({ ...person, token });
      const over = done.then(
        () => true,
        () => true,
      );
      await expect
        .poll(async () => (await Promise.race([over, false])) || (await waiting()) > 1, { timeout: 30_000 })
        .toBe(true);
      await held.query('rollback');
      const told = await done;
      await expect
        .poll(
          async () =>
            (await pool.query('select from vault.erasures where user_id = $1', [userId])).rowCount === 1,
          { timeout: 30_000 },
        )
        .toBe(true);
      return { ...person, userId, told };
    } finally {
      held.release(true);
    }
  }

  async function waiting(): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where wait_event_type = 'Lock' and query like 'insert into vault.erasures%'`,
    );
    return rows[0]?.count ?? 0;
  }

  test('leaves the address that is given behind it: it opens, and gets its link', async () => {
    const { client, address, told } = await actBehindErasure((person) =>
      signUp(person.client, person.address),
    );
    expect(told.status).toBe(200);
    expect(await ownUser(client)).toMatchObject({ email: address });
    expect((await verify(client, await mailedToken(client, address))).status).toBe(200);
  });

  test('leaves the handle that is given behind it', async () => {
    const { client, handle, told } = await actBehindErasure((person) =>
      person.client.post(
        '/api/social/connect',
        { platform: 'twitter', handle: person.handle },
        idempotencyKey(),
      ),
    );
    expect(told.status).toBe(200);
    expect(await ownUser(client, told)).toMatchObject({ twitterHandle: handle });
  });

  test('makes the links of before void: nothing is signed up or paid by one', async () => {
    const { userId, told } = await actBehindErasure((person) => verify(person.client, person.token));
    expect(told.status).toBe(400);
    const events = await Array.fromAsync(store.readStream(streamOf('account', userId), 0n));
    expect(events.at(-1)?.type).toBe('PersonalDataErased');
  });
});
