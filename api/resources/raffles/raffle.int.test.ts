import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RaffleWinnerView } from '../../../contracts/api/raffle.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { severalOfAccount } from '../../../ledger/accounts/several.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { bytesOfHex, bytesToHex } from '../../../ledger/proof/bytes.ts';
import { eventHash } from '../../../ledger/proof/event-hash.ts';
import { freezeEntries } from '../../../ledger/proof/frozen-entries.ts';
import { verifyInclusion } from '../../../ledger/proof/merkle.ts';
import { type ProofEvent, provenRaffle, type RaffleProof } from '../../../ledger/proof/proven-raffle.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { isValid, verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import { recomputeRaffle } from '../../../ledger/raffles/testing/audit-raffle.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newUser } from '../../testing/email-calls.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import {
  eventsOfRaffle,
  type RaffleStage,
  type Started,
  setRaffleStage,
  verifyAddress,
} from '../../testing/raffle-stage.ts';

let stage: RaffleStage;
beforeAll(async () => {
  stage = await setRaffleStage();
}, 60_000);
afterAll(() => stage.close());

const proofOf = async (raffleId: string) =>
  (await stage.visitor().get<RaffleProof>(`/api/public/raffles/${raffleId}/proof`)).body;
const prizesIn = (events: readonly StoredEvent[], raffleId: string) =>
  events.filter(
    ({ type, data }) =>
      type === 'RewardGranted' && (data as { ref?: string }).ref?.startsWith(`${raffleId}:`) === true,
  );
async function remove(userId: string): Promise<void> {
  await createCommandHandler(stage.store).handle({
    ...testContext(),
    stream: streamOf('account', userId),
    decider: severalOfAccount,
    command: [{ type: 'RemoveAccount', reason: 'in a test' }],
    input: {},
  });
}

test('before the first raffle there is none, and its seed is committed', async () => {
  expect(await stage.visitor().get('/api/public/latest-raffle')).toMatchObject({
    status: 404,
    body: { message: refusals.noRaffle },
  });
  const { body } = await stage.visitor().get('/api/public/raffles');
  expect(body).toMatchObject({ raffles: [], nextCursor: null });
  const seeds = (await stage.ledger()).filter(({ type }) => type === 'SeedCommitted');
  expect(seeds).toMatchObject([{ data: { number: 1, hash: body.nextSeedHash } }]);
});

