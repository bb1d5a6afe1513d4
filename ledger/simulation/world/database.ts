import { LedgerUnavailable } from '../../domain-error.ts';
import { nextCall } from './errand.ts';
import type { Life } from './life.ts';
import type { CallFault, Weakness } from './luck.ts';
import { never } from './network.ts';
import type { World } from './world.ts';

const STATEMENT_FAULTS: readonly [CallFault, ...CallFault[]] = [
  'an error, and nothing happens',
  'an error, and it happens all the same',
  'it takes long',
  'the replica dies before it',
  'the replica dies behind it',
  'the replica stands still',
];

/** Milliseconds in which everything lands that a replica has sent before its end. */
const OUTLIVED = 10_000;

/** One connection; it may be lost at any moment, with the locks that it holds. */
export type Session = {
  readonly run: <Result>(what: string, effect: () => Result) => Promise<Result>;
  /**
   * Waits for the lock in the order of arrival. `effect` is of the same statement: it happens once the lock is there.
   * @throws LedgerUnavailable when it does not come in `patience` milliseconds
   */
  readonly lock: (key: string, mode: LockMode, patience: number, effect?: () => void) => Promise<void>;
  readonly unlock: (key: string, effect?: () => void) => Promise<void>;
  /** Closes the connection; the locks go with it. */
  readonly close: () => void;
  readonly isLost: () => boolean;
  readonly onLost: (call: () => void) => void;
};

type LockMode = 'shared' | 'exclusive';
type Place = {
  readonly owner: object;
  readonly mode: LockMode;
  granted: boolean;
  readonly onGrant: () => void;
};

/** Postgres, as far as the write side leans on it: statements that may fail on either side of their effect, and locks. */
export class Database {
  readonly #world: World;
  readonly #locks = new Map<string, Place[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** One statement on a connection of the pool. */
  statement<Result>(life: Life, what: string, effect: () => Result): Promise<Result> {
    const world = this.#world;
    const call = nextCall(what);
    const fault = life.isOver ? undefined : world.faultOf(call, STATEMENT_FAULTS);
    if (fault === 'the replica dies before it') life.end();
    if (life.isOver) return never();
    if (fault === 'the replica stands still') life.standStill(world.long(call));
    const [out, back] = world.latency(call);
    return new Promise((resolve, reject) => {
      const fail = () => life.after(back, () => reject(broken()));
      if (fault === 'an error, and nothing happens') {
        fail();
        return;
      }
      world.after(fault === 'it takes long' ? world.long(`${call}/later`) : out, () => {
        const result = effect();
        if (fault === 'the replica dies behind it') life.end();
        if (fault === 'an error, and it happens all the same') fail();
        else life.after(back, () => resolve(result));
      });
    });
  }

  /** @param weakness what the program suffers from when this session is lost while its work goes on */
  connect(life: Life, weakness?: Weakness): Session {
    const world = this.#world;
    const isSteady = weakness !== undefined && !world.weaknesses.has(weakness);
    const owner = {};
    let isLost = false;
    const listeners: (() => void)[] = [];
    const lose = () => {
      if (isLost) return;
      isLost = true;
      this.#releaseAll(owner);
      // The replica hears of it a moment later.
      life.after(1, () => {
        for (const listener of listeners) listener();
      });
    };
    const call = nextCall('connect');
    if (!isSteady && world.faultOf(call, ['the session is lost soon'], 15)) {
      world.after(world.chance.of(`soon/${call}`) ** 4 * 3_000, lose);
    }
    // Postgres notices some time later that nobody is at the other end.
    life.onEnd(() => world.after((isSteady ? OUTLIVED : 0) + world.long(`gone/${call}`), lose));
    const run = async <Result>(what: string, effect: () => Result): Promise<Result> => {
      const done = await this.statement(life, what, () => (isLost ? undefined : { result: effect() }));
      if (!done) throw broken();
      return done.result;
    };
    return {
      run,
      isLost: () => isLost,
      onLost: (listener) => void listeners.push(listener),
      close: lose,
      lock: async (key, mode, patience, effect = () => undefined) => {
        const granted = await run(`lock ${key}`, () => {
          const came = Promise.withResolvers<boolean>();
          const onGrant = () => {
            effect();
            came.resolve(true);
          };
          const place = this.#queue(key, { owner, mode, granted: false, onGrant });
          const giveUp = () => {
            if (place.granted) return;
            this.#leave(key, place);
            came.resolve(false);
          };
          listeners.push(giveUp);
          if (patience < Number.POSITIVE_INFINITY) world.after(patience, giveUp);
          return came.promise;
        });
        await life.pause(1);
        if (isLost || !granted) throw broken();
      },
      unlock: (key, effect = () => undefined) =>
        run(`unlock ${key}`, () => {
          effect();
          this.#releaseOne(key, owner);
        }),
    };
  }

  #queue(key: string, place: Place): Place {
    const line = this.#locks.get(key) ?? [];
    this.#locks.set(key, line);
    line.push(place);
    this.#grant(line);
    return place;
  }

  #leave(key: string, place: Place): void {
    const line = this.#locks.get(key) ?? [];
    const at = line.indexOf(place);
    if (at >= 0) line.splice(at, 1);
    this.#grant(line);
  }

  #releaseOne(key: string, owner: object): void {
    const place = this.#locks.get(key)?.find((one) => one.owner === owner && one.granted);
    if (place) this.#leave(key, place);
  }

  #releaseAll(owner: object): void {
    for (const [key, line] of this.#locks) {
      for (const place of line.filter((one) => one.owner === owner)) this.#leave(key, place);
    }
  }

  /** In the order of arrival: shared ones together, an exclusive one alone. */
  #grant(line: Place[]): void {
    for (const [at, place] of line.entries()) {
      if (at > 0 && (place.mode === 'exclusive' || line[0]?.mode === 'exclusive')) return;
      if (place.granted) continue;
      place.granted = true;
      place.onGrant();
    }
  }
}

function broken(): LedgerUnavailable {
  return new LedgerUnavailable(new Error('the connection to the database broke'));
}
