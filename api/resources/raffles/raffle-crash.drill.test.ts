import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainError, LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { EventStore } from '../../../ledger/event-store.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { startProcesses } from '../../../ledger/processes/start-processes.ts';
import { raffleIdOf } from '../../../ledger/proof/raffle-id.ts';
import { payPrizes } from '../../../ledger/raffles/pay-prizes.ts';
import { readNewestSeed } from '../../../ledger/raffles/read-newest-seed.ts';
import { readRaffle } from '../../../ledger/raffles/read-raffle.ts';
import { recomputeRaffle } from '../../../ledger/raffles/testing/audit-raffle.ts';
import { setAsideInMemory } from '../../../ledger/testing/set-aside-in-memory.ts';
import { type TestLedgerNode, testContext } from '../../../ledger/testing/start-ledger.ts';
import { type RafflePrograms, startRafflePrograms } from './testing/raffle-programs.ts';

const rules = { mode: 'tiered', amounts: ['3', '2', '1'] } as const;
const masterKey = Buffer.alloc(32, 7);

let stage: RafflePrograms;
let handler: CommandHandler;
let ledger: TestLedgerNode;
let pool: pg.Pool;
beforeAll(async () => {
  stage = await startRafflePrograms({ masterKey });
  ({ handler, ledger, pool } = stage);
});
afterAll(() => stage.close());

const program = (store: EventStore) => stage.program(store);
const verifiedUser = () => stage.verifiedUser();

/** After so many appends the program is dead: the last one is in the ledger, and nobody hears of it. */
function dyingAfter(appends: number): EventStore {
  let left = appends;
  const died = () => new Error('the program is dead');
  return {
    ...ledger.store,
    async append(...args) {
      if (left-- <= 0) throw died();
      const outcome = await ledger.store.append(...args);
      if (left === 0) throw died();
      return outcome;
    },
    head: () => (left > 0 ? ledger.store.head() : Promise.reject(died())),
  };
}

/** The next life: its processes are told the whole ledger again. */
async function restarted(until: () => Promise<boolean>): Promise<void> {
  const { raffles } = program(ledger.store);
  const processes = startProcesses({
    store: ledger.store,
    processes: [raffles.process, raffles.prizeNotes],
    setAside: setAsideInMemory(),
    checkpoints: { load: async () => undefined, save: async () => undefined },
    log: pino({ level: 'silent' }),
  });
  try {
    await expect.poll(until, { timeout: 30_000 }).toBe(true);
  } finally {
    await processes.stop();
  }
}

const drawn = async (raffleId: string) => (await ledger.read(`raffle-${raffleId}`)).map(({ type }) => type);
const allow = async () => undefined;
const admin = () => testContext({ actor: { kind: 'admin', wallet: `0x${'0'.repeat(40)}` } });

/** A raffle begun by a program that dies; what it has left is given back. */
async function diesWhileDrawing(appends: number) {
  const number = (await readNewestSeed(handler))?.number ?? 0;
  const raffleId = raffleIdOf(number);
  const command = admin();
  const life = program(dyingAfter(appends)).raffles.start(rules, allow, command);
  await expect(life).rejects.toThrow(LedgerUnavailable);
  return { number, raffleId, command, left: await drawn(raffleId) };
}

describe('dying while a raffle is drawn', () => {
  test.each([
    [1, 'the rules', ['RaffleCommitted']],
    [2, 'the entries', ['RaffleCommitted', 'EntriesFrozen']],
    [3, 'the draw', ['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']],
    [4, 'the next seed', ['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']],
  ])('after append %d, %s: it is finished with the entries of before', async (appends, _, types) => {
    const { number, raffleId, command, left } = await diesWhileDrawing(appends);
    expect(left).toEqual(types);
    const frozenBefore = (await ledger.read(`raffle-${raffleId}`))[1]?.data;
    const winnersBefore = (await readRaffle(handler, raffleId)).winners;
    // Somebody becomes eligible meanwhile, and must not change what was frozen.
    if (appends > 1) await verifiedUser();

    await restarted(async () => (await readNewestSeed(handler))?.number === number + 1);
    const state = await readRaffle(handler, raffleId);
    expect(state.stage).toBe('drawn');
    expect(await drawn(raffleId)).toEqual(['RaffleCommitted', 'EntriesFrozen', 'RaffleDrawn']);
    if (frozenBefore) expect((await ledger.read(`raffle-${raffleId}`))[1]?.data).toEqual(frozenBefore);
    if (winnersBefore.length > 0) expect(state.winners).toEqual(winnersBefore);
    const recomputed = recomputeRaffle(await ledger.readAll(), raffleId);
    expect(recomputed.root).toBe(state.entries?.root);
    expect(recomputed.winners).toEqual(state.winners.map(({ userId }) => userId));

    // The admin sends the command again, after the next seed was committed: the same raffle.
    const again = await program(ledger.store).raffles.start(rules, allow, command);
    expect(again).toMatchObject({ raffleId, state: { winners: state.winners } });
    expect((await readNewestSeed(handler))?.number).toBe(number + 1);
  });

  test('users who come while it is dead do not enter: what was kept for the raffle counts', async () => {
    const number = (await readNewestSeed(handler))?.number ?? 0;
    const raffleId = raffleIdOf(number);
    // Dies while it writes the frozen entries down: they are kept, and not in the ledger.
    await expect(program(dyingAfter(1)).raffles.start(rules, allow, admin())).rejects.toThrow();
    const { raffles } = program({ ...ledger.store, append: () => Promise.reject(new Error('dead')) });
    const event = (await ledger.read(`raffle-${raffleId}`))[0];
    if (!event) throw new Error('it was begun');
    await expect(raffles.process.handle(event, new AbortController().signal)).rejects.toThrow(
      LedgerUnavailable,
    );
    const { rows } = await pool.query('select from raffles.frozen_users where raffle_id = $1', [raffleId]);
    await verifiedUser();
    // Where who is eligible is looked up, the newcomer is.
    expect(await stage.eligible()).toHaveLength(rows.length + 1);
    await restarted(async () => (await readNewestSeed(handler))?.number === number + 1);
    expect((await readRaffle(handler, raffleId)).entries?.count).toBe(rows.length);
  });
});

