import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RaffleWinnerView } from '../contracts/api/raffle.ts';
import { streamOf } from '../contracts/events/ledger-event.ts';
import { refusals } from '../contracts/messages.ts';
import { severalOfAccount } from '../ledger/accounts/several.ts';
import type { StoredEvent } from '../ledger/envelope.ts';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { createCommandHandler } from '../ledger/handle-command.ts';
import { bytesOfHex } from '../ledger/proof/bytes.ts';
import { verifyInclusion } from '../ledger/proof/merkle.ts';
import { raffleIdOf } from '../ledger/proof/raffle-id.ts';
import { isValid, type RaffleProof, verifyRaffleProof } from '../ledger/proof/raffle-proof.ts';
import { recomputeRaffle } from '../ledger/raffles/testing/audit-raffle.ts';
import { testContext } from '../ledger/testing/start-ledger.ts';
import { createPool } from '../projector/database.ts';
import { expectReadModelsEqualFold } from '../projector/testing/oracle.ts';
import { createTestClient, idempotencyKey, type TestClient } from './testing/client.ts';
import { newAddress, newUser, signUp, verify } from './testing/email-calls.ts';
import { emptyUi } from './testing/empty-ui.ts';
import { mailedToken } from './testing/mailbox.ts';
import { readLedger } from './testing/read-ledger.ts';
import { startApp, type TestApp } from './testing/start-app.ts';

type Started = { raffleId: string; number: number; winners: RaffleWinnerView[]; message: string };
type Paid = { winners: RaffleWinnerView[]; totalDistributed: string; message: string };

let app: TestApp;
let admin: TestClient;
let store: EventStore;
let pool: pg.Pool;
const visitor = () => createTestClient(app.url);
/** By user id: twelve with a wallet and a verified address. */
const users = new Map<string, TestClient>();
let emailOnly: string;

beforeAll(async () => {
  app = await startApp({ uiDist: await emptyUi() });
  store = connectEventStore(app.eventStoreUrl);
  pool = createPool(app.databaseUrl);
  const keys = JSON.parse(await readFile(join(app.dataDir, 'demo-wallets.json'), 'utf8'));
  admin = createTestClient(app.url, keys.admin);
  await admin.connect();
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { client, userId } = await newUser(app);
      await verified(client);
      users.set(userId, client);
    }),
  );
  // Not eligible: an address that is not verified, and none at all.
  const { client } = await newUser(app);
  await signUp(client, newAddress());
  await newUser(app);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await store.close();
  await app.close();
});

async function verified(client: TestClient): Promise<void> {
  const address = newAddress();
  await signUp(client, address);
  const { status } = await verify(client, await mailedToken(client, address));
  expect(status).toBe(200);
}

const asAdmin = (headers: Record<string, string> = idempotencyKey()) => ({
  'x-wallet-address': admin.account.address,
  ...headers,
});
const start = (form: object, headers?: Record<string, string>, who = admin) =>
  who.post<Started>('/api/admin/raffle', form, {
    ...asAdmin(headers),
    'x-wallet-address': who.account.address,
  });
const pay = (raffleId: string, body: object = {}) =>
  admin.post<Paid>(`/api/admin/raffle/${raffleId}/pay`, body, asAdmin());
const proofOf = async (raffleId: string) =>
  (await visitor().get<RaffleProof>(`/api/public/raffles/${raffleId}/proof`)).body;
const ledger = () => readLedger(store);
const ofRaffle = (events: readonly StoredEvent[], raffleId: string) =>
  events.filter(({ stream }) => stream === `raffle-${raffleId}`).map(({ type }) => type);
const prizesIn = (events: readonly StoredEvent[], raffleId: string) =>
  events.filter(
    ({ type, data }) =>
      type === 'RewardGranted' && (data as { ref?: string }).ref?.startsWith(`${raffleId}:`) === true,
  );
async function remove(userId: string): Promise<void> {
  await createCommandHandler(store).handle({
    ...testContext(),
    stream: streamOf('account', userId),
    decider: severalOfAccount,
    command: [{ type: 'RemoveAccount', reason: 'in a test' }],
    input: {},
  });
}

