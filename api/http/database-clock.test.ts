import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../projector/database.ts';
import { followDatabaseClock } from './database-clock.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 4, 1, 12);

/** A machine and a Postgres whose clocks a test turns; an answer takes `way` there and as much back. */
async function startMachine(wallAhead: number) {
  const world = { passed: 0, wallAhead, databaseAhead: 0, way: 10, isAway: false };
  const words: unknown[] = [];
  // The only question that is asked of it.
  const db = {
    query: async () => {
      if (world.isAway) throw new Error('away');
      world.passed += world.way;
      const now = String(NOON + world.passed + world.databaseAhead);
      world.passed += world.way;
      return { rows: [{ now }] };
    },
  } as unknown as Database;
  const logger = pino({ level: 'warn' }, { write: (line: string) => words.push(JSON.parse(line)) });
  const followed = await followDatabaseClock({
    ...{ db, logger, lookEvery: 5 },
    wall: () => NOON + world.passed + world.wallAhead,
    monotonic: () => world.passed,
  });
  return { world, words, ...followed, right: () => NOON + world.passed + world.databaseAhead };
}

test.each([HOUR, -HOUR])(
  'a machine that is %d ms ahead has the time of Postgres, and says so once',
  async (ahead) => {
    const { clock, right, words, stop, world } = await startMachine(ahead);
    expect(clock()).toBe(right());
    await vi.waitFor(() => expect(world.passed).toBeGreaterThan(60));
    expect(words).toEqual([expect.objectContaining({ milliseconds: ahead })]);
    stop();
  },
);

test('a clock that is set while the program runs changes nothing, not even for a moment', async () => {
  const { clock, right, world, stop } = await startMachine(0);
  world.wallAhead = HOUR;
  expect(clock()).toBe(right());
  world.wallAhead = -HOUR;
  expect(clock()).toBe(right());
  stop();
});

test('time goes on while Postgres is away, and follows another one when it is back', async () => {
  const { clock, right, world, stop } = await startMachine(0);
  world.isAway = true;
  world.passed += 30_000;
  expect(clock()).toBe(right());
  world.databaseAhead = -2_000;
  world.isAway = false;
  await vi.waitFor(() => expect(clock()).toBe(right()));
  stop();
});

test('an answer that took long moves no clock that may be right', async () => {
  const { clock, world, stop } = await startMachine(0);
  world.way = 1_500;
  world.databaseAhead = 1_000;
  const before = clock() - world.passed;
  await vi.waitFor(() => expect(world.passed).toBeGreaterThan(9_000));
  expect(clock() - world.passed).toBe(before);
  stop();
});

test('a difference of a blink moves it neither back nor forth', async () => {
  const { clock, world, stop } = await startMachine(0);
  const before = clock() - world.passed;
  world.databaseAhead = 100;
  await vi.waitFor(() => expect(world.passed).toBeGreaterThan(100));
  expect(clock() - world.passed).toBe(before);
  stop();
});
