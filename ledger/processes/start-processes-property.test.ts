import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LedgerUnavailable } from '../domain-error.ts';
import { runsOf } from '../testing/runs-of.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import type { Process } from './process.ts';
import { startProcesses } from './start-processes.ts';
import { checkpointsInMemory, scriptedStore } from './testing/scripted-store.ts';

const log = { warn: () => undefined, error: () => undefined };

type Life = {
  /** Lanes of what happens meanwhile. */
  readonly lanes: readonly string[];
  /** What each attempt meets, in turn. */
  readonly weather: readonly ('well' | 'away' | 'broken')[];
  /** Attempts after which the program is stopped. */
  readonly attempts: number;
  readonly leaders: number;
  readonly losesCheckpoint: boolean;
};

const life: fc.Arbitrary<Life> = fc.record({
  lanes: fc.array(fc.constantFrom('a', 'b', 'c', 'nobody'), { maxLength: 12 }),
  weather: fc.array(fc.constantFrom('well', 'well', 'away', 'broken'), { minLength: 1, maxLength: 8 }),
  attempts: fc.nat(20),
  leaders: fc.integer({ min: 1, max: 2 }),
  losesCheckpoint: fc.boolean(),
});

const limits = {
  lanes: { firstPause: 0, longestPause: 1, stuckAfter: 2, window: 4, atOnce: 2 },
  drain: { pollEvery: 1, firstPause: 1, longestPause: 2 },
  stall: { checkEvery: 20, resubscribeAfter: 5_000, unhealthyAfter: 5_000 },
};

test('outages, faults, crashes, lost checkpoints, two leaders: each event is handled, in the order of its lane', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
      const stage = scriptedStore();
      const setAside = setAsideInMemory();
      let checkpoints = checkpointsInMemory();
      /** By lane, the places in the order in which they were first handled, and the newest of them. */
      const handled = new Map<string, number[]>();
      const late = new Set<number>();
      const live = async ({ lanes, weather, attempts, leaders, losesCheckpoint }: Life, isLast: boolean) => {
        if (losesCheckpoint) checkpoints = checkpointsInMemory();
        stage.append(...lanes);
        let turn = 0;
        const over = Promise.withResolvers<void>();
        const process: Process = {
          name: 'p',
          laneOf: ({ stream }) => (stream === 'nobody' ? undefined : stream),
          async handle({ stream, position }, _stopping, cause) {
            if (++turn > attempts) over.resolve();
            await new Promise((resolve) => setImmediate(resolve));
            const met = isLast ? 'well' : weather[turn % weather.length];
            if (met === 'away') throw new LedgerUnavailable(new Error('away'));
            if (met === 'broken') throw new TypeError('broken');
            const place = Number(position.commit);
            if (cause?.isLate) late.add(place);
            const lane = handled.get(stream) ?? [];
            if (!lane.includes(place)) handled.set(stream, [...lane, place]);
          },
        };
        const running = Array.from({ length: leaders }, () =>
          startProcesses({ store: stage.store, processes: [process], checkpoints, setAside, log, ...limits }),
        );
        const isThrough = () =>
          running.every((one) => (one.position()?.commit ?? 0n) === BigInt(stage.events.length)) &&
          !setAside.rows().some(({ state }) => state === 'waiting');
        if (isLast) {
          await expect.poll(isThrough, { interval: 5 }).toBe(true);
        } else {
          await Promise.race([over.promise, new Promise((resolve) => setTimeout(resolve, 20))]);
        }
        await Promise.all(running.map((one) => one.stop()));
      };
      for (const one of lives) await live(one, false);
      const well: Life = { lanes: ['a'], weather: ['well'], attempts: 0, leaders: 1, losesCheckpoint: true };
      await live(well, true);
      // Every one that was parked is told late, when an admin says so.
      for (const { id, event } of setAside.rows()) {
        late.add(Number(event.position.commit));
        setAside.retry(id);
      }
      await live(well, true);

      expect(setAside.rows()).toEqual([]);
      const places = (lane: string) =>
        stage.events.flatMap(({ stream, position }) => (stream === lane ? [Number(position.commit)] : []));
      for (const lane of ['a', 'b', 'c']) {
        const told = handled.get(lane) ?? [];
        expect(told.toSorted((x, y) => x - y)).toEqual(places(lane));
        const inOrder = told.filter((place) => !late.has(place));
        expect(inOrder).toEqual(inOrder.toSorted((x, y) => x - y));
      }
      expect(handled.has('nobody')).toBe(false);
    }),
    { numRuns: runsOf(60) },
  );
}, 120_000);