describe('a whole raffle', () => {
  let started: Started;
  const key = idempotencyKey();
  const form = { useTieredRewards: true, winnerCount: 12, tieredAmounts: tiers(12) };

  test('stands complete in the ledger when the answer comes, with the next seed', async () => {
    const answer = await stage.start(form, key);
    expect(answer.status).toBe(200);
    started = answer.body;
    expect(started).toMatchObject({ success: true, number: 1, raffleId: raffleIdOf(1) });
    expect(started).toMatchObject({ total: '84', eligible: 12, awaits: null, dryRun: false });
    expect(started).toHaveProperty('message', 'Raffle 1 is drawn: 12 winners');
    expect(started.winners.map(({ place }) => place)).toEqual([...Array(12).keys()].map((n) => n + 1));
    expect(new Set(started.winners.map(({ id }) => id))).toEqual(new Set(stage.users.keys()));
    expect(started.winners[0]).toMatchObject({ prize: '12.5', status: 'open', pendingRewards: '105' });

    const events = await stage.ledger();
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
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    const drawn = told.find(({ type }) => type === 'RaffleDrawn');
    expect(started.drawnAt).toBe(drawn?.metadata.occurredAt);
  });

  test('the same request again: the same raffle, also after the next seed; another request with the key: 422', async () => {
    const before = (await stage.ledger()).length;
    const again = await stage.start(form, key);
    expect(again).toMatchObject({
      status: 200,
      body: { raffleId: started.raffleId, winners: started.winners, drawnAt: started.drawnAt },
    });
    // Who means the next raffle by now is told that this is one of before.
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await stage.ledger()).length).toBe(before);
    expect((await stage.start({ amount: '1', winnerCount: 1 }, key)).status).toBe(422);
  });

  test('the proof from the API holds, and an auditor with nothing but the ledger gets the same', async () => {
    const proof = await proofOf(started.raffleId);
    const steps = verifyRaffleProof(proof);
    expect(steps.filter(({ fault }) => fault)).toEqual([]);
    expect(isValid(verifyRaffleProof({ ...proof, events: proof.events.slice(1) }))).toBe(false);

    const events = await stage.ledger();
    const recomputed = recomputeRaffle(events, started.raffleId);
    const proven = provenRaffle(proof);
    expect(new Set(recomputed.eligible)).toEqual(new Set(stage.users.keys()));
    expect(recomputed).toMatchObject({ root: proven.root, seedHash: proven.seedHash });
    expect(recomputed.winners).toEqual(proven.winners.map(({ userId }) => userId));
    expect(proof.events).toEqual(proofEvents(events, started.raffleId));
  });

  test('each user proves the own entry; who had none gets null', async () => {
    for (const [userId, client] of [...stage.users].slice(0, 3)) {
      const { body } = await client.get<{ entry: OwnEntry }>(`/api/raffles/${started.raffleId}/entry`);
      const { entry, index, count, path, root } = body.entry;
      expect(root).toBe(provenRaffle(await proofOf(started.raffleId)).root);
      expect(verifyInclusion(hex(entry), index, count, path.map(hex), hex(root))).toBe(true);
      expect(started.winners.some(({ id }) => id === userId)).toBe(true);
    }
    const { client } = await newUser(stage.app);
    expect((await client.get(`/api/raffles/${started.raffleId}/entry`)).body).toEqual({ entry: null });
    expect((await stage.visitor().get(`/api/raffles/${started.raffleId}/entry`)).status).toBe(401);
    expect((await client.get(`/api/raffles/${randomUUID()}/entry`)).status).toBe(404);
  });

  test('everybody sees it: no balances, and no ids but the winners’', async () => {
    const latest = await stage.visitor().get('/api/public/latest-raffle');
    expect(latest).toMatchObject({
      status: 200,
      body: {
        number: 1,
        useTieredRewards: true,
        flatAmount: null,
        tieredAmounts: form.tieredAmounts,
        completedAt: started.drawnAt,
      },
    });
    const one = await stage.visitor().get(`/api/public/raffles/${started.raffleId}`);
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
      expect((await stage.visitor().get(`/api/public/raffles/${path}`)).status).toBe(404);
    }
  });

  test('a replay draws with names of the frozen entries: the same each time, and none of who had none', async () => {
    const named = async () =>
      (
        await stage
          .visitor()
          .get<{ names: string[]; entries: number }>(`/api/public/raffles/${started.raffleId}/names`)
      ).body;
    const sample = await named();
    expect(sample.entries).toBe(12);
    const usernames = await Promise.all(
      [...stage.users.keys()].map(async (userId) => {
        const { body } = await stage.users
          .get(userId)!
          .get<{ user: { username: string } }>(`/api/dashboard/${userId}`);
        return body.user.username;
      }),
    );
    expect(sample.names.toSorted()).toEqual(usernames.toSorted());
    expect(await named()).toEqual(sample);
  });

  test('what winners can claim is told to admins, whenever they ask, and to nobody else', async () => {
    const path = `/api/admin/raffles/${started.raffleId}`;
    type Shown = {
      raffle: { number: number };
      winners: RaffleWinnerView[];
      message: string;
      requestId?: string;
    };
    const wallet = (client: TestClient) => ({ 'x-wallet-address': client.account.address });
    const shown = await stage.admin.get<Shown>(path, wallet(stage.admin));
    expect(shown).toMatchObject({ status: 200, body: { raffle: { number: 1, stage: 'drawn' } } });
    expect(shown.body.winners).toEqual(started.winners);
    expect(shown.body.winners.map(({ pendingRewards }) => pendingRewards)).toEqual(Array(12).fill('105'));

    const [user] = stage.users.values();
    for (const client of [user!, stage.visitor()]) {
      const forged = await client.get<Shown>(path, wallet(stage.admin));
      expect([401, 403]).toContain(forged.status);
      // The id of the request is random, and may hold any digits.
      const { requestId: _, ...told } = forged.body;
      expect(JSON.stringify(told)).not.toContain('105');
      expect(told.winners).toBeUndefined();
    }
    expect((await user!.get(path, wallet(user!))).status).toBe(403);
    // An admin's own session does not change what everybody is told.
    const open = await stage.admin.get<Shown>(`/api/public/raffles/${started.raffleId}`, wallet(stage.admin));
    expect(open.body.winners.every(({ pendingRewards }) => pendingRewards === null)).toBe(true);
    for (const unknown of [randomUUID(), 'nonsense']) {
      const { status } = await stage.admin.get(`/api/admin/raffles/${unknown}`, wallet(stage.admin));
      expect(status).toBe(404);
    }
  });

  test('one place is paid singly, once', async () => {
    const [first] = started.winners;
    const before = first?.id ?? '';
    expect(await stage.pay(started.raffleId, { place: 1 })).toMatchObject({
      status: 200,
      body: { totalDistributed: '12.5', message: '1 prize paid, 12.50 EVO in total' },
    });
    const { body } = await stage.pay(started.raffleId, { place: 1 });
    expect(body.winners[0]).toMatchObject({ id: before, status: 'paid', pendingRewards: '117.5' });
    expect(prizesIn(await stage.ledger(), started.raffleId)).toHaveLength(1);
    expect((await stage.pay(started.raffleId, { place: 13 })).status).toBe(404);
    expect((await stage.pay(started.raffleId, { place: 0 })).status).toBe(400);
    expect((await stage.pay(randomUUID())).status).toBe(404);
  });

  test('paid ten times in parallel: each winner once; the removed one keeps the place and gets nothing', async () => {
    const gone = started.winners[4];
    await remove(gone?.id ?? '');
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.pay(started.raffleId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const events = await stage.ledger();
    expect(prizesIn(events, started.raffleId)).toHaveLength(11);
    expect(
      eventsOfRaffle(events, started.raffleId).filter((type) => type === 'RaffleCompleted'),
    ).toHaveLength(1);
    const { body } = await stage.pay(started.raffleId);
    expect(body.winners[4]).toMatchObject({ id: gone?.id, place: 5, status: 'account_removed' });
    expect(body.message).toMatch(/^11 prizes paid, .* EVO in total; 1 skipped$/);
    const one = await stage.visitor().get(`/api/public/raffles/${started.raffleId}`);
    expect(one.body).toMatchObject({ raffle: { stage: 'completed' } });
  });

  test('the name of a removed account is on no wheel any more', async () => {
    const { body } = await stage
      .visitor()
      .get<{ names: string[]; entries: number }>(`/api/public/raffles/${started.raffleId}/names`);
    expect(body.names).toHaveLength(11);
    expect(body.names).not.toContain(started.winners[4]?.username);
    expect(body.entries).toBe(12);
  });

  test('the proof tells what became of each prize', async () => {
    const proof = await proofOf(started.raffleId);
    expect(verifyRaffleProof(proof).filter(({ fault }) => fault)).toEqual([]);
    expect(proof.events).toEqual(proofEvents(await stage.ledger(), started.raffleId));
    const { prizes, totalDistributed } = provenRaffle(proof);
    expect(prizes.map(({ place }) => place).sort((a, b) => a - b)).toEqual(
      [...Array(12).keys()].map((n) => n + 1),
    );
    expect(prizes.find(({ place }) => place === 5)?.status).toBe('account_removed');
    const { body } = await stage.pay(started.raffleId);
    expect(totalDistributed).toBe(body.totalDistributed);
  });

  test('the public total is what was really paid', async () => {
    const { body } = await stage.pay(started.raffleId);
    const latest = await stage.visitor().get('/api/public/latest-raffle');
    expect(latest.body).toMatchObject({ totalDistributed: body.totalDistributed });
  });
});

