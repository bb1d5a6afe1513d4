import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminChange, REMOVED_EVENT } from '../../../contracts/api/admin-events.ts';
import { comparePositions, formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { Database } from '../../../projector/database.ts';
import type { PositionGate } from '../../../projector/position-gate.ts';
import { actsSince } from '../../../projector/read-models/admin-acts/queries.ts';

/** `removed`: the wallet has lost its right, and is told so. */
export type MayWatch = 'yes' | 'no' | 'removed';

/** Tells admins' browsers that something changed. */
export type AdminEvents = {
  /**
   * Lines of server-sent events, until `mayWatch` says no, the reader goes, many more of one wallet come, or the server stops.
   * @param wallet of the session, in one form
   * @param mayWatch asked before every message and every heartbeat
   * @param from what the reader has seen; what has happened since is told at once. None: from now on
   */
  watch(wallet: string, mayWatch: () => Promise<MayWatch>, from?: LedgerPosition): Readable;
  stop(): void;
};

/** Milliseconds between two messages, so that a busy ledger does not drown a browser. */
const THROTTLE_MS = 500;
/** Milliseconds after which a comment is sent where nothing happened: proxies close silent connections. */
const HEARTBEAT_MS = 5_000;
/**
 * Readers of one wallet at once, in its tabs and devices: each is a question to Postgres for every message. The one that came
 * first ends for one more, and comes again after a while where somebody still looks at it.
 */
export const READERS_OF_ONE = 20;

export function createAdminEvents(db: Database, gate: PositionGate): AdminEvents {
  const stopping = new AbortController();
  const readers = new Map<string, Set<AbortController>>();
  const leave = (wallet: string, reader: AbortController) => {
    reader.abort();
    const own = readers.get(wallet);
    own?.delete(reader);
    if (own?.size === 0) readers.delete(wallet);
  };
  return {
    watch(wallet, mayWatch, from) {
      const left = new AbortController();
      const own = readers.get(wallet) ?? new Set();
      readers.set(wallet, own.add(left));
      const [first] = own;
      if (first && own.size > READERS_OF_ONE) leave(wallet, first);
      const signal = AbortSignal.any([stopping.signal, left.signal]);
      const readable = Readable.from(lines(db, gate, mayWatch, from, signal), { objectMode: false });
      readable.once('close', () => leave(wallet, left));
      return readable;
    },
    stop: () => stopping.abort(),
  };
}

async function* lines(
  db: Database,
  gate: PositionGate,
  mayWatch: () => Promise<MayWatch>,
  from: LedgerPosition | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const standing = gate.position();
  let seen = from && standing && comparePositions(from, standing) < 0 ? from : standing;
  // Tells the browser to come again after three seconds, and a proxy to pass the headers on.
  yield 'retry: 3000\n\n';
  while (!signal.aborted) {
    await gate.moved(seen, HEARTBEAT_MS, signal);
    if (signal.aborted) return;
    const may = await mayWatch().catch(() => 'no' as const);
    if (may === 'removed') yield `event: ${REMOVED_EVENT}\ndata: {}\n\n`;
    if (may !== 'yes') return;
    const now = gate.position();
    if (!now || now === seen) {
      yield ': still here\n\n';
      continue;
    }
    yield `data: ${JSON.stringify(await changeOf(db, seen, now))}\n\n`;
    seen = now;
    await sleep(THROTTLE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function changeOf(
  db: Database,
  seen: LedgerPosition | undefined,
  now: LedgerPosition,
): Promise<AdminChange> {
  const kinds = await actsSince(db, seen ?? { commit: 0n, prepare: 0n });
  return { position: formatPosition(now), kinds };
}
