import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADERS } from '../../../contracts/constants.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { Deadline } from '../../../ledger/deadline.ts';
import type { RaffleProof } from '../../../ledger/proof/proven-raffle.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { isValid, verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import { takeRevision } from '../../../ledger/take-revision.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { eventsOfRaffle, type RaffleStage, setRaffleStage } from '../../testing/raffle-stage.ts';

let stage: RaffleStage;
/** Milliseconds that the program's clock is ahead of this machine's. */
let ahead = 0;
beforeAll(async () => {
  stage = await setRaffleStage({}, () => Date.now() + ahead);
}, 60_000);
afterAll(() => stage.close());

/** So much later, by the clock of the program and by what Postgres has noted. */
async function later(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  const pool = createPool(stage.app.databaseUrl, { maxConnections: 1 });
  await pool.query(
    "update raffles.requests set requested_at = requested_at - $1 * interval '1 millisecond'",
    [milliseconds],
  );
  await pool.end();
}

const begun = async () => (await stage.ledger()).filter(({ type }) => type === 'RaffleCommitted');

async function addedAdmin(): Promise<TestClient> {
  const { client } = await newUser(stage.app);
  const added = await stage.admin.post(
    '/api/admin/add-admin',
    { adminWallet: client.account.address },
    { 'x-wallet-address': stage.admin.account.address, ...idempotencyKey() },
  );
  expect(added.status).toBe(200);
  return client;
}

describe('who may', () => {
  const form = { amount: '5', winnerCount: 1 };
  test('nobody without a session, no user, nobody with a forged header; nothing is begun', async () => {
    const before = (await stage.ledger()).length;
    expect((await stage.start(form, undefined, stage.visitor())).status).toBe(401);
    const { client } = await newUser(stage.app);
    const opened = (await stage.ledger()).length - before;
    expect((await stage.start(form, undefined, client)).status).toBe(403);
    const forged = { ...idempotencyKey(), 'x-wallet-address': stage.admin.account.address };
    expect((await client.post('/api/admin/raffle', form, forged)).status).toBe(403);
    const unnamed = { ...idempotencyKey(), 'x-wallet-address': '' };
    expect((await stage.admin.post('/api/admin/raffle', form, unnamed)).status).toBe(403);
    const paying = `/api/admin/raffle/${randomUUID()}/pay`;
    expect(
      (
        await stage
          .visitor()
          .post(paying, {}, { 'x-wallet-address': stage.admin.account.address, ...idempotencyKey() })
      ).status,
    ).toBe(401);
    expect((await client.post(paying, {}, { 'x-wallet-address': client.account.address })).status).toBe(403);
    expect(await begun()).toEqual([]);
    expect(opened).toBeGreaterThan(0);
  });
});

describe('what is refused', () => {
  test.each([
    [{ amount: '5', winnerCount: 0 }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 1.5 }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 'x' }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: 13 }, 'Cannot select 13 winners from 12 eligible users'],
    [{ amount: '5' }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: '1e0' }, 'Please enter a valid number of winners'],
    [{ amount: '5', winnerCount: { $gt: 0 } }, 'Please enter a valid number of winners'],
    [{ amount: '0.0000000000000000001', winnerCount: 1 }, 'Please enter a valid reward amount'],
    [{ amount: ['5'], winnerCount: 1 }, 'Please enter a valid reward amount'],
    [{ amount: '99999999999999999999', winnerCount: 2 }, 'A reward is at most 1,000,000 EVO'],
    [{ amount: '', winnerCount: 1 }, 'Please enter a valid reward amount'],
    [{ amount: '0', winnerCount: 1 }, 'Please enter a valid reward amount'],
    [
      { useTieredRewards: true, winnerCount: 3, tieredAmounts: ['5', '', '1'] },
      'Please enter valid amounts for all 3 positions',
    ],
  ])('%j: %s', async (form, message) => {
    expect(await stage.start(form)).toMatchObject({ status: 400, body: { message } });
    expect(await begun()).toEqual([]);
  });
});

