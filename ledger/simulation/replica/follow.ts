import { comparePositions, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { DomainError, LedgerUnavailable } from '../../domain-error.ts';
import type { StoredEvent } from '../../envelope.ts';
import type { EventStore } from '../../event-store.ts';
import type { Process } from '../../processes/process.ts';
import type { Database, Session } from '../world/database.ts';
import { runErrand } from '../world/errand.ts';
import type { Life } from '../world/life.ts';
import type { World } from '../world/world.ts';

/** Where each process has got to; outlives every replica. */
export type Checkpoints = Map<string, LedgerPosition>;

const LEADER = 'the lock of the leader';
/** Milliseconds between two attempts to lead, and to follow. */
const RETRY = 2_000;

type Following = {
  readonly world: World;
  readonly database: Database;
  readonly checkpoints: Checkpoints;
  readonly life: Life;
  /** The replica's name in the trace. */
  readonly name: string;
  readonly store: EventStore;
  readonly processes: readonly Process[];
  /** Told of an error that no process may ever meet. */
  readonly onBug: (error: unknown, where: string) => void;
};

/**
 * Runs the processes in the one replica that holds the leader's lock. A session that is lost leaves two leaders for a
 * moment. Each process follows the ledger by itself, is told every event at least once and in order.
 */
export async function leadProcesses(following: Following): Promise<void> {
  const { life, name, processes, database } = following;
  for (let term = 0; !life.isOver; term++) {
    await runErrand(`${name}/term ${term}`, async () => {
      const session = database.connect(life);
      try {
        await session.lock(LEADER, 'exclusive', Number.POSITIVE_INFINITY);
        await Promise.all(processes.map((process) => followOne(following, session, process, term)));
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) following.onBug(error, name);
      }
      session.close();
      await life.pause(RETRY);
    });
  }
}

async function followOne(
  following: Following,
  session: Session,
  process: Process,
  term: number,
): Promise<void> {
  const { life, name } = following;
  const stopping = new AbortController();
  session.onLost(() => stopping.abort());
  for (let tries = 0; !stopping.signal.aborted; tries++) {
    try {
      await runErrand(`${name}/${process.name} ${term}.${tries}`, () =>
        followOnce(following, process, stopping.signal),
      );
    } catch (error) {
      if (stopping.signal.aborted) return;
      // Also a refusal that a stale read has made: it is told the same event again.
      const isTriedAgain = error instanceof LedgerUnavailable || error instanceof DomainError;
      if (!isTriedAgain) following.onBug(error, `${name}/${process.name}`);
      await life.pause(200);
    }
  }
}

async function followOnce(
  { world, database, checkpoints, life, name, store }: Following,
  process: Process,
  signal: AbortSignal,
): Promise<void> {
  const checkpoint = `checkpoint of ${process.name}`;
  const after = await database.statement(life, checkpoint, () => checkpoints.get(process.name));
  let unsaved = 0;
  for await (const event of store.subscribe({ after, signal })) {
    await tell(process, event, signal, name);
    // Most are saved a little later, as the program does.
    unsaved += 1;
    if (unsaved < 4 && world.chance.of(`save/${process.name}/${event.stream}/${event.revision}`) < 0.6)
      continue;
    unsaved = 0;
    await database.statement(life, checkpoint, () => {
      const known = checkpoints.get(process.name);
      if (!known || comparePositions(known, event.position) < 0)
        checkpoints.set(process.name, event.position);
    });
  }
}

const told = new WeakMap<Process, Map<string, number>>();

/** Each telling is an errand of its own, named by the event. */
function tell(process: Process, event: StoredEvent, signal: AbortSignal, name: string): Promise<void> {
  const times = told.get(process) ?? new Map<string, number>();
  told.set(process, times);
  const at = `${event.stream}:${event.revision}`;
  const time = (times.get(at) ?? 0) + 1;
  times.set(at, time);
  return runErrand(`${name}/${process.name} at ${at}/${time}`, () => process.handle(event, signal));
}
