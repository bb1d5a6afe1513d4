import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { getRaffle, listRaffles, startRaffle } from '../../../contracts/api/raffle.ts';
import { finishDraw } from '../../../ledger/proof/finish-draw.ts';
import { provenRaffle, type RaffleProof } from '../../../ledger/proof/proven-raffle.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { readConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { verifyAddress } from '../../testing/raffle-stage.ts';

let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-beacon-'));
  await copyCluster(join(dataDir, 'postgres'));
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As `npm start` runs it: a trial, with a beacon of its own. */
function start(): Promise<RunningServer> {
  const settings = { PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'silent' };
  return startServer(readConfig(settings), pino({ level: 'silent' }));
}

const raffleId = raffleIdOf(1);
const visitor = () => createTestClient(server.url);
const raffleNow = async () =>
  (await visitor().get<ResponseOf<typeof getRaffle>>(`/api/public/raffles/${raffleId}`)).body.raffle;
const proofNow = async () => (await visitor().get<RaffleProof>(`/api/public/raffles/${raffleId}/proof`)).body;

test('the whole program ends while a raffle waits for its round, and draws it after the next start', async () => {
  for (let n = 0; n < 3; n++) {
    const user = visitor();
    await user.connect();
    await verifyAddress(user);
  }
  const admin = await superAdminOf({ url: server.url, dataDir });
  const form = { amount: '5', winnerCount: 2 };
  const preview = await admin.post<ResponseOf<typeof startRaffle>>('/api/admin/raffle', {
    ...form,
    dryRun: true,
  });
  expect(preview.body).toMatchObject({ grade: 'other_beacon', eligible: 3, awaits: null });
  // Its answer is lost with the program.
  const lost = admin.post('/api/admin/raffle', form).catch(() => undefined);
  await expect.poll(async () => (await raffleNow())?.stage, { timeout: 30_000 }).toBe('awaiting_beacon');
  const waiting = await raffleNow();
  expect(waiting).toMatchObject({ grade: 'other_beacon', round: { isOverdue: false } });
  // Everything from which the winners follow is public before the round is.
  const { events } = await proofNow();
  expect(events.map(({ type }) => type)).toEqual(['SeedCommitted', 'RaffleCommitted', 'EntriesFrozen']);
  expect(Date.parse(waiting.round?.dueAt ?? '')).toBeGreaterThan(Date.now());
  await server.stop();
  await lost;

  server = await start();
  await expect.poll(async () => (await raffleNow()).stage, { timeout: 30_000 }).toBe('drawn');
  expect((await raffleNow()).round?.round).toBe(waiting.round?.round);
  const proof = await proofNow();
  expect(proof.events.slice(0, 3)).toEqual(events);
  expect(verifyRaffleProof(proof).filter(({ fault }) => fault !== undefined)).toEqual([]);
  const { winners, signed } = provenRaffle(proof);
  expect(finishDraw(events, signed?.signature ?? '')).toEqual(winners.map(({ index }) => index));
  const list = await visitor().get<ResponseOf<typeof listRaffles>>('/api/public/raffles');
  expect(list.body).toMatchObject({
    counts: { drawn: 1, failed: 0, letFail: 0 },
    raffles: [{ number: 1, grade: 'other_beacon' }],
    nextSeedHash: expect.any(String),
  });
});