test('before the first raffle there is none, and its seed is committed', async () => {
  expect(await visitor().get('/api/public/latest-raffle')).toMatchObject({
    status: 404,
    body: { message: refusals.noRaffle },
  });
  const { body } = await visitor().get('/api/public/raffles');
  expect(body).toMatchObject({ raffles: [], nextCursor: null });
  const seeds = (await ledger()).filter(({ type }) => type === 'SeedCommitted');
  expect(seeds).toMatchObject([{ data: { number: 1, hash: body.nextSeedHash } }]);
});

describe('who may', () => {
  const form = { amount: '5', winnerCount: 1 };
  test('nobody without a session, no user, nobody with a forged header; nothing is begun', async () => {
    const before = (await ledger()).length;
    expect((await start(form, undefined, visitor())).status).toBe(401);
    const { client } = await newUser(app);
    const opened = (await ledger()).length - before;
    expect((await start(form, undefined, client)).status).toBe(403);
    const forged = { ...idempotencyKey(), 'x-wallet-address': admin.account.address };
    expect((await client.post('/api/admin/raffle', form, forged)).status).toBe(403);
    expect((await admin.post('/api/admin/raffle', form, idempotencyKey())).status).toBe(403);
    const paying = `/api/admin/raffle/${randomUUID()}/pay`;
    expect((await visitor().post(paying, {}, asAdmin())).status).toBe(401);
    expect((await client.post(paying, {}, { 'x-wallet-address': client.account.address })).status).toBe(403);
    const streams = (await ledger()).filter(({ stream }) => stream.startsWith('raffle-'));
    expect(streams).toEqual([]);
    expect(opened).toBeGreaterThan(0);
  });
});

describe('what is refused', () => {
  test.each([
    [{ amount: '5', winnerCount: 0 }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 1.5 }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 'x' }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 13 }, 'Cannot select 13 winners from 12 eligible users'],
    [{ amount: '', winnerCount: 1 }, 'Please enter a valid reward amount'],
    [{ amount: '0', winnerCount: 1 }, 'Please enter a valid reward amount'],
    [
      { useTieredRewards: true, winnerCount: 3, tieredAmounts: ['5', '', '1'] },
      'Please enter valid amounts for all 3 positions',
    ],
  ])('%j: %s', async (form, message) => {
    expect(await start(form)).toMatchObject({ status: 400, body: { message } });
    expect((await ledger()).filter(({ stream }) => stream.startsWith('raffle-'))).toEqual([]);
  });
});