test('an entry that was kept and is not under the published root proves nothing; where the entries are lost nobody is told that they had none', async () => {
  const { userId, client } = await newUser(stage.app);
  const raffleId = randomUUID();
  const pool = createPool(stage.app.databaseUrl, { maxConnections: 1 });
  const entryUnder = async (root: string | null) => {
    await pool.query(`update ${LIVE_SCHEMA}.raffles set root = $2 where raffle_id = $1`, [raffleId, root]);
    return client.get<{ entry: OwnEntry | null }>(`/api/raffles/${raffleId}/entry`);
  };
  const lost = { status: 409, body: { error: 'EntriesLost', message: refusals.entriesLost } };
  const { tree } = freezeEntries(raffleId, Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')));
  const root = bytesToHex(tree.root);
  try {
    // The program died before the ledger named a root.
    await pool.query(
      `insert into ${LIVE_SCHEMA}.raffles (raffle_id, number, stage, mode, amounts, committed_at)
       values ($1, 900, 'committed', 'flat', '["1"]', now())`,
      [raffleId],
    );
    await pool.query('insert into raffles.frozen (raffle_id, commit, prepare) values ($1, 1, 1)', [raffleId]);
    await pool.query(
      `insert into raffles.frozen_users (raffle_id, user_id, username) values ($1, $2, 'anna')`,
      [raffleId, userId],
    );
    expect((await entryUnder(null)).body).toEqual({ entry: null });
    // Those that were frozen are gone: that says nothing of who was among them.
    expect(await entryUnder('0'.repeat(64))).toMatchObject(lost);
    expect((await entryUnder(root)).body.entry).toMatchObject({ index: 0, count: 1, path: [], root });
    await pool.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);
    expect(await entryUnder(root)).toMatchObject(lost);
  } finally {
    await pool.query(`delete from ${LIVE_SCHEMA}.raffles where raffle_id = $1`, [raffleId]);
    await pool.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);
    await pool.end();
  }
});