test('a crowd of requests of one admin: each raffle is whole, none is begun twice', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => stage.start({ amount: '1', winnerCount: 1 })),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const events = await stage.ledger();
  for (const { raffleId } of answers.filter(({ status }) => status === 200).map(({ body }) => body)) {
    expect(eventsOfRaffle(events, raffleId)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
    expect(
      isValid(
        verifyRaffleProof(
          (await stage.visitor().get<RaffleProof>(`/api/public/raffles/${raffleId}/proof`)).body,
        ),
      ),
    ).toBe(true);
  }
});

test('the same request twice at once: one raffle, and both are told of it', async () => {
  const before = (await stage.ledger()).filter(({ type }) => type === 'RaffleCommitted').length;
  const key = idempotencyKey();
  const form = { amount: '0.000000000000000001', winnerCount: '3' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => stage.start(form, key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.raffleId)).size).toBe(1);
  const events = await stage.ledger();
  expect(events.filter(({ type }) => type === 'RaffleCommitted')).toHaveLength(before + 1);
  expect(eventsOfRaffle(events, answers[0]?.body.raffleId ?? '')).toHaveLength(3);
});

test('a request that was answered, sent once more to a Postgres that lacks it: the same raffle, and none is begun', async () => {
  const [first, second, third] = [idempotencyKey(), idempotencyKey(), idempotencyKey()];
  const form = { amount: '2', winnerCount: 1 };
  const answered = [await stage.start(form, first), await stage.start(form, second)];
  const before = (await begun()).length;
  const pool = createPool(stage.app.databaseUrl, { maxConnections: 1 });
  await pool.query('delete from raffles.requests');
  await pool.query('delete from auth.idempotency_keys');
  await pool.end();
  // Another one is begun first.
  expect(await stage.start(form, third)).toMatchObject({ status: 200 });
  const again = [await stage.start(form, first), await stage.start(form, second)];
  expect(again.map(({ status, body }) => [status, body.raffleId])).toEqual(
    answered.map(({ status, body }) => [status, body.raffleId]),
  );
  expect(await begun()).toHaveLength(before + 1);
});

describe('before anything is done', () => {
  test('a dry run says what would be drawn, among whom, and what the wallet signs; nothing is begun', async () => {
    const before = (await stage.ledger()).length;
    const form = { amount: '10284.333333333333333333', winnerCount: '3', dryRun: true };
    const next = (await begun()).length + 1;
    expect(await stage.start(form, {})).toMatchObject({
      status: 200,
      body: {
        raffleId: null,
        number: next,
        winners: [],
        total: '30852.999999999999999999',
        eligible: 12,
        dryRun: true,
        message: '3 winners would be drawn among 12 eligible users, 30,852.999999999999999999 EVO in total',
        toSign: 'Draw 3 winners of 10,284.333333333333333333 EVO each, 30,852.999999999999999999 EVO in all',
      },
    });
    expect(await stage.start({ ...form, winnerCount: 13 }, {})).toMatchObject({
      status: 400,
      body: { message: validation.winnersExceedEligible(13, 12) },
    });
    for (const winnerCount of ['abc', ' 3', '3 ', '1e1', '3.0', '٣', '']) {
      expect(await stage.start({ ...form, winnerCount }, {})).toMatchObject({
        status: 400,
        body: { message: validation.winnerCountInvalid },
      });
    }
    expect((await stage.ledger()).length).toBe(before);
  });

  test('prizes are shown before they are paid; who pays more than the limit at once signs it', async () => {
    const { body } = await stage.start({ amount: '5000', winnerCount: 3 });
    const { raffleId, number } = body;
    const before = (await stage.ledger()).length;
    const one = await stage.pay(raffleId, { place: 2, dryRun: true });
    expect(one.body).toMatchObject({ totalDistributed: '5000', dryRun: true });
    expect(one.body.message).toBe('1 prize would be paid, 5,000.00 EVO in total');
    expect(one.body).not.toHaveProperty('toSign');
    const all = await stage.pay(raffleId, { dryRun: true });
    const toSign = `Pay the prizes of raffle ${number}: 15,000 EVO to 3 winners`;
    expect(all.body).toMatchObject({ totalDistributed: '15000', dryRun: true, toSign });
    expect((await stage.pay(raffleId, { place: 4, dryRun: true })).status).toBe(404);

    const path = `/api/admin/raffle/${raffleId}/pay`;
    const unsigned = (request: object) =>
      stage.admin.postUnsigned(path, request, {
        'x-wallet-address': stage.admin.account.address,
        ...idempotencyKey(),
      });
    expect(await unsigned({})).toMatchObject({ status: 403, body: { error: 'SignatureNeeded' } });
    expect((await stage.ledger()).length).toBe(before);
    expect((await unsigned({ place: 2 })).status).toBe(200);
    expect((await stage.pay(raffleId, { dryRun: true })).body).toMatchObject({ totalDistributed: '10000' });
    expect((await stage.pay(raffleId)).body).toMatchObject({ totalDistributed: '15000', dryRun: false });
    expect((await stage.pay(raffleId, { dryRun: true })).body).toMatchObject({ totalDistributed: '0' });
  });
});

