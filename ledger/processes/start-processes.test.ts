import { afterEach, describe, expect, test } from 'vitest';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { Cause } from '../known-commands.ts';
import { endingTiming } from '../testing/ending-timing.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import type { Process } from './process.ts';
import { type ProcessesOptions, type RunningProcesses, startProcesses } from './start-processes.ts';
import { checkpointsInMemory, scriptedStore } from './testing/scripted-store.ts';

const log = { warn: () => undefined, error: () => undefined };
const STALL = { checkEvery: 10, resubscribeAfter: 50, unhealthyAfter: 150 };
const LANES = { firstPause: 1, longestPause: 5 };
const DRAIN = { pollEvery: 5, firstPause: 5, longestPause: 10 };

const running: RunningProcesses[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((processes) => processes.stop()));
});

/** Writes down what was handled, as `<lane><place>`. */
function recorder(
  name: string,
  act: (event: StoredEvent, cause: Cause | undefined) => Promise<void> = async () => undefined,
) {
  const told: string[] = [];
  const process: Process = {
    name,
    laneOf: ({ stream }) => (stream === 'nobody' ? undefined : stream),
    async handle(event, _stopping, cause) {
      await act(event, cause);
      told.push(`${event.stream}${event.position.commit}`);
    },
  };
  return { process, told };
}

function begin(
  stage: ReturnType<typeof scriptedStore>,
  processes: readonly Process[],
  more: Partial<ProcessesOptions> = {},
) {
  const setAside = setAsideInMemory();
  const checkpoints = checkpointsInMemory();
  const options = { store: stage.store, processes, checkpoints, setAside, log, stall: STALL };
  const started = startProcesses({ ...options, lanes: LANES, drain: DRAIN, ...more });
  running.push(started);
  return { started, setAside, checkpoints };
}

const away = () => new LedgerUnavailable(new Error('away'));

describe('the subscription', () => {
  test('one whose server has silently gone is opened again', async () => {
    const stage = scriptedStore();
    stage.append('a');
    stage.faults.push('silent');
    const { process, told } = recorder('p');
    const { started } = begin(stage, [process]);
    await expect.poll(() => told).toEqual(['a1']);
    expect(stage.subscriptions).toEqual({ open: 1, most: 1, ever: 2 });
    expect(started.healthy()).toBe(true);
  });

  test('unhealthy while nothing comes for long, with the reason; healthy again when it does', async () => {
    const stage = scriptedStore();
    stage.append('a');
    stage.faults.push(...Array.from({ length: 6 }, () => 'silent' as const));
    const { process, told } = recorder('p');
    const { started } = begin(stage, [process]);
    await expect.poll(() => started.healthy()).toBe(false);
    expect(started.trouble()).toBe('the ledger goes on but nothing of it arrives');
    expect(started.status()).toMatchObject([{ name: 'p', lag: 1 }]);
    await expect.poll(() => told).toEqual(['a1']);
    await expect.poll(() => started.healthy()).toBe(true);
    expect(started.status()).toMatchObject([{ lag: 0, handled: 1, unfinished: 0, trouble: undefined }]);
  });

  test('is not taken for a silent one while there is no room for what it gives', async () => {
    const stage = scriptedStore();
    stage.append(...Array.from({ length: 5 }, () => 'a'));
    const gate = Promise.withResolvers<void>();
    const { process, told } = recorder('p', () => gate.promise);
    let looks = 0;
    const head: typeof stage.store.head = (...call) => {
      looks += 1;
      return stage.store.head(...call);
    };
    const stall = { ...STALL, resubscribeAfter: 200, unhealthyAfter: 60_000 };
    const more = { stall, lanes: { ...LANES, window: 2 } };
    const { started } = begin({ ...stage, store: { ...stage.store, head } }, [process], more);
    await expect.poll(() => started.status()[0]?.unfinished).toBe(2);
    const { ever } = stage.subscriptions;
    const [since, before] = [performance.now(), looks];
    await expect.poll(() => performance.now() - since > 600 && looks > before + 5).toBe(true);
    expect(started.trouble()).toBeUndefined();
    gate.resolve();
    await expect.poll(() => told).toHaveLength(5);
    expect(stage.subscriptions.ever).toBe(ever);
  });

  test('of a ledger that has lost what it held, nothing more is told that had come already', async () => {
    const stage = scriptedStore();
    stage.append(...Array.from({ length: 30 }, () => 'a'));
    const gate = Promise.withResolvers<void>();
    const { process, told } = recorder('p', () => gate.promise);
    let seen = 0;
    const foresee = () => {
      seen += 1;
    };
    // On a busy machine its events may take longer than a silent server is given in the other tests.
    const stall = { ...STALL, resubscribeAfter: 5_000, unhealthyAfter: 10_000 };
    begin(stage, [{ ...process, foresee }], { stall, lanes: { ...LANES, window: 2 } });
    // All of it has come, and two events are taken in.
    await expect.poll(() => stage.subscriptions.open).toBe(1);
    await expect.poll(() => seen).toBe(30);
    stage.lose();
    await expect.poll(() => stage.subscriptions.open).toBe(0);
    gate.resolve();
    await expect.poll(() => stage.subscriptions.ever).toBeGreaterThan(1);
    expect(told.length).toBeLessThanOrEqual(3);
  });

  test('what the program cannot read stops everything for good', async () => {
    const stage = scriptedStore();
    stage.faults.push(new Error('gone'), new LedgerCorrupt('unknown event type'));
    const { started } = begin(stage, [recorder('p').process]);
    await expect.poll(() => started.stopped()).toBe(true);
    expect(started.healthy()).toBe(false);
    expect(started.trouble()).toBe('unknown event type');
    expect(stage.subscriptions.ever).toBe(2);
  });
});

