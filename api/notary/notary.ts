import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  FROM_NOTHING,
  InconsistentLedger,
  SealTree,
  type TreeStart,
} from '../../ledger/audit/notary/seal-tree.ts';
import { SEALS_STREAM, seals } from '../../ledger/audit/notary/seals.ts';
import { ForeignKey } from '../../ledger/audit/notary/sign-seal.ts';
import { LedgerCorrupt } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { AnotherLedger, assertSameLedger } from '../../ledger/following/same-ledger.ts';
import { STALL_LIMITS, type StallLimits } from '../../ledger/following/watchdog.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { Seeds } from '../../ledger/seed-file.ts';
import type { Database } from '../../projector/database.ts';
import type { Clock } from '../http/clock.ts';
import { followTree } from './follow-tree.ts';
import { leadAlone } from './lead-alone.ts';
import { loadNewestSeal } from './newest-seal.ts';
import { type LastSealed, type Projected, sealLedger } from './seal-ledger.ts';
import { type NotaryState, setNotaryState } from './status.ts';

/** Milliseconds, and numbers of events. */
export type NotaryLimits = {
  /** Between two seals, while fewer than `events` wait. */
  readonly sealEvery: number;
  readonly events: number;
  /** Between two attempts to lead. */
  readonly retryEvery: number;
  /** Between two looks whether there is something to seal. */
  readonly lookEvery: number;
  /** After a part of the program did not answer. */
  readonly failedFor: number;
  /** After it halted: then it leaves the lead to another replica, or reads the ledger once more. */
  readonly haltedFor: number;
  /** All of the ledger is read again so often, and at each start where it has no more events than `shortLedger`. */
  readonly readAgainAfter: number;
  readonly shortLedger: number;
  readonly stall: StallLimits;
};

const LIMITS: NotaryLimits = {
  sealEvery: 60_000,
  events: 1_000,
  retryEvery: 2_000,
  lookEvery: 500,
  failedFor: 5_000,
  haltedFor: 300_000,
  readAgainAfter: 24 * 3_600_000,
  shortLedger: 100_000,
  stall: STALL_LIMITS,
};

/** Any constant that no other advisory lock of the program uses. */
const NOTARY_LOCK = 3_424_010;

export type NotaryOptions = {
  readonly pool: Pool;
  /** Of the connection whose lock is the lead. */
  readonly sessions: Pool;
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly seeds: Seeds;
  /** Of a ledger that has no key yet. */
  readonly origin: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The hashes that the read models have of the ledger. */
  readonly projected: Projected;
  readonly lastSealed: LastSealed;
  readonly limits?: Partial<NotaryLimits>;
  readonly lock?: number;
};

export type Notary = { stop(): Promise<void> };

/**
 * Seals the ledger, in one of all replicas. Before anything is signed, the tree is made from the ledger's own events and
 * compared with every seal that stands among them; what does not fit halts it until it does.
 */
export function hostNotary(options: NotaryOptions): Notary {
  const { sessions, logger } = options;
  const limits = { ...LIMITS, ...options.limits };
  const work = async (signal: AbortSignal, lead: Database): Promise<number> => {
    await setNotaryState(lead, 'starting');
    const say = (state: NotaryState) => setNotaryState(lead, state);
    try {
      while (!signal.aborted) await notarize(options, limits, say, signal);
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      if (!isFault(error)) throw error;
      logger.error({ err: error }, 'the notary has halted: it signs nothing');
      await setNotaryState(lead, 'halted', error.message);
      // Another replica may be of a newer release, or have the key.
      return limits.haltedFor;
    }
  };
  const { lock = NOTARY_LOCK } = options;
  return leadAlone({ sessions, logger, name: 'the notary', lock, retryEvery: limits.retryEvery, work });
}

/** What no second attempt mends by itself. */
const isFault = (error: unknown): error is Error =>
  [InconsistentLedger, AnotherLedger, LedgerCorrupt, ForeignKey].some((kind) => error instanceof kind);

type Say = (state: NotaryState) => Promise<void>;

/** Until `signal`, or until all of the ledger is to be read again. */
async function notarize(
  options: NotaryOptions,
  limits: NotaryLimits,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const { start, readAt } = await startOf(options, limits, signal);
  const tree = new SealTree(start);
  const over = new AbortController();
  const during = AbortSignal.any([signal, over.signal]);
  let isLevel = false;
  let urgentSize = 0;
  const follow = followTree({
    ...options,
    tree,
    stall: limits.stall,
    signal: during,
    onEvent: (event) => {
      if (isUrgent(event)) urgentSize = tree.size;
    },
    onLevel: () => {
      isLevel = true;
    },
  });
  const signing = { tree, readAt, isLevel: () => isLevel, urgentSize: () => urgentSize };
  const sign = sealAgainAndAgain(options, limits, signing, say, during);
  try {
    await Promise.race([follow, sign]);
  } finally {
    over.abort();
    await Promise.allSettled([follow, sign]);
  }
}

