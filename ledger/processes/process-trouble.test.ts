import { afterEach, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { LedgerMark } from '../following/same-ledger.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import { systemTiming, type Timing } from '../timing.ts';
import type { MarkKeeper, Process } from './process.ts';
import { type ProcessesOptions, type RunningProcesses, startProcesses } from './start-processes.ts';
import { checkpointsInMemory, scriptedStore } from './testing/scripted-store.ts';

const running: RunningProcesses[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((processes) => processes.stop()));
});

const STALL = { checkEvery: 10, resubscribeAfter: 1_000, unhealthyAfter: 5_000 };

function begin(stage: ReturnType<typeof scriptedStore>, more: Partial<ProcessesOptions> = {}) {
  const told: string[] = [];
  const logged: string[] = [];
  const causes: unknown[] = [];
  const note = (level: string) => (details: object, message: string) => {
    logged.push(level + message);
    causes.push('err' in details ? details.err : undefined);
  };
  const process: Process = {
    name: 'p',
    laneOf: ({ stream }) => stream,
    handle: async ({ stream, position }) => void told.push(`${stream}${position.commit}`),
  };
  const started = startProcesses({
    ...{ store: stage.store, processes: [process], checkpoints: checkpointsInMemory() },
    ...{ setAside: setAsideInMemory(), stall: STALL, lanes: { firstPause: 1, longestPause: 5 } },
    log: {
      warn: note(''),
      error: note('error: '),
    },
    ...more,
  });
  running.push(started);
  return { started, told, logged, causes };
}

test('before the checkpoints can be read nothing is told, and why is the trouble', async () => {
  const stage = scriptedStore();
  stage.append('a');
  const memory = checkpointsInMemory();
  let isAway = true;
  const load = async (name: string) => {
    if (isAway) throw new Error('Postgres is away');
    return memory.load(name);
  };
  const { started, told, logged, causes } = begin(stage, { checkpoints: { ...memory, load } });
  await expect.poll(() => started.trouble()).toBe('Postgres is away');
  await expect.poll(() => logged.length).toBeGreaterThan(1);
  expect(new Set(logged)).toEqual(new Set(['the processes cannot start yet']));
  expect(causes[0]).toEqual(new Error('Postgres is away'));
  expect([started.level(), started.position(), started.status(), stage.subscriptions.ever]).toEqual([
    ...[false, undefined, [], 0],
  ]);
  isAway = false;
  await expect.poll(() => told).toEqual(['a1']);
  await expect.poll(() => started.trouble()).toBeUndefined();
  await expect.poll(() => started.level()).toBe(true);
});

test('who is stopped before the checkpoints could be read has begun nothing', async () => {
  const stage = scriptedStore();
  const load = () => Promise.reject(new Error('Postgres is away'));
  const { started } = begin(stage, { checkpoints: { ...checkpointsInMemory(), load } });
  await expect.poll(() => started.trouble()).toBe('Postgres is away');
  await started.stop();
  expect([stage.subscriptions.ever, started.stopped()]).toEqual([0, false]);
});

test('checkpoints that cannot be saved are the trouble, said once, until they are saved', async () => {
  const stage = scriptedStore();
  stage.append('a', 'a');
  const memory = checkpointsInMemory();
  let [isAway, tries] = [true, 0];
  const save = async (positions: ReadonlyMap<string, LedgerPosition>) => {
    tries += 1;
    if (isAway) throw new Error('Postgres is away');
    await memory.save(positions);
  };
  const { started, told, logged, causes } = begin(stage, { checkpoints: { ...memory, save } });
  await expect.poll(() => started.trouble()).toBe('Postgres is away');
  await expect.poll(() => tries).toBeGreaterThan(2);
  expect(logged).toEqual(['no checkpoint could be saved']);
  expect(causes).toEqual([new Error('Postgres is away')]);
  expect([told, started.healthy(), started.level()]).toEqual([['a1', 'a2'], true, true]);
  isAway = false;
  await expect.poll(() => memory.saved.get('p')?.commit).toBe(2n);
  await expect.poll(() => started.trouble()).toBeUndefined();
  const before = tries;
  stage.append('a');
  await expect.poll(() => memory.saved.get('p')?.commit).toBe(3n);
  // While nothing moved there was nothing to save.
  expect(tries).toBe(before + 1);
});

test('who stops saves how far it has got', async () => {
  const stage = scriptedStore();
  stage.append('a', 'b');
  const checkpoints = checkpointsInMemory();
  const { started, told } = begin(stage, { checkpoints });
  await expect.poll(() => told.length).toBe(2);
  await started.stop();
  expect(checkpoints.saved.get('p')).toEqual({ commit: 2n, prepare: 2n });
  expect(started.stopped()).toBe(false);
});