describe('a process that is far behind', () => {
  test('holds nobody up, and then is one of them: told all, once and in order', async () => {
    const stage = scriptedStore();
    stage.append(...Array.from({ length: 100 }, () => 'a'));
    const gate = Promise.withResolvers<void>();
    const old = recorder('old');
    const news = recorder('new', () => gate.promise);
    const checkpoints = checkpointsInMemory(new Map([['old', { commit: 99n, prepare: 99n }]]));
    const catchUp = { farBehind: 50n, atOnce: 2 };
    const { started } = begin(stage, [news.process, old.process], {
      checkpoints,
      catchUp,
      lanes: { ...LANES, window: 10 },
    });
    await expect.poll(() => old.told).toEqual(['a100']);
    stage.append('a');
    await expect.poll(() => old.told).toEqual(['a100', 'a101']);
    expect(news.told).toEqual([]);
    expect(started.status().find(({ name }) => name === 'new')).toMatchObject({ isCatchingUp: true });
    expect(started.level()).toBe(false);
    gate.resolve();
    await expect.poll(() => started.level()).toBe(true);
    stage.append('a');
    const all = stage.events.map((_, index) => `a${index + 1}`);
    await expect.poll(() => news.told).toEqual(all);
    expect(old.told).toEqual(all.slice(99));
    expect(stage.subscriptions).toMatchObject({ open: 1, most: 2 });
    await expect.poll(() => checkpoints.saved.get('new')?.commit).toBe(102n);
  });

  test('few catch up at once, while the ledger goes on', async () => {
    const stage = scriptedStore();
    stage.append(...Array.from({ length: 200 }, () => 'a'));
    const checkpoints = checkpointsInMemory(new Map([['old', { commit: 200n, prepare: 200n }]]));
    const news = ['b', 'c', 'd', 'e', 'f'].map((name) =>
      recorder(name, () => new Promise((resolve) => setImmediate(resolve))),
    );
    const catchUp = { farBehind: 50n, atOnce: 2 };
    const { started } = begin(stage, [recorder('old').process, ...news.map(({ process }) => process)], {
      checkpoints,
      catchUp,
    });
    for (let more = 0; more < 50; more++) {
      stage.append('a');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => started.level(), { timeout: 30_000 }).toBe(true);
    stage.append('a');
    const all = stage.events.map((_, index) => `a${index + 1}`);
    for (const { told } of news) await expect.poll(() => told).toEqual(all);
    expect(stage.subscriptions.most).toBe(3);
  });
});

