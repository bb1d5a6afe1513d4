import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../../domain-error.ts';
import type { EnvelopedEvent, StoredEvent } from '../../envelope.ts';
import type { AppendOutcome, EventStore } from '../../event-store.ts';
import { errandName, nextCall, streamUnderDecision } from './errand.ts';
import type { Life } from './life.ts';
import type { CallFault } from './luck.ts';
import type { MemoryLog } from './memory-log.ts';
import type { World } from './world.ts';

const APPEND_FAULTS: readonly [CallFault, ...CallFault[]] = [
  'the request is lost',
  'the answer is lost',
  'an error, and nothing happens',
  'an error, and it happens all the same',
  'an error, and it happens later',
  'it takes long',
  'it arrives twice',
  'the replica dies before it',
  'the replica dies behind it',
  'the replica stands still',
];

/** Whoever sent it hears no yes, and asks again soon. */
const HIDDEN: ReadonlySet<CallFault> = new Set([
  'the answer is lost',
  'an error, and it happens all the same',
]);

const READ_FAULTS: readonly [CallFault, ...CallFault[]] = [
  'the request is lost',
  'an error, and nothing happens',
  'it takes long',
  'the read is cut',
  'the read is stale',
  'the replica dies before it',
  'the replica stands still',
];

/** Events of one page of a whole stream or of the log: few, so that reads are cut between pages. */
const PAGE = 8;
const FOLLOW = 'follow the ledger';
/** Milliseconds until a read without an answer ends by itself. */
const READ_LIMIT = 5_000;
/** Milliseconds until a write that was dropped is told to have failed. */
const DROPPED_AFTER = 2_000;
/** A stale read may lack so many of the ledger's newest events. */
const STALE_EVENTS = 12;

/** The ledger as one replica's connection shows it. */
export function connect(world: World, log: MemoryLog, life: Life): EventStore {
  const readPage: EventStore['readPage'] = (stream, from, maxCount) =>
    read(world, log, life, `read ${stream}`, isPastSafe(world, stream), (upTo) =>
      within(log.stream(stream), upTo).slice(Number(from), Number(from) + maxCount),
    );
  return {
    append: (stream, events, expected) => append(world, log, life, stream, events, expected),
    readPage,
    readLast: (stream) =>
      read(world, log, life, `read the end of ${stream}`, isPastSafe(world, stream), (upTo) =>
        within(log.stream(stream), upTo).at(-1),
      ),
    readAt: (position) =>
      read(world, log, life, 'read one event', true, (upTo) =>
        within(
          log.landed.map(({ event }) => event),
          upTo,
        ).find((event) => comparePositions(event.position, position) === 0),
      ),
    async *readStream(stream, from) {
      for (let next = from; ; ) {
        const page = await readPage(stream, next, PAGE);
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < PAGE) return;
        next = last.revision + 1n;
      }
    },
    subscribe: (options) => subscribe(world, log, life, options),
    head: () => read(world, log, life, 'read the head', true, (upTo) => log.landed[upTo - 1]?.event.position),
    node: () => 1,
    close: async () => undefined,
  };
}

function append(
  world: World,
  log: MemoryLog,
  life: Life,
  stream: string,
  events: readonly EnvelopedEvent[],
  expected: bigint | undefined,
): Promise<AppendOutcome> {
  const call = nextCall(`append ${stream}`);
  const sentBy = errandName();
  const proposed = JSON.stringify(
    events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
  );
  const fault = life.isOver ? undefined : world.faultOf(call, APPEND_FAULTS, 3);
  if (fault === 'the replica dies before it') life.end();
  if (life.isOver) return never();
  if (fault === 'the replica stands still') life.standStill(world.long(call));
  const [out, back] = world.latency(call);
  const later = world.long(`${call}/later`);
  // Until a write is indexed, a retry of it finds neither yes nor no.
  const takes = world.dropsEarlyRetries && fault !== undefined && HIDDEN.has(fault) ? later : 0;
  const land = () => log.append(stream, proposed, expected, sentBy, { now: () => world.now, takes });
  const error: AppendOutcome = { kind: 'unknown', cause: new Error('the connection broke') };
  return new Promise((resolve) => {
    const answer = (outcome: AppendOutcome, after = back) => life.after(after, () => resolve(outcome));
    switch (fault) {
      case 'the request is lost':
        return;
      case 'an error, and nothing happens':
        answer(error);
        return;
      case 'an error, and it happens later':
        answer(error);
        world.after(later, () => void land());
        return;
      case 'it takes long':
        world.after(later, () => answer(land()));
        return;
      default:
        world.after(out, () => {
          const outcome = land();
          if (fault === 'the answer is lost') return;
          if (fault === 'the replica dies behind it') life.end();
          if (fault === 'it arrives twice') world.after(later, () => void land());
          if (outcome.kind === 'unknown') return answer(outcome, back + DROPPED_AFTER);
          answer(fault === 'an error, and it happens all the same' ? error : outcome);
        });
    }
  });
}