test('a subscription that fails is opened again, and the trouble says why until something comes', async () => {
  const stage = scriptedStore();
  stage.faults.push(new Error('connection reset'), new Error('connection reset'));
  const { started, told, logged, causes } = begin(stage);
  await expect.poll(() => started.trouble()).toBe('connection reset');
  await expect.poll(() => stage.subscriptions.ever).toBe(3);
  stage.append('a');
  await expect.poll(() => told).toEqual(['a1']);
  await expect.poll(() => started.trouble()).toBeUndefined();
  expect(logged).toEqual([
    'the processes subscribe to the ledger again',
    'the processes subscribe to the ledger again',
  ]);
  expect(causes).toEqual([new Error('connection reset'), new Error('connection reset')]);
});

test('a subscription that ends by itself is no end', async () => {
  const stage = scriptedStore();
  let ended = 0;
  const subscribe: typeof stage.store.subscribe = (options) => {
    if (ended++ > 0) return stage.store.subscribe(options);
    return (async function* () {})();
  };
  const { started, told } = begin(stage, { store: { ...stage.store, subscribe } });
  await expect.poll(() => started.trouble()).toBe('the subscription ended');
  stage.append('a');
  await expect.poll(() => told).toEqual(['a1']);
});

test('what the program cannot read is an error, and the others end with it', async () => {
  const stage = scriptedStore();
  stage.append('a');
  stage.faults.push(new LedgerCorrupt('unknown event type'));
  const { started, logged, causes } = begin(stage);
  await expect.poll(() => started.stopped()).toBe(true);
  expect(logged).toEqual(['error: the processes have stopped']);
  expect(causes).toEqual([new LedgerCorrupt('unknown event type')]);
  expect(started.healthy()).toBe(false);
  await started.stop();
  expect(stage.subscriptions.open).toBe(0);
});

function marksInMemory(first?: LedgerMark): MarkKeeper & { readonly saved: LedgerMark[] } {
  const saved: LedgerMark[] = [];
  return {
    saved,
    load: async () => saved.at(-1) ?? first,
    save: async (mark) => void saved.push(mark),
  };
}

test('the ledger is known again by its first event and by the last that was told', async () => {
  const stage = scriptedStore();
  stage.append('a', 'a', 'a');
  const marks = marksInMemory();
  const { started } = begin(stage, { marks });
  await expect.poll(() => marks.saved.at(-1)?.position.commit).toBe(3n);
  const [first, , third] = stage.events;
  expect(marks.saved.at(-1)).toMatchObject({ eventId: third?.id, first: { id: first?.id } });
  await started.stop();
  const known = marks.saved.length;
  const again = begin(stage, { marks });
  await expect.poll(() => again.started.level()).toBe(true);
  expect(again.told).toEqual(['a1', 'a2', 'a3']);
  // What is told again does not move the mark.
  await again.started.stop();
  expect(marks.saved).toHaveLength(known);
});

test('a mark is saved before the checkpoint, which stands in no ledger that could not be known again', async () => {
  const stage = scriptedStore();
  stage.append('a');
  const checkpoints = checkpointsInMemory();
  const order: string[] = [];
  const marks: MarkKeeper = {
    load: async () => undefined,
    save: async () => void order.push('mark'),
  };
  const save = async (positions: ReadonlyMap<string, LedgerPosition>) => {
    order.push('checkpoint');
    await checkpoints.save(positions);
  };
  begin(stage, { marks, checkpoints: { ...checkpoints, save } });
  await expect.poll(() => order).toEqual(['mark', 'checkpoint']);
});

test('another ledger than the one that was followed halts the processes, and says what it is', async () => {
  const stage = scriptedStore();
  stage.append('a');
  const position = { commit: 1n, prepare: 1n };
  const elsewhere = { position, eventId: crypto.randomUUID(), first: undefined };
  const { started, told } = begin(stage, { marks: marksInMemory(elsewhere) });
  await expect.poll(() => started.trouble()).toContain(`and it was ${elsewhere.eventId}`);
  expect([started.healthy(), started.stopped(), told]).toEqual([false, false, []]);
});