describe('lanes', () => {
  test('one that fails holds up nobody else; its own events keep their order; the checkpoint waits', async () => {
    const stage = scriptedStore();
    let isAway = true;
    const { process, told } = recorder('p', async ({ stream }) => {
      if (stream === 'a' && isAway) throw away();
    });
    const { started, checkpoints } = begin(stage, [process]);
    stage.append('b', 'a', 'b', 'a', 'c', 'nobody');
    await expect.poll(() => told).toEqual(['b1', 'b3', 'c5']);
    expect(started.trouble()).toBe(away().message);
    await expect.poll(() => checkpoints.saved.get('p')?.commit).toBe(1n);
    isAway = false;
    await expect.poll(() => told).toEqual(['b1', 'b3', 'c5', 'a2', 'a4']);
    await expect.poll(() => checkpoints.saved.get('p')?.commit).toBe(6n);
    expect(started.trouble()).toBeUndefined();
  });

  test('so many at once and no more', async () => {
    const stage = scriptedStore();
    const gate = Promise.withResolvers<void>();
    let [now, most] = [0, 0];
    const { process, told } = recorder('p', async () => {
      most = Math.max(most, ++now);
      await gate.promise;
      now -= 1;
    });
    begin(stage, [process], { lanes: { ...LANES, atOnce: 4 } });
    stage.append(...Array.from({ length: 20 }, (_, n) => `lane-${n}-`));
    await expect.poll(() => most).toBe(4);
    gate.resolve();
    await expect.poll(() => told.length).toBe(20);
    expect(most).toBe(4);
  });

  test('lanes that have to be looked up keep the order of the ledger', async () => {
    const stage = scriptedStore();
    const { process, told } = recorder('p');
    let asked = 0;
    begin(stage, [
      {
        ...process,
        async laneOf() {
          // The first answers come last, and one only when it is asked again.
          const turn = asked++;
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, 20 - turn)));
          if (turn === 3) throw away();
          return 'all';
        },
      },
    ]);
    stage.append(...Array.from({ length: 12 }, () => 'a'));
    await expect.poll(() => told).toEqual(stage.events.map((_, index) => `a${index + 1}`));
  });

  test('one that is stuck for long is set aside with all that comes behind it, and told in order later', async () => {
    const stage = scriptedStore();
    let isAway = true;
    const { process, told } = recorder('p', async ({ stream }) => {
      if (stream === 'a' && isAway) throw away();
    });
    const lanes = { ...LANES, stuckAfter: 30 };
    const { started, setAside, checkpoints } = begin(stage, [process], { lanes });
    stage.append('a', 'b', 'a');
    await expect.poll(() => setAside.rows().length).toBe(2);
    stage.append('a');
    await expect.poll(() => setAside.rows().length).toBe(3);
    await expect.poll(() => checkpoints.saved.get('p')?.commit).toBe(4n);
    expect(setAside.rows().map(({ state, lane }) => `${state} ${lane}`)).toEqual(Array(3).fill('waiting a'));
    expect(told).toEqual(['b2']);
    isAway = false;
    await expect.poll(() => told).toEqual(['b2', 'a1', 'a3', 'a4']);
    await expect.poll(() => setAside.rows()).toEqual([]);
    stage.append('a');
    await expect.poll(() => told.at(-1)).toBe('a5');
    expect(setAside.rows()).toEqual([]);
    expect(started.trouble()).toBeUndefined();
  });

  test('one whose backlog fills the window is set aside at once, also when its event never ends', async () => {
    for (const stuck of [() => Promise.reject(away()), () => new Promise<never>(() => undefined)]) {
      const stage = scriptedStore();
      const { process, told } = recorder('p', async ({ stream }) => {
        if (stream === 'a') await stuck();
      });
      const lanes = { ...LANES, window: 10, hungAfter: 20 };
      const timing = endingTiming();
      const { setAside, started } = begin(stage, [process], { lanes, timing });
      stage.append(...Array.from({ length: 20 }, () => 'a'), 'b');
      await expect.poll(() => told).toEqual(['b21']);
      expect(setAside.rows().filter(({ lane }) => lane === 'a')).toHaveLength(20);
      // Nobody waits for it when the program stops, but for a time that is up at once here.
      const stopping = started.stop();
      timing.end();
      await stopping;
    }
  });

  test('an event that can never be handled is parked, and its lane goes on; told late when it is retried', async () => {
    const stage = scriptedStore();
    const causes: unknown[] = [];
    let isBroken = true;
    const { process, told } = recorder('p', async ({ position }, cause) => {
      causes.push([Number(position.commit), cause?.isLate]);
      if (position.commit === 1n && isBroken) throw new TypeError('not a function');
    });
    const { setAside, checkpoints } = begin(stage, [process]);
    stage.append('a', 'a');
    await expect.poll(() => told).toEqual(['a2']);
    expect(setAside.rows()).toMatchObject([{ state: 'parked', lane: 'a', reason: 'not a function' }]);
    await expect.poll(() => checkpoints.saved.get('p')?.commit).toBe(2n);
    const retry = () => setAside.retry(setAside.rows()[0]!.id);
    retry();
    await expect.poll(() => setAside.rows()[0]?.state).toBe('parked');
    isBroken = false;
    retry();
    await expect.poll(() => setAside.rows()).toEqual([]);
    expect(told).toEqual(['a2', 'a1']);
    expect(causes).toEqual([
      [1, undefined],
      [2, undefined],
      [1, true],
      [1, true],
    ]);
  });

  test('an event whose lane cannot be found is parked or set aside, to be told late', async () => {
    const stage = scriptedStore();
    const { process, told } = recorder('p');
    const failing = new Map<string, Error>([
      ['a', new TypeError('broken')],
      ['b', away()],
    ]);
    const laneOf: Process['laneOf'] = async ({ stream }) => {
      const failure = failing.get(stream);
      if (failure) throw failure;
      return stream;
    };
    const lanes = { ...LANES, stuckAfter: 20 };
    const { setAside, started } = begin(stage, [{ ...process, laneOf }], { lanes });
    stage.append('a', 'b', 'c');
    await expect.poll(() => told).toEqual(['c3', 'b2']);
    expect(setAside.rows()).toMatchObject([{ state: 'parked', isLate: true, reason: 'broken' }]);
    expect(started.trouble()).toBeUndefined();
  });

  test('who starts again goes on with what was set aside, and is not told it beside', async () => {
    const stage = scriptedStore();
    let isAway = true;
    const { process, told } = recorder('p', async ({ stream }) => {
      if (stream === 'a' && isAway) throw away();
    });
    const lanes = { ...LANES, stuckAfter: 20 };
    const { started, setAside } = begin(stage, [process], { lanes });
    stage.append('a', 'a', 'b');
    await expect.poll(() => setAside.rows().length).toBe(2);
    await expect.poll(() => told).toEqual(['b3']);
    await started.stop();
    isAway = false;
    stage.append('a');
    // The checkpoint is lost: everything is told again.
    begin(stage, [process], { setAside, lanes, checkpoints: checkpointsInMemory() });
    await expect.poll(() => told.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a4']);
    expect(setAside.rows()).toEqual([]);
  });
});