describe('a whole raffle', () => {
  let started: Started;
  const key = idempotencyKey();
  const form = { useTieredRewards: true, winnerCount: 12, tieredAmounts: tiers(12) };

  test('stands complete in the ledger when the answer comes, with the next seed', async () => {
    const answer = await start(form, key);
    expect(answer.status).toBe(200);
    started = answer.body;
    expect(started).toMatchObject({ success: true, number: 1, raffleId: raffleIdOf(1) });
    expect(started.winners.map(({ place }) => place)).toEqual([...Array(12).keys()].map((n) => n + 1));
    expect(new Set(started.winners.map(({ id }) => id))).toEqual(new Set(users.keys()));
    expect(started.winners[0]).toMatchObject({ prize: '12.5', status: 'open', pendingRewards: '105' });

    const events = await ledger();
    const told = events.filter(
      ({ stream, type }) => type === 'SeedCommitted' || stream.startsWith('raffle-'),
    );
    expect(told.map(({ type }) => type)).toEqual([
      'SeedCommitted',
      'RaffleCommitted',
      'EntriesFrozen',
      'RaffleDrawn',
      'SeedCommitted',
    ]);
    expect(answer.headers.get('x-ledger-position')).toBeTruthy();
  });

  test('the same request again: the same raffle, also after the next seed; another request with the key: 422', async () => {
    const before = (await ledger()).length;
    const again = await start(form, key);
    expect(again).toMatchObject({
      status: 200,
      body: { raffleId: started.raffleId, winners: started.winners },
    });
    expect((await ledger()).length).toBe(before);
    expect((await start({ amount: '1', winnerCount: 1 }, key)).status).toBe(422);
  });

  test('the proof from the API holds, and an auditor with nothing but the ledger gets the same', async () => {
    const proof = await proofOf(started.raffleId);
    const steps = verifyRaffleProof(proof);
    expect(steps.filter(({ fault }) => fault)).toEqual([]);
    expect(isValid(verifyRaffleProof({ ...proof, count: 11 }))).toBe(false);

    const events = await ledger();
    const recomputed = recomputeRaffle(events, started.raffleId);
    expect(new Set(recomputed.eligible)).toEqual(new Set(users.keys()));
    expect(recomputed).toMatchObject({ root: proof.root, seedHash: proof.seedHash });
    expect(recomputed.winners).toEqual(proof.winners.map(({ userId }) => userId));
    // Where the events stand.
    const at = (type: string, stream: string) =>
      String(events.find((event) => event.type === type && event.stream === stream)?.position.commit);
    const stream = `raffle-${started.raffleId}`;
    expect(proof.positions).toEqual({
      seedCommitted: at('SeedCommitted', 'program'),
      raffleCommitted: at('RaffleCommitted', stream),
      entriesFrozen: at('EntriesFrozen', stream),
      raffleDrawn: at('RaffleDrawn', stream),
    });
  });

  test('each user proves the own entry; who had none gets null', async () => {
    for (const [userId, client] of [...users].slice(0, 3)) {
      const { body } = await client.get<{ entry: OwnEntry }>(`/api/raffles/${started.raffleId}/entry`);
      const { entry, index, count, path, root } = body.entry;
      expect(root).toBe((await proofOf(started.raffleId)).root);
      expect(verifyInclusion(hex(entry), index, count, path.map(hex), hex(root))).toBe(true);
      expect(started.winners.some(({ id }) => id === userId)).toBe(true);
    }
    const { client } = await newUser(app);
    expect((await client.get(`/api/raffles/${started.raffleId}/entry`)).body).toEqual({ entry: null });
    expect((await visitor().get(`/api/raffles/${started.raffleId}/entry`)).status).toBe(401);
    expect((await client.get(`/api/raffles/${randomUUID()}/entry`)).status).toBe(404);
  });

  test('everybody sees it: no balances, and no ids but the winners’', async () => {
    const latest = await visitor().get('/api/public/latest-raffle');
    expect(latest).toMatchObject({
      status: 200,
      body: { number: 1, useTieredRewards: true, flatAmount: null, tieredAmounts: form.tieredAmounts },
    });
    const one = await visitor().get(`/api/public/raffles/${started.raffleId}`);
    expect(one.body).toMatchObject({ raffle: { number: 1, stage: 'drawn', winnerCount: 12 } });
    for (const { body } of [latest, one]) {
      for (const winner of (body as { winners: RaffleWinnerView[] }).winners) {
        expect(winner.pendingRewards).toBeNull();
        expect(Object.keys(winner).sort()).toEqual(
          ['id', 'pendingRewards', 'place', 'prize', 'status', 'username', 'walletAddress'].sort(),
        );
      }
    }
    for (const path of [randomUUID(), 'nonsense', `${randomUUID()}/proof`]) {
      expect((await visitor().get(`/api/public/raffles/${path}`)).status).toBe(404);
    }
  });

  test('one place is paid singly, once', async () => {
    const [first] = started.winners;
    const before = first?.id ?? '';
    expect(await pay(started.raffleId, { place: 1 })).toMatchObject({
      status: 200,
      body: { totalDistributed: '12.5', message: '1 prize paid, 12.50 EVO in total' },
    });
    const { body } = await pay(started.raffleId, { place: 1 });
    expect(body.winners[0]).toMatchObject({ id: before, status: 'paid', pendingRewards: '117.5' });
    expect(prizesIn(await ledger(), started.raffleId)).toHaveLength(1);
    expect((await pay(started.raffleId, { place: 13 })).status).toBe(404);
    expect((await pay(started.raffleId, { place: 0 })).status).toBe(400);
    expect((await pay(randomUUID())).status).toBe(404);
  });

  test('paid ten times in parallel: each winner once; the removed one keeps the place and gets nothing', async () => {
    const gone = started.winners[4];
    await remove(gone?.id ?? '');
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(started.raffleId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const events = await ledger();
    expect(prizesIn(events, started.raffleId)).toHaveLength(11);
    expect(ofRaffle(events, started.raffleId).filter((type) => type === 'RaffleCompleted')).toHaveLength(1);
    const { body } = await pay(started.raffleId);
    expect(body.winners[4]).toMatchObject({ id: gone?.id, place: 5, status: 'account_removed' });
    expect(body.message).toMatch(/^11 prizes paid, .* EVO in total; 1 skipped$/);
    const one = await visitor().get(`/api/public/raffles/${started.raffleId}`);
    expect(one.body).toMatchObject({ raffle: { stage: 'completed' } });
  });

  test('the public total is what was really paid', async () => {
    const { body } = await pay(started.raffleId);
    const latest = await visitor().get('/api/public/latest-raffle');
    expect(latest.body).toMatchObject({ totalDistributed: body.totalDistributed });
  });
});

test('a winner without a wallet keeps the place; the prize is skipped', async () => {
  const client = visitor();
  const address = newAddress();
  await signUp(client, address);
  await verify(client, await mailedToken(client, address));
  const { body } = await start({ amount: '1', winnerCount: 12 });
  emailOnly = body.winners.find(({ walletAddress }) => walletAddress === null)?.id ?? '';
  expect(emailOnly).not.toBe('');
  const paid = await pay(body.raffleId);
  expect(paid.body.winners.find(({ id }) => id === emailOnly)).toMatchObject({ status: 'no_wallet' });
  expect(paid.body.totalDistributed).toBe('11');
  expect(await visitor().get('/api/public/latest-raffle')).toMatchObject({
    body: { number: body.number, flatAmount: '1', tieredAmounts: [], totalDistributed: '11' },
  });
});

test('two admins start at once: one raffle, the other is told so and may look; a removed admin is refused', async () => {
  const { client: second } = await newUser(app);
  const adminWallet = second.account.address;
  const added = await admin.post('/api/admin/add-admin', { adminWallet }, asAdmin());
  expect(added.status).toBe(200);
  const begun = async () => (await ledger()).filter(({ type }) => type === 'RaffleCommitted').length;
  const before = await begun();
  const form = { amount: '1', winnerCount: 1 };
  const both = await Promise.all([start(form), start(form, undefined, second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ message: refusals.raffleUnderWay });
  expect(await begun()).toBe(before + 1);

  const removed = await admin.post('/api/admin/remove-admin', { adminId: adminWallet }, asAdmin());
  expect(removed.status).toBe(200);
  expect([401, 403]).toContain((await start(form, undefined, second)).status);
  expect(await begun()).toBe(before + 1);
});

test('a crowd of requests of one admin: each raffle is whole, none is begun twice', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => start({ amount: '1', winnerCount: 1 })));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const events = await ledger();
  for (const { raffleId } of answers.filter(({ status }) => status === 200).map(({ body }) => body)) {
    expect(ofRaffle(events, raffleId)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
    expect(isValid(verifyRaffleProof(await proofOf(raffleId)))).toBe(true);
  }
});

test('raffles are numbered without a gap and listed newest first, a page at a time', async () => {
  const numbers: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { body: { raffles: { number: number }[]; nextCursor: string | null } } = await visitor().get(
      `/api/public/raffles?limit=1${cursor && `&cursor=${cursor}`}`,
    );
    numbers.push(...page.body.raffles.map(({ number }) => number));
    cursor = page.body.nextCursor;
  }
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => numbers.length - at));
  expect((await visitor().get('/api/public/raffles?limit=0')).status).toBe(400);
});

test('the read models hold what a plain fold of the ledger says', async () => {
  const events = await ledger();
  const last = events.at(-1)?.position;
  await visitor().get('/api/session', { 'x-ledger-position': `C:${last?.commit}/P:${last?.prepare}` });
  await expectReadModelsEqualFold(pool, events);
});

type OwnEntry = { entry: string; index: number; count: number; path: string[]; root: string };

function hex(text: string): Uint8Array {
  return bytesOfHex(text, 32) ?? new Uint8Array();
}

function tiers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${count - at}.5`);
}
