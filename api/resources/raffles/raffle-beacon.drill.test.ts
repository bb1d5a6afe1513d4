import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { storedHash } from '../../../ledger/envelope.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import { roundTime } from '../../../ledger/proof/beacon.ts';
import { finishDraw } from '../../../ledger/proof/finish-draw.ts';
import { provenRaffle } from '../../../ledger/proof/proven-raffle.ts';
import { gradeOf } from '../../../ledger/proof/raffle-grade.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { rafflePositionsHash, verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import type { RaffleState } from '../../../ledger/raffles/raffle.ts';
import { readNewestSeed } from '../../../ledger/raffles/read-newest-seed.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import { recomputeRaffle } from '../../../ledger/raffles/testing/audit-raffle.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import {
  type LocalBeacon,
  newLocalBeaconKey,
  startLocalBeacon,
} from '../../integrations/beacon/local-beacon.ts';
import { type FaultyRelay, startFaultyRelay } from '../../integrations/beacon/testing/faulty-relay.ts';
import { type RafflePrograms, startRafflePrograms } from './testing/raffle-programs.ts';

const startedAt = Date.now();
/** Ten times as fast as the world's: nobody is to wait seconds for a round. */
const clock = () => startedAt + (Date.now() - startedAt) * 10;

let local: LocalBeacon;
let relay: FaultyRelay;
let stage: RafflePrograms;
beforeAll(async () => {
  local = await startLocalBeacon(newLocalBeaconKey(startedAt - 60_000, 1), clock);
  relay = await startFaultyRelay(local);
  stage = await startRafflePrograms({
    beacon: () => ({ beacon: local.beacon, relays: [relay.url], marginSeconds: 1 }),
    roundPatience: 300,
    clock,
  });
});
beforeEach(() => {
  relay.mood = 'honest';
});
afterAll(async () => {
  await stage.close();
  await relay.stop();
  await local.stop();
});

const rules = { mode: 'tiered', amounts: ['3', '2', '1'] } as const;
const admin = () => testContext({ actor: { kind: 'admin', wallet: `0x${'0'.repeat(40)}` } });
const begin = (store: EventStore = stage.ledger.store) =>
  stage.program(store).raffles.start(rules, async () => undefined, admin());
const nextId = async () => raffleIdOf((await readNewestSeed(stage.handler))?.number ?? 0);
const raffleNow = (raffleId: string) => readRaffle(stage.handler, raffleId);
const ownEvents = (raffleId: string) => stage.ledger.read(`raffle-${raffleId}`);

/** What happens to the ledger right before an event of a kind is appended to it. */
const justBefore = (type: string, act: () => Promise<void>): EventStore => ({
  ...stage.ledger.store,
  async append(stream, events, expected) {
    if (events.some((event) => event.type === type)) await act();
    return stage.ledger.store.append(stream, events, expected);
  },
});
const silence = async () => {
  relay.mood = 'refuses';
};
const dyingBefore = (type: string): EventStore =>
  justBefore(type, () => Promise.reject(new Error('the program is dead')));

/** The next life, which is told of what was begun. */
async function goOn(raffleId: string): Promise<void> {
  const [begun] = await ownEvents(raffleId);
  if (!begun) throw new Error('it was begun');
  const { raffles } = stage.program(stage.ledger.store);
  await raffles.process.handle(begun, new AbortController().signal);
}

async function publishedProof(raffleId: string) {
  const all = await stage.ledger.readAll();
  const { number } = await raffleNow(raffleId);
  const seed = all.find(
    ({ type, data }) => type === 'SeedCommitted' && (data as { number: number }).number === number,
  );
  if (!seed) throw new Error('its seed was committed');
  const events = [seed, ...all.filter(({ stream }) => stream === `raffle-${raffleId}`)].map((event) => ({
    ...{ id: event.id, type: event.type, stream: event.stream, data: event.data, metadata: event.metadata },
    revision: Number(event.revision),
    position: formatPosition(event.position),
    hash: storedHash(event),
  }));
  return { events, positionsHash: rafflePositionsHash(events) };
}