/** The entries of a raffle are to be seen sealed, and cosigned by witnesses, before its round of the beacon is there. */
const isUrgent = ({ type, data }: StoredEvent): boolean => type === 'EntriesFrozen' && 'beacon' in data;

type Signing = {
  readonly tree: SealTree;
  readonly readAt: Date;
  readonly isLevel: () => boolean;
  /** Of the tree, with the last event that is not to wait for a seal. */
  readonly urgentSize: () => number;
};

async function sealAgainAndAgain(
  options: NotaryOptions,
  limits: NotaryLimits,
  { tree, readAt, isLevel, urgentSize }: Signing,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = options;
  let state: NotaryState | undefined;
  let dueAt = performance.now() + limits.sealEvery;
  let sealedSize = 0;
  while (!signal.aborted) {
    await sleep(limits.lookEvery, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (isLongAgo(readAt, clock, limits)) return;
    if (!isLevel()) continue;
    if (state === undefined) {
      state = 'sealing';
      await say(state);
    }
    const waiting = tree.size - tree.sealed.size;
    const isDue = urgentSize() > tree.sealed.size || waiting >= limits.events || performance.now() >= dueAt;
    // What was just written has to come back from the ledger first.
    if (waiting === 0 || !isDue || tree.sealed.size < sealedSize) continue;
    try {
      // Another leader, or a store put back, may lack what is about to be sealed, and it was not told yet.
      if (tree.mark) await assertSameLedger(options.store, tree.mark, limits.stall.resubscribeAfter);
      sealedSize = (await sealLedger(options, tree, readAt)) ?? sealedSize;
      dueAt = performance.now() + limits.sealEvery;
    } catch (error) {
      if (signal.aborted) return;
      if (isFault(error)) throw error;
      logger.warn({ err: error }, 'the ledger could not be sealed for now');
      dueAt = performance.now() + Math.min(limits.sealEvery, limits.failedFor);
      await sleep(dueAt - performance.now(), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Also where a clock that was ahead has said when: what is still to come would be waited for as long as it was ahead. */
const isLongAgo = (readAt: Date, clock: Clock, { readAgainAfter }: NotaryLimits): boolean =>
  Math.abs(clock() - readAt.getTime()) > readAgainAfter;

/**
 * Where to read from: from the first event, or where that takes long, from the last seal, if it is the one that this
 * program knows it signed and the whole ledger was read not long ago.
 * @throws InconsistentLedger when the ledger has not got the seal that this program signed last
 */
async function startOf(
  { pool, handler, store, clock }: NotaryOptions,
  limits: NotaryLimits,
  signal: AbortSignal,
): Promise<{ start: TreeStart; readAt: Date }> {
  const { shortLedger } = limits;
  const anew = { start: FROM_NOTHING, readAt: new Date(clock()) };
  const known = await loadNewestSeal(pool);
  if (!known) return anew;
  const { state, revision } = await sealsUpTo(handler, known.size, limits, signal);
  const last = state.last;
  if (!last || last.size < known.size) {
    throw new InconsistentLedger(
      `${known.size} events were sealed on this ledger, and its last seal has ${last?.size ?? 'none'}: events are gone`,
    );
  }
  if (last.size === known.size && last.root !== known.root) {
    throw new InconsistentLedger(
      `the first ${known.size} events were sealed under the root ${known.root}, and their seal has the root ${last.root} now`,
    );
  }
  const { range, position, readAt } = known;
  const isOld = isLongAgo(readAt, clock, limits);
  if (!range || last.size !== known.size || known.size <= shortLedger || isOld || revision === undefined) {
    return anew;
  }
  const deadline = handler.newDeadline();
  const at = await deadline.read((signal) => store.readAt(position, signal));
  // A store that was restored or replaced gives what stands behind that place, or nothing.
  if (!at || at.position.commit !== position.commit || at.position.prepare !== position.prepare) return anew;
  return { start: { range, position, seals: state, sealsRevision: revision }, readAt };
}

/** The seals, as soon as one has the size; after a time, as they are: who has just begun to lead a cluster may lack the newest. */
async function sealsUpTo(
  handler: CommandHandler,
  size: number,
  { stall, lookEvery }: NotaryLimits,
  signal: AbortSignal,
) {
  const until = performance.now() + stall.resubscribeAfter;
  for (;;) {
    const found = await handler.aggregate(SEALS_STREAM, seals);
    const isThere = (found.state.last?.size ?? 0) >= size;
    if (isThere || signal.aborted || performance.now() >= until) return found;
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
  }
}
