import { setImmediate as turn } from 'node:timers/promises';
import type { CacheUse } from '../../../ledger/cache-use.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { bytesToHex } from '../../../ledger/proof/bytes.ts';
import { entryAt, type FrozenEntries, numberOf } from '../../../ledger/proof/frozen-entries.ts';
import { type Freezer, FreezerDied } from '../../../ledger/raffles/freezer.ts';
import type { RafflePorts } from '../../../ledger/raffles/raffle-ports.ts';
import type { Database } from '../../../projector/database.ts';

export type OwnEntry = {
  readonly entry: string;
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
  readonly root: string;
};

/** Trees that are kept in memory: of the raffles that were asked for last. */
const KEPT = 2;

/** Bytes that they take together; the one that was asked for last may be larger, and is alone then. */
const KEPT_BYTES = 128 * 2 ** 20;

/**
 * The entries of raffles, and where a user stands among them. They are built once for the draw and for all who ask,
 * by a thread of their own.
 */
export function frozenEntries(
  db: Database,
  freezer: Freezer,
  mostBytes = KEPT_BYTES,
): Pick<RafflePorts, 'entriesOf'> & {
  readonly entryOf: (raffleId: string, userId: string) => Promise<OwnEntry | undefined>;
  /** Whether anybody's are kept, or that there was nobody; false where Postgres has lost them. */
  readonly areKept: (raffleId: string) => Promise<boolean>;
  /** What the trees take that are kept. */
  readonly use: () => CacheUse;
} {
  const kept = new Map<string, Promise<FrozenEntries>>();
  /** Of those that are built. */
  const bytes = new Map<string, number>();
  const use = () => ({
    entries: kept.size,
    bytes: [...bytes.values()].reduce((sum, size) => sum + size, 0),
    mostBytes,
  });
  const forget = (raffleId: string) => {
    kept.delete(raffleId);
    bytes.delete(raffleId);
  };
  const keepWithin = () => {
    while (kept.size > 1 && (kept.size > KEPT || use().bytes > mostBytes)) {
      const [oldest = ''] = kept.keys();
      forget(oldest);
    }
  };
  /** As they are kept, or are being built for somebody else. */
  const known = (raffleId: string): Promise<FrozenEntries> => {
    const building = kept.get(raffleId) ?? build(db, freezer, raffleId);
    kept.delete(raffleId);
    kept.set(raffleId, building);
    building.then(
      (frozen) => {
        if (kept.get(raffleId) !== building) return;
        bytes.set(raffleId, bytesOf(frozen));
        keepWithin();
      },
      () => kept.get(raffleId) === building && kept.delete(raffleId),
    );
    keepWithin();
    return building;
  };
  // Whoever asks for raffles of long ago keeps one thread busy, not one for each.
  let lookups: Promise<unknown> = Promise.resolve();
  const inTurn = (raffleId: string): Promise<FrozenEntries> => {
    const turn = lookups.then(() => known(raffleId));
    lookups = turn.catch(() => undefined);
    return turn;
  };
  return {
    async entriesOf(raffleId, root) {
      if (root === undefined) forget(raffleId);
      const entries = await known(raffleId);
      if (root === undefined) {
        // It was frozen a moment ago, maybe in a Postgres that another one has taken the place of.
        if (entries.count > 0 || (await isFrozen(db, raffleId))) return entries;
        forget(raffleId);
        throw new LedgerUnavailable(
          new Error(`nobody is kept for raffle ${raffleId}: it is to be frozen anew`),
        );
      }
      if (bytesToHex(entries.tree.root) === root) return entries;
      // What they were built of may have been mended since.
      forget(raffleId);
      return known(raffleId);
    },
    use,
    areKept: (raffleId) => isFrozen(db, raffleId),
    async entryOf(raffleId, userId) {
      if (!(await hasEntered(db, raffleId, userId))) return undefined;
      const frozen = await (kept.has(raffleId) ? known(raffleId) : inTurn(raffleId));
      const index = numberOf(frozen, userId);
      if (index === undefined) return undefined;
      const { entry, path } = entryAt(frozen, index);
      return { entry, index, count: frozen.count, path, root: bytesToHex(frozen.tree.root) };
    },
  };
}

const bytesOf = ({ userIds, entries, tree }: FrozenEntries): number =>
  userIds.byteLength + entries.byteLength + tree.nodes.byteLength;

/** Not what a standby lacks: it locks no rows. */
async function isFrozen(db: Database, raffleId: string): Promise<boolean> {
  const { rows } = await db.query('select from raffles.frozen where raffle_id = $1 for key share', [
    raffleId,
  ]);
  return rows.length > 0;
}

async function hasEntered(db: Database, raffleId: string, userId: string): Promise<boolean> {
  const { rows } = await db.query('select from raffles.frozen_users where raffle_id = $1 and user_id = $2', [
    raffleId,
    userId,
  ]);
  return rows.length > 0;
}

/**
 * 16 bytes a user, some thousands of them in a value: a row for each of a million would keep this thread busy for seconds, and
 * one value of all of them for a tenth of one. What is frozen and drawn by them is for ever, so they are read where they were
 * written: a standby, which may lack them, locks no rows.
 */
async function build(db: Database, freezer: Freezer, raffleId: string): Promise<FrozenEntries> {
  const { rows } = await db.query<{ ids: Buffer }>(
    `with kept as (select from raffles.frozen where raffle_id = $1 for key share)
     select string_agg(uuid_send(user_id), '') as ids from raffles.frozen_users
     where raffle_id = $1 and exists (select from kept)
     group by get_byte(uuid_send(user_id), 0)`,
    [raffleId],
  );
  try {
    return await freezer.freeze(raffleId, await joined(rows.map(({ ids }) => ids)));
  } catch (error) {
    if (error instanceof FreezerDied) throw new LedgerUnavailable(error);
    throw error;
  }
}

/** A copy: the driver's buffers are not its own to hand over. Fresh memory costs more than what is written to it. */
async function joined(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [n, part] of parts.entries()) {
    if (n % PARTS_AT_ONCE === 0) await turn();
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const PARTS_AT_ONCE = 32;