test('all prizes and single ones paid at once, and never by who is no admin any more: each once', async () => {
  const { body } = await stage.start({ amount: '2', winnerCount: 3 });
  const { raffleId } = body;
  const { client: second } = await newUser(stage.app);
  const wallet = { 'x-wallet-address': stage.admin.account.address };
  const adminWallet = second.account.address;
  await stage.admin.post('/api/admin/add-admin', { adminWallet }, { ...wallet, ...idempotencyKey() });
  await stage.admin.post(
    '/api/admin/remove-admin',
    { adminId: adminWallet },
    { ...wallet, ...idempotencyKey() },
  );
  const before = (await stage.ledger()).length;
  const byRemoved = await second.post(
    `/api/admin/raffle/${raffleId}/pay`,
    {},
    { 'x-wallet-address': adminWallet, ...idempotencyKey() },
  );
  expect([401, 403]).toContain(byRemoved.status);
  const paidFor = async () =>
    (await stage.ledger()).slice(before).flatMap(({ data }) => {
      const { source, ref } = data as { source?: string; ref?: string };
      return source === 'raffle' ? [ref] : [];
    });
  expect(await paidFor()).toEqual([]);

  const orders = [{}, { place: 2 }, { place: 1 }, {}, { place: 3 }, { place: 2 }];
  const answers = await Promise.all(orders.map((order) => stage.pay(raffleId, order)));
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
  expect((await paidFor()).sort()).toEqual([1, 2, 3].map((place) => `${raffleId}:${place}`));
  expect(
    eventsOfRaffle(await stage.ledger(), raffleId)
      .slice(3)
      .sort(),
  ).toEqual(['PrizePaid', 'PrizePaid', 'PrizePaid', 'RaffleCompleted']);
  for (const place of ['1', 1.5, null, -1]) {
    expect((await stage.pay(raffleId, { place })).status).toBe(400);
  }
});

test('a raffle begins behind the revisions that removals of admins took, and says when it was drawn, each time', async () => {
  const raffleId = raffleIdOf((await begun()).length + 1);
  const stream = streamOf('raffle', raffleId);
  for (const expected of [undefined, 0n]) {
    const open = { stream, expected, commandId: randomUUID() };
    await takeRevision(stage.store, open, new Date().toISOString(), new Deadline());
  }
  const [form, key] = [{ amount: '1', winnerCount: 2 }, idempotencyKey()];
  const first = await stage.start(form, key);
  const events = await stage.ledger();
  expect(eventsOfRaffle(events, raffleId)).toEqual([
    ...['RevisionTaken', 'RevisionTaken'],
    ...['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn'],
  ]);
  const drawn = events.find((event) => event.stream === stream && event.type === 'RaffleDrawn');
  for (const { status, body } of [first, await stage.start(form, key)]) {
    expect({ status, raffleId: body.raffleId }).toEqual({ status: 200, raffleId });
    expect(body.drawnAt).toBe(drawn?.metadata.occurredAt);
  }
  const { body: proof } = await stage.visitor().get<RaffleProof>(`/api/public/raffles/${raffleId}/proof`);
  expect(verifyRaffleProof(proof).filter(({ fault }) => fault !== undefined)).toEqual([]);
});

