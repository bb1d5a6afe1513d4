import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmations } from '../contracts/messages.ts';
import type { StoredEvent } from '../ledger/envelope.ts';
import type { RaffleProof } from '../ledger/proof/proven-raffle.ts';
import { raffleIdOf } from '../ledger/proof/raffle-id.ts';
import { isValid, verifyRaffleProof } from '../ledger/proof/raffle-proof.ts';
import { recomputeRaffle } from '../ledger/raffles/testing/audit-raffle.ts';
import { expectWholeChains } from '../ledger/testing/expect-whole-chains.ts';
import { unpackFirstVersionLedger } from '../ledger/testing/first-version-ledger.ts';
import { createPool } from '../projector/database.ts';
import { type AdminClient, superAdminOf } from './testing/admin.ts';
import { newUser } from './testing/email-calls.ts';
import { expectEqualFold } from './testing/equal-fold.ts';
import { putBytes, SONG } from './testing/music.ts';
import { readLedgerAt } from './testing/read-ledger.ts';
import { startApp, type TestApp } from './testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
let pool: pg.Pool;
/** What the first version left, and the sign-in of its super admin. */
let old: StoredEvent[];
beforeAll(async () => {
  let nextSeed = { number: 0, hash: '', sealed: '' };
  app = await startApp({
    fill: async (dataDir) => {
      const kept = await unpackFirstVersionLedger(dataDir);
      await writeFile(join(dataDir, 'demo-wallets.json'), JSON.stringify(kept.demoWallets), { mode: 0o600 });
      ({ nextSeed } = kept);
      return { VAULT_KEY: kept.vaultKey };
    },
  });
  pool = createPool(app.databaseUrl, { maxConnections: 2 });
  // Of its Postgres nothing is left but the seed of the next raffle.
  await pool.query('insert into raffles.seeds (hash, number, sealed) values ($1, $2, $3)', [
    nextSeed.hash,
    nextSeed.number,
    nextSeed.sealed,
  ]);
  root = await superAdminOf(app);
  old = await ledger();
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const ledger = () => readLedgerAt(app.eventStoreUrl);
/** Without the seals, which come by themselves. */
const since = async (count = old.length) =>
  (await ledger())
    .slice(count)
    .filter(({ stream }) => stream !== 'seals')
    .map(({ stream, type }) => [stream, type]);
const proofOf = async (number: number) =>
  (await root.get<RaffleProof>(`/api/public/raffles/${raffleIdOf(number)}/proof`)).body;

type Act = { id: string; action_type: string; undoable: boolean; details: Record<string, unknown> };
async function actOfOld(type: string): Promise<Act> {
  const { body } = await root.get<{ activities: Act[] }>(
    `/api/admin/activity-history?limit=100&type=${type}`,
  );
  const act = body.activities.find(({ undoable }) => undoable);
  if (!act) throw new Error(`no ${type} that can be undone`);
  return act;
}

/** Until no mass act is under way; what the last one did. */
async function ended() {
  type Ended = { kind: string; requestId: string; count: number; total: string };
  const underWay = async () =>
    (await root.get<{ act: object | null; ended: Ended | null }>('/api/admin/mass-act')).body;
  await expect.poll(async () => (await underWay()).act).toBeNull();
  return (await underWay()).ended;
}

test('the read models are what a plain fold gives, and no process does again what was done', async () => {
  await expectEqualFold(app);
  // Without its checkpoints every process is told the whole ledger again.
  const head = old.at(-1)?.position.commit ?? 0n;
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ commit: string }>('select commit from processes.checkpoints');
      return rows.length >= 5 && rows.every(({ commit }) => BigInt(commit) >= head);
    })
    .toBe(true);
  expect(await since()).toEqual([]);
});

describe('raffles', () => {
  test('that it drew verify, and the one that it did not pay is paid', async () => {
    for (const number of [1, 2]) {
      const proof = await proofOf(number);
      expect(proof.events[0]).toMatchObject({ type: 'SeedCommitted', stream: 'program' });
      // To a program whose Postgres is new it may have been copied from another store.
      expect(proof.isMoved).toBe(true);
      expect(isValid(verifyRaffleProof(proof))).toBe(true);
    }
    const paid = await root.post(`/api/admin/raffle/${raffleIdOf(2)}/pay`);
    expect(paid).toMatchObject({ status: 200, body: { totalDistributed: '10' } });
    expect(isValid(verifyRaffleProof(await proofOf(2)))).toBe(true);
  });

  test.each([
    [3, 'program'],
    [4, 'raffle-seeds'],
  ])('go on with number %d, whose seed stands in %s', async (number, stream) => {
    const answer = await root.post('/api/admin/raffle', { amount: '5', winnerCount: 3 });
    expect(answer).toMatchObject({ status: 200, body: { message: confirmations.raffleDrawn(number, 3) } });
    await expect.poll(async () => (await proofOf(number)).isMoved).toBeUndefined();
    const proof = await proofOf(number);
    expect(proof.events[0]).toMatchObject({ stream, data: { number } });
    expect(verifyRaffleProof(proof).filter(({ fault }) => fault !== undefined)).toEqual([]);
    const recomputed = recomputeRaffle(await ledger(), raffleIdOf(number));
    expect(recomputed.eligible).toHaveLength(20);
  });
});

