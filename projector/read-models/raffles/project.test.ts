import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import { QUICKNET } from '../../../ledger/proof/beacon.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import type { RecordedEvent } from '../read-model.ts';
import { raffles } from './project.ts';

const hash = (digit: string) => digit.repeat(64);
const time = '2026-01-01T00:00:00.000Z';
const raffle_id = raffleIdOf(7);
const stream = `raffle-${raffle_id}`;
const users = [randomUUID(), randomUUID()] as const;
const wallet = `0x${'1'.repeat(40)}`;
const beacon = { ...QUICKNET, marginSeconds: 30 };

const begun = (withBeacon: boolean): RaffleEvent => ({
  type: 'RaffleCommitted',
  data: {
    ...{ number: 7, mode: 'tiered', amounts: ['5', '2.5'], seedHash: hash('a') },
    ...(withBeacon && { beacon }),
  },
});
const frozen = (named: object): RaffleEvent => ({
  type: 'EntriesFrozen',
  data: { root: hash('b'), count: 2, position: 'C:300/P:290', ...named },
});
const drawn: RaffleEvent = {
  type: 'RaffleDrawn',
  data: {
    seed: hash('c'),
    algorithm: 'test',
    publicRandomness: null,
    winners: users.map((userId, index) => ({
      place: index + 1,
      index,
      entry: hash('d'),
      path: [],
      userId,
      username: `na\0me${index}`,
      walletAddress: index === 0 ? wallet : null,
    })),
  },
};
const paid: RaffleEvent = {
  type: 'PrizePaid',
  data: { place: 1, userId: users[0], grantId: randomUUID(), amount: '5' },
};
const skipped: RaffleEvent = { type: 'PrizeSkipped', data: { place: 2, reason: 'no_wallet' } };
const completed: RaffleEvent = { type: 'RaffleCompleted', data: { totalDistributed: '5' } };
const failed: RaffleEvent = { type: 'RaffleFailed', data: { reason: 'no\0block' } };

/** What the events of one batch in the raffle's stream write, without the events themselves. */
async function written(...told: RaffleEvent[]) {
  const ledger = new TestLedger();
  for (const event of told) ledger.append(stream, event);
  const { raffle_events: _, ...rows } = await writtenRows(raffles, ledger.events);
  return rows;
}

test('a raffle begins with its rules, and with the rounds of its beacon where they name one', async () => {
  const row = { raffle_id, number: 7, mode: 'tiered', amounts: '["5","2.5"]', committed_at: time };
  const none = { chain_hash: null, genesis: null, period: null };
  expect(await written(begun(false))).toEqual({ raffles: [{ ...row, ...none }] });
  const { chainHash: chain_hash, genesis, period } = QUICKNET;
  expect(await written(begun(true))).toEqual({ raffles: [{ ...row, chain_hash, genesis, period }] });
});

test('its entries are frozen under a root, with the round or the block that the draw will take', async () => {
  const row = { raffle_id, root: hash('b'), round: null, block: null };
  expect(await written(frozen({}))).toEqual({ raffles: [row] });
  expect(await written(frozen({ block: '99' }))).toEqual({ raffles: [{ ...row, block: '99' }] });
  const round = { chainHash: QUICKNET.chainHash, round: 1_000, seed: hash('c') };
  expect(await written(frozen({ beacon: round }))).toEqual({ raffles: [{ ...row, round: 1_000 }] });
});

test('a draw has its time and its winners as they were then', async () => {
  expect(await written(drawn)).toEqual({
    raffles: [{ raffle_id, drawn_at: time }],
    raffle_winners: [
      { raffle_id, place: 1, user_id: users[0], username: 'na\u{fffd}me0', wallet_address: wallet },
      { raffle_id, place: 2, user_id: users[1], username: 'na\u{fffd}me1', wallet_address: null },
    ],
  });
});

test('each prize is paid or skipped, and then the raffle is complete', async () => {
  expect(await written(skipped, paid, completed)).toEqual({
    raffle_winners: [
      { raffle_id, place: 1, status: 'paid' },
      { raffle_id, place: 2, status: 'no_wallet' },
    ],
    raffles: [{ raffle_id, stage: 'completed', failure: null }],
  });
});

test('a raffle that failed says why', async () => {
  expect(await written(failed)).toEqual({
    raffles: [{ raffle_id, stage: 'failed', failure: 'no\u{fffd}block' }],
  });
});

test('the stages of a raffle in one batch are written in the order in which they come', async () => {
  const rows = await written(begun(false), frozen({}), drawn, paid, completed);
  expect(rows.raffles?.map((row) => Object.keys(row as object)[1])).toEqual([
    ...['number', 'root', 'drawn_at', 'stage'],
  ]);
  expect(rows.raffle_winners).toMatchObject([
    { user_id: users[0] },
    { user_id: users[1] },
    { status: 'paid' },
  ]);
});

test('the proof of a raffle has its seed and its own events as they were written', async () => {
  const ledger = new TestLedger();
  const seed = ledger.append('raffle-seeds', {
    type: 'SeedCommitted',
    data: { number: 7, hash: hash('a') },
  });
  const rules = ledger.append(stream, begun(false));
  const older = { data: { old: true }, metadata: rules.metadata };
  const events: RecordedEvent[] = [seed, { ...rules, written: older } as RecordedEvent];
  ledger.open();
  const row = ({ stream, revision, position, id, type }: RecordedEvent, written: object) => ({
    raffle_id,
    stream,
    revision,
    ...position,
    event: JSON.stringify({ id, type, ...written }),
  });
  const { data, metadata } = seed;
  expect(await writtenRows(raffles, [...events, ...ledger.events.slice(2)])).toMatchObject({
    raffle_seeds: [{ stream: 'raffle-seeds', number: 7, hash: hash('a') }],
    raffle_events: [row(seed, { data, metadata }), row(rules, older)],
  });
});

test('a batch without a raffle writes nothing; an event of one in another stream is a fault', async () => {
  const ledger = new TestLedger();
  ledger.open();
  ledger.append('admins', { type: 'AdminAdded', data: { wallet, addedBy: wallet } });
  expect(await writtenRows(raffles, ledger.events)).toEqual({});
  ledger.append('program', begun(false));
  await expect(writtenRows(raffles, ledger.events)).rejects.toThrow('an event of a raffle stands in program');
  ledger.events.splice(-1);
  ledger.append(`account-${users[0]}`, begun(false));
  await expect(writtenRows(raffles, ledger.events)).rejects.toThrow(
    `an event of a raffle stands in account-${users[0]}`,
  );
});