/**
 * Whether a stale read is served. Of the stream that is decided on it may be: an append at its revision is refused by
 * the store. What is looked up in another stream (a right, an owner) nobody contradicts.
 */
function isPastSafe({ weaknesses }: World, stream: string): boolean {
  return weaknesses.has('stale-lookups') || streamUnderDecision() === stream;
}

/** @param look gives what is there among the first so many events of the ledger */
function read<Found>(
  world: World,
  log: MemoryLog,
  life: Life,
  what: string,
  mayBePast: boolean,
  look: (upTo: number) => Found,
): Promise<Found> {
  const call = nextCall(what);
  const errand = errandName();
  const fault = life.isOver ? undefined : world.faultOf(call, READ_FAULTS, what === FOLLOW ? 0.3 : 1);
  if (fault === 'the replica dies before it') life.end();
  if (life.isOver) return never();
  if (fault === 'the replica stands still') life.standStill(world.long(call));
  const [out, back] = world.latency(call);
  const broken = () => new LedgerUnavailable(new Error('the connection broke'));
  return new Promise((resolve, reject) => {
    if (fault === 'the request is lost' || fault === 'an error, and nothing happens') {
      life.after(fault === 'the request is lost' ? READ_LIMIT : back, () => reject(broken()));
      return;
    }
    world.after(fault === 'it takes long' ? world.long(`${call}/later`) : out, () => {
      const upTo = mayBePast ? world.visibleTo(life, log.landed.length) : log.landed.length;
      const missing =
        mayBePast && fault === 'the read is stale' ? 1 + world.chance.below(STALE_EVENTS, call) : 0;
      const shown = log.wholeAppends(upTo - missing);
      if (shown < log.landed.length) world.showPast(errand);
      const found = look(shown);
      life.after(back, () => (fault === 'the read is cut' ? reject(broken()) : resolve(found)));
    });
  });
}

async function* subscribe(
  world: World,
  log: MemoryLog,
  life: Life,
  { after, signal, onCaughtUp }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<StoredEvent> {
  let next = after ? indexBehind(log, after) : 0;
  while (!signal.aborted) {
    const from = next;
    const page = await read(world, log, life, FOLLOW, true, (upTo) =>
      log.landed.slice(from, Math.min(from + PAGE, upTo)),
    );
    for (const { event } of page) {
      if (signal.aborted) return;
      yield event;
    }
    next += page.length;
    if (page.length > 0) continue;
    onCaughtUp?.();
    await world.moreThan(log, next, life, signal);
  }
}

function indexBehind(log: MemoryLog, position: LedgerPosition): number {
  const index = log.landed.findIndex(({ event }) => comparePositions(event.position, position) > 0);
  return index < 0 ? log.landed.length : index;
}

/** Of events in the order of the ledger, those among its first so many: positions are multiples of 100. */
function within(events: readonly StoredEvent[], upTo: number): readonly StoredEvent[] {
  const end = BigInt(upTo) * 100n;
  const last = events.at(-1);
  return !last || last.position.commit <= end
    ? events
    : events.filter(({ position }) => position.commit <= end);
}

/** What a replica waits for that is over: nothing of it goes on. */
export function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}