describe('who was shown the number of the next raffle', () => {
  const form = { amount: '1', winnerCount: 1 };
  const shown = async () => (await stage.start({ ...form, dryRun: true }, {})).body.number;
  const meant = (number: number, key = idempotencyKey()) => ({
    ...key,
    [HEADERS.raffleNumber]: String(number),
  });

  test('begins none in its place once that one was started meanwhile, be it in another tab', async () => {
    const number = await shown();
    expect(await stage.start(form, meant(number))).toMatchObject({ status: 200, body: { number } });
    const before = await begun();
    expect(await stage.start({ ...form, amount: '2' }, meant(number))).toMatchObject({
      status: 409,
      body: { error: 'RaffleStarted', message: refusals.raffleStarted(number) },
    });
    expect(await begun()).toHaveLength(before.length);
    expect(await stage.start(form, meant(number + 1))).toMatchObject({ body: { number: number + 1 } });
  });

  test('hears of that raffle where it is the own one, whatever number is shown by then', async () => {
    const number = await shown();
    const key = idempotencyKey();
    const first = await stage.start(form, meant(number, key));
    for (const later of [number, number + 1]) {
      const again = await stage.start(form, meant(later, key));
      expect(again).toMatchObject({ status: 200, body: { number, raffleId: first.body.raffleId } });
    }
  });

  test('waits where the node that is asked does not have the raffles before it', async () => {
    const before = await begun();
    const hasty = createTestClient(stage.app.url, stage.admin.privateKey, { comesAgain: false });
    await expect.poll(async () => (await hasty.connect()).status).toBe(200);
    const ahead = meant((await shown()) + 1);
    expect((await stage.start(form, ahead, hasty)).status).toBe(503);
    expect(await begun()).toHaveLength(before.length);
  });
});

// These two come last: what another admin has started a moment ago stands in the way of all that follow.
test('two admins start at once: one raffle, the other is told so and may look; a removed admin is refused', async () => {
  const second = await addedAdmin();
  const adminWallet = second.account.address;
  const begun = async () => (await stage.ledger()).filter(({ type }) => type === 'RaffleCommitted').length;
  const before = await begun();
  const form = { amount: '1', winnerCount: 1 };
  const both = await Promise.all([stage.start(form), stage.start(form, undefined, second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ message: refusals.raffleUnderWay });
  expect(await begun()).toBe(before + 1);

  const removed = await stage.admin.post(
    '/api/admin/remove-admin',
    { adminId: adminWallet },
    { 'x-wallet-address': stage.admin.account.address, ...idempotencyKey() },
  );
  expect(removed.status).toBe(200);
  expect([401, 403]).toContain((await stage.start(form, undefined, second)).status);
  expect(await begun()).toBe(before + 1);
});

test('another admin has started one a moment ago: every sending of one request is told so, and none begins another', async () => {
  const form = { amount: '1', winnerCount: 1 };
  const first = await addedAdmin();
  const started = async () => (await stage.start(form, undefined, first)).status;
  // The raffle of the test before is no longer a moment ago.
  await later(10_000);
  expect(await started()).toBe(200);
  for (let round = 0; round < 3; round++) {
    const second = await addedAdmin();
    expect(await started()).toBe(200);
    const before = (await begun()).length;
    const key = idempotencyKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.start(form, key, second)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
    expect(await begun()).toHaveLength(before);
    // Whose answers were lost asks for the same once more, when it is no longer a moment ago.
    await later(60_000);
    expect((await stage.start(form, key, second)).status).toBe(409);
    expect(await begun()).toHaveLength(before);
  }
});