test('a winner without a wallet keeps the place; the prize is skipped', async () => {
  await verifyAddress(stage.visitor());
  const { body } = await stage.start({ amount: '1', winnerCount: 12 });
  const emailOnly = body.winners.find(({ walletAddress }) => walletAddress === null)?.id ?? '';
  expect(emailOnly).not.toBe('');
  const paid = await stage.pay(body.raffleId);
  expect(paid.body.winners.find(({ id }) => id === emailOnly)).toMatchObject({ status: 'no_wallet' });
  expect(paid.body.totalDistributed).toBe('11');
  expect(await stage.visitor().get('/api/public/latest-raffle')).toMatchObject({
    body: { number: body.number, flatAmount: '1', tieredAmounts: [], totalDistributed: '11' },
  });
});

test('raffles are numbered without a gap and listed newest first, a page at a time', async () => {
  const numbers: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { body: { raffles: { number: number }[]; nextCursor: string | null } } = await stage
      .visitor()
      .get(`/api/public/raffles?limit=1${cursor && `&cursor=${cursor}`}`);
    numbers.push(...page.body.raffles.map(({ number }) => number));
    cursor = page.body.nextCursor;
  }
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => numbers.length - at));
  expect((await stage.visitor().get('/api/public/raffles?limit=0')).status).toBe(400);
});

test('the read models hold what a plain fold of the ledger says', async () => {
  await expectEqualFold(stage.app);
});

type OwnEntry = { entry: string; index: number; count: number; path: string[]; root: string };

/** As whoever holds the ledger would publish them. */
function proofEvents(events: readonly StoredEvent[], raffleId: string): ProofEvent[] {
  return events
    .filter(
      ({ stream, type, data }) =>
        stream === `raffle-${raffleId}` ||
        (type === 'SeedCommitted' && (data as { number?: number }).number === 1),
    )
    .map((event) => ({
      id: event.id,
      type: event.type,
      stream: event.stream,
      revision: Number(event.revision),
      position: formatPosition(event.position),
      data: event.data,
      metadata: event.metadata,
      hash: eventHash(event),
    }));
}

function hex(text: string): Uint8Array {
  return bytesOfHex(text, 32) ?? new Uint8Array();
}

function tiers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${count - at}.5`);
}