async function expectProven(raffleId: string): Promise<void> {
  const proof = await publishedProof(raffleId);
  expect(verifyRaffleProof(proof).filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(gradeOf(provenRaffle(proof))).toBe('other_beacon');
  const { winners } = await raffleNow(raffleId);
  const { winners: recomputed } = recomputeRaffle(await stage.ledger.readAll(), raffleId);
  expect(winners.map(({ userId }) => userId)).toEqual(recomputed);
}

const pinnedOf = ({ entries }: RaffleState) => {
  if (!entries?.beacon) throw new Error('a round was named');
  return entries.beacon;
};

test('a raffle takes a round that was still to come, and anybody can check it', async () => {
  const { raffleId, state } = await begin();
  expect(state).toMatchObject({ stage: 'drawn', beacon: { chainHash: local.beacon.chainHash } });
  const { round } = pinnedOf(state);
  const [, frozen, drawn] = await ownEvents(raffleId);
  expect(Date.parse(frozen?.metadata.occurredAt ?? '')).toBeLessThan(roundTime(local.beacon, round));
  expect(Date.parse(drawn?.metadata.occurredAt ?? '')).toBeGreaterThanOrEqual(roundTime(local.beacon, round));
  await expectProven(raffleId);
});

test('a relay that falls silent: the raffle waits, others go on, and the next life draws with the round of before', async () => {
  const raffleId = await nextId();
  const { state } = await begin(justBefore('EntriesFrozen', silence));
  expect(state).toMatchObject({ stage: 'frozen', winners: [] });
  const pinned = pinnedOf(state);
  // Forged rounds and those of another time do not help.
  for (const mood of ['forges', 'gives another round'] as const) {
    relay.mood = mood;
    await expect(goOn(raffleId)).rejects.toThrow(LedgerUnavailable);
    expect(await raffleNow(raffleId)).toEqual(state);
  }
  // Whoever has the frozen events and the round knows the winners before the program does.
  const { events } = await publishedProof(raffleId);
  const foretold = finishDraw(events, local.sign(pinned.round));

  relay.mood = 'honest';
  const other = await begin();
  expect(other.state).toMatchObject({ stage: 'drawn', number: state.number + 1 });
  expect((await raffleNow(raffleId)).stage).toBe('frozen');

  await goOn(raffleId);
  const drawn = await raffleNow(raffleId);
  expect(drawn.stage).toBe('drawn');
  expect(pinnedOf(drawn)).toEqual(pinned);
  expect(drawn.winners.map(({ index }) => index)).toEqual(foretold);
  await expectProven(raffleId);
});

test('the same command, sent again while it waits, answers with the same raffle', async () => {
  const command = admin();
  const silencing = justBefore('EntriesFrozen', silence);
  const send = () => stage.program(silencing).raffles.start(rules, async () => undefined, command);
  const first = await send();
  expect(first.state.stage).toBe('frozen');
  expect((await send()).raffleId).toBe(first.raffleId);
  relay.mood = 'honest';
  expect(await send()).toMatchObject({ raffleId: first.raffleId, state: { stage: 'drawn' } });
});

test('no relay that gives a round: nothing is begun', async () => {
  relay.mood = 'forges';
  const before = (await stage.ledger.readAll()).length;
  await expect(begin()).rejects.toThrow('so no raffle was started');
  expect((await stage.ledger.readAll()).length).toBe(before);
});

test('dead before the round is named: the next life names one that is still to come', async () => {
  const raffleId = await nextId();
  await expect(begin(dyingBefore('EntriesFrozen'))).rejects.toThrow(LedgerUnavailable);
  const restartedAt = clock();
  await goOn(raffleId);
  const { round } = pinnedOf(await raffleNow(raffleId));
  expect(roundTime(local.beacon, round)).toBeGreaterThanOrEqual(restartedAt + 1_000);
  await expectProven(raffleId);
});

test('dead after it: no restart takes another round, other entries or another seed', async () => {
  const raffleId = await nextId();
  await expect(begin(dyingBefore('RaffleDrawn'))).rejects.toThrow(LedgerUnavailable);
  const frozen = await raffleNow(raffleId);
  await stage.verifiedUser();
  await goOn(raffleId);
  const drawn = await raffleNow(raffleId);
  expect(drawn).toMatchObject({ stage: 'drawn', entries: frozen.entries });
  await expectProven(raffleId);
});

test('an operator who dislikes the winners can neither let it fail nor put others among the kept entries', async () => {
  const raffleId = await nextId();
  await expect(begin(dyingBefore('RaffleDrawn'))).rejects.toThrow(LedgerUnavailable);
  const waiting = await raffleNow(raffleId);
  const { rows } = await stage.pool.query<{ user_id: string }>(
    'delete from raffles.frozen_users where raffle_id = $1 returning *',
    [raffleId],
  );
  const [one, ...others] = rows;
  if (!one) throw new Error('users were kept');
  const keep = (row: object) =>
    stage.pool.query(
      'insert into raffles.frozen_users select * from json_populate_record(null::raffles.frozen_users, $1)',
      [JSON.stringify(row)],
    );
  for (const row of others) await keep(row);
  await expect(goOn(raffleId)).rejects.toThrow(LedgerCorrupt);
  // Without its seed the vault is worth nothing to the draw any more: it was revealed.
  await stage.pool.query('delete from raffles.seeds where number = $1', [waiting.number]);
  await expect(goOn(raffleId)).rejects.toThrow(LedgerCorrupt);
  expect(await raffleNow(raffleId)).toEqual(waiting);

  await keep(one);
  await goOn(raffleId);
  expect((await raffleNow(raffleId)).stage).toBe('drawn');
  await expectProven(raffleId);
});

test('the program that has found the kept entries wrong draws as soon as they are mended', async () => {
  const raffleId = await nextId();
  await expect(begin(dyingBefore('RaffleDrawn'))).rejects.toThrow(LedgerUnavailable);
  const [begun] = await ownEvents(raffleId);
  if (!begun) throw new Error('it was begun');
  const { raffles } = stage.program(stage.ledger.store);
  const toldAgain = () => raffles.process.handle(begun, new AbortController().signal);
  const { rows } = await stage.pool.query<{ user_id: string; username: string; wallet_address: string }>(
    `delete from raffles.frozen_users where raffle_id = $1
       and user_id = (select user_id from raffles.frozen_users where raffle_id = $1 limit 1) returning *`,
    [raffleId],
  );
  await expect(toldAgain()).rejects.toThrow(LedgerCorrupt);
  const [gone] = rows;
  await stage.pool.query('insert into raffles.frozen_users values ($1, $2, $3, $4)', [
    raffleId,
    gone?.user_id,
    gone?.username,
    gone?.wallet_address,
  ]);
  await toldAgain();
  expect((await raffleNow(raffleId)).stage).toBe('drawn');
  await expectProven(raffleId);
});

test('entries that were kept, lost with a Postgres that was put back, and kept anew are the ones that are frozen', async () => {
  const raffleId = await nextId();
  let isDown = true;
  const store = justBefore('EntriesFrozen', async () => {
    if (isDown) throw new Error('no answer');
  });
  const { raffles } = stage.program(store);
  const command = admin();
  const send = () => raffles.start(rules, async () => undefined, command);
  await expect(send()).rejects.toThrow(LedgerUnavailable);
  await stage.pool.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);
  await stage.verifiedUser();
  const count = (await stage.eligible()).length;
  isDown = false;
  expect((await send()).state).toMatchObject({ stage: 'drawn', entries: { count } });
  const { root } = recomputeRaffle(await stage.ledger.readAll(), raffleId);
  expect((await raffleNow(raffleId)).entries?.root).toBe(root);
  await expectProven(raffleId);
});

test('a seed that is lost before the round is named lets the raffle fail: nobody could know the winners', async () => {
  const number = (await readNewestSeed(stage.handler))?.number ?? 0;
  await stage.pool.query('delete from raffles.seeds where number = $1', [number]);
  await expect(begin()).rejects.toThrow(`Raffle ${number} failed: The seed that was committed is lost`);
  const types = (await ownEvents(raffleIdOf(number))).map(({ type }) => type);
  expect(types).toEqual(['RaffleCommitted', 'RaffleFailed']);
});
