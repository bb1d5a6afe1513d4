import { expect, vi } from 'vitest';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import type { RaffleEvent } from '../../../contracts/events/raffle.ts';
import type { StoredEvent } from '../../../ledger/envelope.ts';
import type { RaffleProof } from '../../../ledger/proof/proven-raffle.ts';
import { isValid, verifyRaffleProof } from '../../../ledger/proof/raffle-proof.ts';
import { recomputeRaffle } from '../../../ledger/raffles/testing/audit-raffle.ts';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { payment } from './admins.ts';
import { call } from './call.ts';
import type { Fleet } from './fleet.ts';
import type { Person } from './person.ts';
import { isAcknowledged, sendAgain, settle } from './sent.ts';
import { choicesOf, type World } from './world.ts';

/** Milliseconds in which all that was begun is over once everything is well. */
const PATIENCE = { timeout: 180_000, interval: 200 };

/** All APIs answer and say that all is well. */
export async function whenReady({ apis }: Fleet, patience = PATIENCE.timeout): Promise<void> {
  for (const api of apis) {
    await vi.waitFor(
      async () => {
        const ready = await call(api, { method: 'GET', path: '/readyz', patience: 10_000 });
        const ended = `${api.name} has ended by itself ${api.endings()} times`;
        expect(ready?.body, ended).toMatchObject({ status: 'ready', processes: 'ok' });
      },
      { ...PATIENCE, timeout: patience },
    );
  }
}

/** Sends some of what was done once more, to either process: `auditLedger` compares the answers. */
export async function repeatSome(world: World, share: number): Promise<number> {
  const choices = choicesOf(world, 'repeat');
  const done = world.sent.filter((one) => isAcknowledged(one) && one.told && !one.who.isGone);
  const some = done.filter(() => choices.chance(share));
  for (const one of some) await sendAgain(world, one, choices.between(0, 1));
  return some.length;
}

/** Waits until every raffle that was begun is drawn, and pays all prizes. */
export async function finishRaffles(
  world: World,
  superAdmin: Person,
  patience = PATIENCE.timeout,
): Promise<void> {
  const choices = choicesOf(world, 'finish');
  const isOver = () => underWay(world.fleet).then((raffles) => expect(raffles).toEqual([]));
  await vi.waitFor(isOver, { ...PATIENCE, timeout: patience });
  const { rows } = await world.fleet.pool.query<{ raffle_id: string }>(
    `select raffle_id from ${LIVE_SCHEMA}.raffles where stage = 'drawn' order by number`,
  );
  for (const { raffle_id } of rows) {
    const answer = await settle(world, payment(superAdmin, raffle_id), choices);
    expect(answer?.status, `raffle ${raffle_id}: ${JSON.stringify(answer?.body)}`).toBe(200);
  }
}

async function underWay({ pool }: Fleet): Promise<string[]> {
  const { rows } = await pool.query<{ raffle_id: string }>(
    `select raffle_id from ${LIVE_SCHEMA}.raffles where stage in ('committed', 'frozen', 'awaiting_beacon')`,
  );
  return rows.map(({ raffle_id }) => raffle_id);
}

/** Every process manager has got to the end of the ledger, and what it did there as well. */
export async function whenProcessesAreDone(
  { store, pool }: Fleet,
  patience = PATIENCE.timeout,
): Promise<void> {
  await vi.waitFor(
    async () => {
      const head = await store.head();
      const { rows } = await pool.query<{ name: string; behind: boolean }>(
        'select name, (commit, prepare) < ($1, $2) as behind from processes.checkpoints',
        [head?.commit, head?.prepare],
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ behind }) => behind)).toEqual([]);
    },
    { ...PATIENCE, timeout: patience },
  );
}

/**
 * Each raffle that was drawn verifies by the proof that either process publishes, its winners are those that the ledger
 * gives an auditor, and every prize is settled.
 * @returns how many there are
 */
export async function expectProvenRaffles(fleet: Fleet, events: readonly StoredEvent[]): Promise<number> {
  const drawn = events.filter(({ type }) => type === 'RaffleDrawn');
  for (const { stream, data } of drawn) {
    const raffleId = stream.slice(streamOf('raffle', '').length);
    for (const api of fleet.apis) {
      const path = `/api/public/raffles/${raffleId}/proof`;
      const answer = await call(api, { method: 'GET', path, patience: 20_000 });
      // The check reads what it is given and says what is wrong with it.
      const steps = verifyRaffleProof(answer?.body as unknown as RaffleProof);
      expect(isValid(steps), JSON.stringify(steps.filter(({ fault }) => fault))).toBe(true);
    }
    // The event's own type.
    const { winners } = data as Extract<RaffleEvent, { type: 'RaffleDrawn' }>['data'];
    expect(winners.map(({ userId }) => userId)).toEqual(recomputeRaffle(events, raffleId).winners);
    const own = events.filter((event) => event.stream === stream);
    expect(own.map(({ type }) => type)).toContain('RaffleCompleted');
  }
  return drawn.length;
}
