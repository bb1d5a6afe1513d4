import type { Chance } from './random.ts';

/** What can go wrong with one call, in the words of the trace. */
export type CallFault =
  | 'the request is lost'
  | 'the answer is lost'
  | 'an error, and nothing happens'
  | 'an error, and it happens all the same'
  | 'an error, and it happens later'
  | 'it takes long'
  | 'it arrives twice'
  | 'the read is cut'
  | 'the read is stale'
  | 'the replica dies before it'
  | 'the replica dies behind it'
  | 'the replica stands still'
  | 'the session is lost soon';

/**
 * Troubles that the program is not proof against, each left out unless it is asked for:
 * - `stale-lookups`: a stale read of what a decision looks up in another stream, a right or an owner, which no exact
 *   revision contradicts. Of a cluster the leader alone is read: it takes one that was replaced and has not noticed.
 */
export const WEAKNESSES = ['stale-lookups'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/** What happens to a replica at a time. */
export type ReplicaFault = {
  readonly id: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly kind: 'it dies' | 'it stands still' | 'it is connected to a deposed leader';
  readonly replica: number;
  /** Milliseconds. */
  readonly lasts: number;
};

/** The faults of one run: drawn from the seed, or given. */
export type Luck = {
  /** What goes wrong with this call, of what can; it is so many times as likely as with others. */
  readonly faultOf: (
    call: string,
    possible: readonly [CallFault, ...CallFault[]],
    likely: number,
  ) => CallFault | undefined;
  /** Those that were drawn, by the call's name. */
  readonly drawn: ReadonlyMap<string, CallFault>;
  /** From now on nothing goes wrong. */
  readonly heal: () => void;
};

/** @param rate of the calls that go wrong */
export function drawnLuck(chance: Chance, rate: number): Luck {
  const drawn = new Map<string, CallFault>();
  let isHealed = false;
  return {
    drawn,
    faultOf(call, possible, likely) {
      if (isHealed || chance.of(`fault/${call}`) >= rate * likely) return undefined;
      const fault = chance.pick(possible, `kind/${call}`);
      drawn.set(call, fault);
      return fault;
    },
    heal() {
      isHealed = true;
    },
  };
}

/** The same faults again, or some of them. */
export function givenLuck(faults: ReadonlyMap<string, CallFault>): Luck {
  const drawn = new Map<string, CallFault>();
  return {
    drawn,
    faultOf(call, possible) {
      const fault = faults.get(call);
      if (!fault || !possible.includes(fault)) return undefined;
      drawn.set(call, fault);
      return fault;
    },
    heal: () => undefined,
  };
}