describe('acts of admins', () => {
  test('that it carried out can be undone', async () => {
    const reward = await actOfOld('reward_sent');
    expect(reward.details).toMatchObject({ amount: '7.5' });
    const removal = await actOfOld('user_removed');
    for (const { id } of [reward, removal]) {
      expect((await root.post('/api/admin/undo', { eventId: id })).status).toBe(200);
    }
    expect((await since()).slice(-2).map(([, type]) => type)).toEqual(['RewardRevoked', 'AccountReinstated']);
  });

  test('on all accounts: its last reset is taken back, and another act follows', async () => {
    const before = (await ledger()).length;
    const reset = await actOfOld('rewards_reset_all');
    expect((await root.post('/api/admin/undo', { eventId: reset.id })).status).toBe(200);
    expect(await ended()).toMatchObject({ kind: 'restore', count: 47, total: '11560.6' });
    const clear = await root.post('/api/admin/clear-all-balances', { reason: 'The next season' });
    expect(clear.status).toBe(200);
    const done = await ended();
    expect(done).toMatchObject({ kind: 'clear', requestId: clear.body.requestId });
    const events = await since(before);
    // The prizes that were paid meanwhile: what else was claimable the first version has cleared.
    expect(done?.count).toBeGreaterThan(0);
    expect(events.filter(([, type]) => type === 'BalanceCleared')).toHaveLength(done?.count ?? 0);
    expect(events.filter(([, type]) => type === 'RewardsRestored')).toHaveLength(47);
    expect(events.filter(([stream]) => !stream?.startsWith('account-'))).toEqual([
      ['mass-acts', 'MassRestoreRequested'],
      ['mass-acts', 'MassRestoreCompleted'],
      ['mass-acts', 'MassClearRequested'],
      ['mass-acts', 'MassClearCompleted'],
    ]);
  });

  test('sent again under a key of that time, are answered as then', async () => {
    const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000033' };
    const before = (await ledger()).length;
    const again = await root.post('/api/admin/reset-rewards', { reason: 'New season' }, key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await since(before)).toEqual([]);
  });
});

test('its tracks are listed, replaced and removed', async () => {
  type Listed = { tracks: { trackId: string; filename: string; hasFile: boolean }[] };
  const listed = async () => (await root.get<Listed>('/api/admin/music')).body.tracks;
  const tracks = await listed();
  expect(tracks).toMatchObject([
    { filename: 'kept.mp3', hasFile: false },
    { filename: 'replaced.mp3', hasFile: false },
  ]);
  const upload = await root.post<{ uploadURL: string }>('/api/music/upload', { filename: 'replaced.mp3' });
  expect((await putBytes(app.url, upload.body.uploadURL, SONG)).status).toBe(200);
  const removal = await root.post('/api/music/remove', { trackId: tracks[0]?.trackId });
  expect(removal.status).toBe(200);
  await expect.poll(listed).toMatchObject([{ filename: 'replaced.mp3', hasFile: true }]);
  expect((await since()).slice(-3)).toEqual([
    ['playlist', 'MusicTrackRemoved'],
    ['playlist', 'MusicTrackAdded'],
    ['playlist', 'MusicTrackRemoved'],
  ]);
});

test('who is refused now stands in the log of the day, and the history goes on from the notes of then', async () => {
  const { client } = await newUser(app);
  const own = { 'x-wallet-address': client.account.address };
  expect((await client.get('/api/admin/users', own)).status).toBe(403);
  const [stream, type] = (await since()).at(-1) ?? [];
  expect(type).toBe('AccessDenied');
  expect(stream).toMatch(/^access-log-\d{4}-\d\d-\d\d$/);
  const history = () => root.get<{ activities: Act[] }>('/api/admin/activity-history?type=access_denied');
  await expect.poll(async () => (await history()).body.activities.length).toBe(7);
});

test('nothing was added to the old stream, every chain is whole, and every row is what a fold gives', async () => {
  const all = await expectEqualFold(app);
  const inProgram = (events: readonly StoredEvent[]) => events.filter(({ stream }) => stream === 'program');
  expect(inProgram(all)).toEqual(inProgram(old));
  expectWholeChains(all);
});
