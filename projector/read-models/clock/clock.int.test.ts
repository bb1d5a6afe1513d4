import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { LIVE_SCHEMA } from '../../database.ts';
import { ensureSchema } from '../../progress/schema.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import type { RecordedEvent } from '../read-model.ts';
import { placeAt, placeAtTime, timesOf } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const at = (event: RecordedEvent | undefined) => event && Date.parse(event.metadata.occurredAt);

/** The number of events before the first one that tells a later time. */
function eventsUpTo(events: readonly RecordedEvent[], time: number): number {
  const later = events.findIndex((event) => (at(event) ?? 0) > time);
  return later < 0 ? events.length : later;
}

/** Events of which some tell an earlier time than those before, some of the stream `seals` among them. */
function ledgerOf(steps: readonly number[]): TestLedger {
  const ledger = new TestLedger();
  const userId = ledger.open();
  for (const [n, seconds] of steps.entries()) {
    ledger.now += seconds * 1_000;
    if (n % 50 === 17) {
      const verifierKey = 'test+01234567+AQID';
      ledger.append('seals', { type: 'NotaryKeySet', data: { verifierKey, replaces: null } });
    } else ledger.account(userId, { type: 'WhitelistJoined', data: {} });
  }
  return ledger;
}

async function fill(events: readonly RecordedEvent[], batchSize: number): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
  for (let from = 0; from < events.length; from += batchSize) {
    await project(db.pool, events.slice(from, from + batchSize));
  }
}

test('any time has one place, also where clocks were behind, and any position the events up to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -40, max: 60 }), { minLength: 500, maxLength: 800 }),
      fc.integer({ min: 20, max: 900 }),
      fc.array(fc.nat({ max: 9_999 }), { minLength: 12, maxLength: 12 }),
      async (steps, batchSize, picks) => {
        const { events } = ledgerOf(steps);
        await fill(events, batchSize);
        const times = events.map((event) => at(event) ?? 0);
        const [least, most] = [Math.min(...times), Math.max(...times)];
        expect(await timesOf(db.pool)).toEqual({ from: new Date(times[0] ?? 0), to: new Date(most) });
        for (const pick of picks) {
          // Times of events, those just before, and any between and beyond.
          const event = events[pick % events.length]!;
          for (const time of [
            at(event)!,
            at(event)! - 1,
            least - 5_000 + (pick / 9_999) * (most - least + 9_000),
          ]) {
            const count = eventsUpTo(events, time);
            const place = await placeAtTime(db.pool, new Date(time));
            expect(place?.events ?? 0).toBe(count);
            expect(place && formatPosition(place.position)).toBe(
              count === 0 ? undefined : formatPosition(events[count - 1]!.position),
            );
          }
          // Between two events it is the earlier one.
          const { commit, prepare } = event.position;
          for (const position of [event.position, { commit, prepare: prepare + 1n }]) {
            expect(await placeAt(db.pool, position)).toEqual({
              position: event.position,
              occurredAt: new Date(at(event)!),
              events: (pick % events.length) + 1,
            });
          }
        }
        const { rows } = await db.pool.query(`select count(*)::int as marks from ${LIVE_SCHEMA}.clock_marks`);
        expect(rows).toEqual([{ marks: Math.floor(events.length / 256) }]);
      },
    ),
    { numRuns: 3 },
  );
});

test('an empty ledger has no times, and no place', async () => {
  await fill([], 1);
  expect(await timesOf(db.pool)).toBeUndefined();
  expect(await placeAt(db.pool, { commit: 5n, prepare: 5n })).toBeUndefined();
  expect(await placeAtTime(db.pool, new Date())).toBeUndefined();
});