test('what was set aside is not told of another ledger than the one that was followed, and is once that is back', async () => {
  const stage = scriptedStore();
  stage.append('a', 'b');
  const [first, second] = stage.events;
  const setAside = setAsideInMemory();
  const waiting = {
    process: 'p',
    lane: 'a',
    state: 'waiting',
    isLate: false,
    reason: 'away',
    failures: 1,
  } as const;
  await setAside.add({ ...waiting, event: first! });
  const mark = { position: second!.position, eventId: second!.id, first: undefined };
  const checkpoints = checkpointsInMemory(new Map([['p', second!.position]]));
  // As an older copy that has gone on to another event.
  const events = stage.events as StoredEvent[];
  events[1] = { ...second!, id: crypto.randomUUID() };
  const { started, told, logged } = begin(stage, {
    ...{ setAside, checkpoints, marks: marksInMemory(mark), drain: { pollEvery: 5 } },
  });
  await expect.poll(() => started.trouble()).toContain(`and it was ${mark.eventId}`);
  await expect.poll(() => logged.length).toBeGreaterThan(2);
  expect(told).toEqual([]);
  events[1] = second!;
  await expect.poll(() => told).toEqual(['a1']);
  expect(setAside.rows()).toEqual([]);
});

test('how far each process is behind is the distance to the newest event', async () => {
  const stage = scriptedStore();
  stage.append('a', 'a', 'a');
  const gate = Promise.withResolvers<void>();
  const names: Process[] = [
    { name: 'quick', laneOf: () => 'all', handle: async () => undefined },
    { name: 'slow', laneOf: () => 'all', handle: () => gate.promise },
    { name: 'idle', laneOf: () => undefined, handle: () => expect.unreachable('nothing is told') },
  ];
  const { started } = begin(stage, { processes: names });
  const status = (name: string) => started.status().find((one) => one.name === name);
  await expect
    .poll(() => status('slow'))
    .toEqual({
      ...{ name: 'slow', position: undefined, lag: 3, unfinished: 3, handled: 0 },
      ...{ isCatchingUp: false, trouble: undefined },
    });
  await expect.poll(() => status('quick')).toMatchObject({ lag: 0, unfinished: 0, handled: 3 });
  expect(status('idle')).toMatchObject({ lag: 0, unfinished: 0, handled: 0 });
  expect(started.position()).toBeUndefined();
  gate.resolve();
  await expect.poll(() => started.position()?.commit).toBe(3n);
  expect(started.status().map(({ lag }) => lag)).toEqual([0, 0, 0]);
});

/** Time in which every pause is over soon; those of a length that nothing else has are told. */
function hastyTiming() {
  const pauses: number[] = [];
  const others = [250, 999];
  const timing: Timing = {
    ...systemTiming,
    after(milliseconds, call) {
      if (!others.includes(milliseconds)) pauses.push(milliseconds);
      return systemTiming.after(others.includes(milliseconds) ? 20 : 0, call);
    },
  };
  return { pauses, more: { timing, drain: { pollEvery: 999 } } };
}
const DOUBLED = [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000];

test('who cannot subscribe tries again after pauses that double up to five seconds', async () => {
  const stage = scriptedStore();
  stage.faults.push(...DOUBLED.map(() => new Error('connection reset')));
  const { pauses, more } = hastyTiming();
  const { started } = begin(stage, more);
  await expect.poll(() => started.level()).toBe(true);
  expect(pauses).toEqual(DOUBLED);
});

test('who cannot read its checkpoints tries again after such pauses, too', async () => {
  const memory = checkpointsInMemory();
  let left = DOUBLED.length;
  const load = async (name: string) => {
    if (left-- > 0) throw new Error('Postgres is away');
    return memory.load(name);
  };
  const { pauses, more } = hastyTiming();
  const { started } = begin(scriptedStore(), { ...more, checkpoints: { ...memory, load } });
  await expect.poll(() => started.level()).toBe(true);
  expect(pauses).toEqual(DOUBLED);
});

test.each([[['last', 'first', 'middle']], [['first', 'middle', 'last']], [['middle', 'last', 'first']]])(
  'processes that have got to different places are each told what is new to them: %j',
  async (names) => {
    const stage = scriptedStore();
    const from = { first: 1, middle: 2, last: 3 } as Readonly<Record<string, number>>;
    const saved = names.map((name): [string, LedgerPosition] => {
      const at = BigInt(from[name] ?? 0);
      return [name, { commit: at, prepare: at }];
    });
    const told = new Map(names.map((name) => [name, [] as number[]]));
    const gate = Promise.withResolvers<void>();
    const processes = names.map(
      (name): Process => ({
        name,
        laneOf: () => 'all',
        handle: async ({ position }) => {
          await gate.promise;
          told.get(name)?.push(Number(position.commit));
        },
      }),
    );
    stage.append('a', 'a', 'a', 'a');
    const { started } = begin(stage, { processes, checkpoints: checkpointsInMemory(new Map(saved)) });
    await expect.poll(() => started.position()?.commit).toBe(1n);
    gate.resolve();
    await expect.poll(() => started.position()?.commit).toBe(4n);
    expect(Object.fromEntries(told)).toEqual({ first: [2, 3, 4], middle: [3, 4], last: [4] });
  },
);
