import { Set as PersistentSet } from 'immutable';
import type { StreamEnd } from './envelope.ts';
import { GrowingMap } from './growing-map.ts';
import type { KnownCommands } from './known-commands.ts';

/**
 * A long stream's fold at one revision, kept beside the ledger so that a start need not read all of it. It is a
 * cache: used only where its version is the decider's and the ledger still holds an event of this hash at this
 * revision, and never by who audits the ledger.
 */
export type Snapshot = {
  readonly stream: string;
  /** Of the decider. */
  readonly version: number;
  /** Of the last event in it. */
  readonly end: StreamEnd;
  /** What `encodeFold` gives. */
  readonly fold: string;
};

export type Snapshots = {
  /** The newest of the version, at `upTo` or before it. */
  load(stream: string, version: number, upTo?: bigint): Promise<Snapshot | undefined>;
  save(snapshot: Snapshot): Promise<void>;
};

/** Where nothing is kept, each start reads streams from their beginning. */
export const noSnapshots: Snapshots = {
  load: async () => undefined,
  save: async () => undefined,
};

type Fold<State> = { readonly state: State; readonly commands: KnownCommands };

/** As JSON; bigints, maps, sets and persistent collections are told apart by a tag. */
export function encodeFold(fold: Fold<unknown>): string {
  return JSON.stringify(tagged(fold));
}

/**
 * The state is of whichever decider wrote it: who reads it has compared the version.
 * @throws SyntaxError, TypeError when it is not what `encodeFold` wrote
 */
export function decodeFold<State>(text: string): Fold<State> {
  // Written by `encodeFold` from a state of the same decider in the same version.
  return untagged(JSON.parse(text)) as Fold<State>;
}

const TAG = '$is';

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { [TAG]: 'bigint', of: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(tagged);
  if (value instanceof GrowingMap) return { [TAG]: 'GrowingMap', of: entries(value) };
  if (PersistentSet.isSet(value)) return { [TAG]: 'PersistentSet', of: [...value].map(tagged) };
  if (value instanceof Map) return { [TAG]: 'Map', of: entries(value.entries()) };
  if (value instanceof Set) return { [TAG]: 'Set', of: [...value].map(tagged) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tagged(member)]));
}

const entries = (pairs: Iterable<readonly [unknown, unknown]>) =>
  [...pairs].map(([key, value]) => [tagged(key), tagged(value)]);

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(untagged);
  if (!(TAG in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, untagged(member)]));
  }
  const { [TAG]: kind, of } = value as { [TAG]: unknown; of?: unknown };
  if (kind === 'bigint' && typeof of === 'string') return BigInt(of);
  if (!Array.isArray(of)) throw new TypeError(`a snapshot holds a ${String(kind)} that cannot be read`);
  const items = of.map(untagged);
  // `entries` wrote pairs.
  const pairs = items as [unknown, unknown][];
  if (kind === 'GrowingMap') return GrowingMap.of(items as [string, unknown][]);
  if (kind === 'PersistentSet') return PersistentSet(items);
  if (kind === 'Map') return new Map(pairs);
  if (kind === 'Set') return new Set(items);
  throw new TypeError(`a snapshot holds a ${String(kind)}`);
}
