import { v5 as uuidv5 } from 'uuid';
import { type Random, seededRandom } from '../../embedded/demo-data/random.ts';
import type { Fleet } from './fleet.ts';
import type { Person } from './person.ts';
import type { Sent } from './sent.ts';

/** What all who send commands share. */
export type World = {
  readonly fleet: Fleet;
  readonly seed: string;
  /** No new command is begun after it; one that was begun is sent until it is answered. */
  readonly over: AbortSignal;
  /** Every command, in the order in which they were begun. */
  readonly sent: Sent[];
  /** Who has an account. */
  readonly known: Person[];
  /** Raffles that were drawn, and acts that Activity History offers for undoing. */
  readonly raffles: Set<string>;
  readonly undoable: Set<string>;
  /** What must not be, in words. */
  readonly faults: string[];
  readonly figures: Record<Figure, number>;
  /**
   * Whether an act may be begun that looks at every account. Where a ledger grows long they are as rare as they are
   * dear: else they would be all that the program does.
   */
  mayActOnAll: () => boolean;
  /** Milliseconds of the slowest answer, by the command's name. */
  readonly slowest: Record<string, number>;
};

export type Figure =
  | 'requests'
  | 'unavailable'
  | 'unanswered'
  | 'hung'
  | 'refused'
  | 'otherBodyRefused'
  | 'exports'
  | 'denials';

export function newWorld(fleet: Fleet, seed: string, over: AbortSignal): World {
  return {
    fleet,
    seed,
    over,
    sent: [],
    known: [],
    raffles: new Set(),
    undoable: new Set(),
    faults: [],
    slowest: {},
    mayActOnAll: () => true,
    figures: {
      requests: 0,
      unavailable: 0,
      unanswered: 0,
      hung: 0,
      refused: 0,
      otherBodyRefused: 0,
      exports: 0,
      denials: 0,
    },
  };
}

/** The choices of one who sends commands: the same for the same seed, whatever the others do meanwhile. */
export type Choices = Random & {
  /** A UUID of its own each time. */
  readonly uuid: () => string;
};

/** Any constant UUID. */
const NAMESPACE = '3c1f0d55-3a52-4b3e-9c37-5e0b6a1f7d20';

export function choicesOf(world: World, name: string): Choices {
  let made = 0;
  return {
    ...seededRandom(`${world.seed}/${name}`),
    uuid: () => uuidv5(`${world.seed}/${name}/${made++}`, NAMESPACE),
  };
}