describe('dying while prizes are paid', () => {
  test.each([1, 2, 3, 4, 5, 6])('after append %d: each winner is paid once', async (appends) => {
    const { raffleId, state } = await program(ledger.store).raffles.start(rules, allow, admin());
    const order = { raffleId, state, place: undefined, authorize: allow };
    const dead = payPrizes(program(dyingAfter(appends)).handler, order, admin());
    await expect(dead).rejects.toThrow(LedgerUnavailable);

    // The process notes what was granted and not noted; the admin presses again for the rest.
    const places = Math.ceil(appends / 2);
    await restarted(async () => (await readRaffle(handler, raffleId)).prizes.size >= places);
    const now = await readRaffle(handler, raffleId);
    const { after: paid } = await payPrizes(program(ledger.store).handler, { ...order, state: now }, admin());
    expect(paid.stage).toBe('completed');
    const grants = (await ledger.readAll()).filter(({ type, data }) => {
      if (type !== 'RewardGranted') return false;
      return (data as { ref?: string }).ref?.startsWith(raffleId) === true;
    });
    expect(grants.map(({ data }) => (data as { ref?: string }).ref).sort()).toEqual(
      [1, 2, 3].map((place) => `${raffleId}:${place}`),
    );
    expect((await drawn(raffleId)).slice(3)).toEqual([
      'PrizePaid',
      'PrizePaid',
      'PrizePaid',
      'RaffleCompleted',
    ]);
  });
});

test('a raffle whose seed is lost fails, in public, and the next one goes on', async () => {
  const number = (await readNewestSeed(handler))?.number ?? 0;
  await pool.query('delete from raffles.seeds where number = $1', [number]);
  await expect(program(ledger.store).raffles.start(rules, allow, admin())).rejects.toThrow(
    `Raffle ${number} failed: The seed that was committed is lost. Nobody was drawn, and it stays listed as failed. Mend the cause, then start a new raffle.`,
  );
  expect((await readRaffle(handler, raffleIdOf(number))).stage).toBe('failed');
  const next = await program(ledger.store).raffles.start(rules, allow, admin());
  expect(next.state.number).toBe(number + 1);
});

test('a refused command, sent again when there are enough, begins', async () => {
  const { raffles } = program(ledger.store);
  const command = admin();
  const many = { mode: 'flat', amounts: Array.from({ length: 900 }, () => '1') } as const;
  await expect(raffles.start(many, allow, command)).rejects.toThrow(
    /Cannot select 900 winners from \d+ eligible/,
  );
  const { state } = await raffles.start(rules, allow, command);
  expect(state.stage).toBe('drawn');
});

test('an admin who lost the right at that moment begins nothing and pays nothing', async () => {
  const refuse = async () => {
    throw new DomainError('forbidden', 'NotAnAdmin', 'not any more');
  };
  const before = (await ledger.readAll()).length;
  const { raffles } = program(ledger.store);
  await expect(raffles.start(rules, refuse, admin())).rejects.toThrow('not any more');
  expect((await ledger.readAll()).length).toBe(before);

  const { raffleId, state } = await raffles.start(rules, allow, admin());
  const drawnAt = (await ledger.readAll()).length;
  const order = { raffleId, state, place: undefined, authorize: refuse };
  await expect(payPrizes(handler, order, admin())).rejects.toThrow('not any more');
  expect((await ledger.readAll()).length).toBe(drawnAt);
});

test('a raffle whose seed does not open with the key of a replica waits for one that has the key', async () => {
  const number = (await readNewestSeed(handler))?.number ?? 0;
  const command = admin();
  const { raffles } = stage.program(ledger.store, Buffer.alloc(32, 8));
  await expect(raffles.start(rules, allow, command)).rejects.toThrow('does not open with VAULT_KEY');
  expect((await readRaffle(handler, raffleIdOf(number))).stage).not.toBe('failed');
  const { state } = await program(ledger.store).raffles.start(rules, allow, command);
  expect(state).toMatchObject({ number, stage: 'drawn' });
});
