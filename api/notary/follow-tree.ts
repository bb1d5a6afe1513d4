import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { InconsistentLedger, type SealTree } from '../../ledger/audit/notary/seal-tree.ts';
import { LedgerCorrupt } from '../../ledger/domain-error.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { AnotherLedger, assertSameLedger } from '../../ledger/following/same-ledger.ts';
import { type StallLimits, Watchdog } from '../../ledger/following/watchdog.ts';

export type FollowTree = {
  readonly store: EventStore;
  readonly tree: SealTree;
  readonly stall: StallLimits;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Of each event, once the tree holds it. */
  readonly onEvent: (event: StoredEvent) => void;
  /** Whenever the tree holds all that the ledger does. */
  readonly onLevel: () => void;
};

/** Events after which others of this process have their turn. */
const PART = 100;

/**
 * Tells the tree what the ledger holds and what comes, until `signal` fires. A subscription that fails or stands still
 * is opened again where the tree is, if the ledger has the event that it was told last.
 * @throws InconsistentLedger, AnotherLedger, LedgerCorrupt when the ledger is not what was sealed or told, or cannot be read
 */
export async function followTree(options: FollowTree): Promise<void> {
  const { store, signal, stall, logger } = options;
  const watchdog = new Watchdog(store, stall);
  for (let failures = 0; !signal.aborted; failures++) {
    const before = options.tree.position;
    try {
      const { mark } = options.tree;
      if (mark) await assertSameLedger(store, mark, stall.resubscribeAfter);
      await subscribe(options, watchdog);
    } catch (error) {
      if (signal.aborted) return;
      if (isAgainstLedger(error)) throw error;
      if (before !== options.tree.position) failures = 0;
      logger.warn({ err: error }, 'the notary subscribes to the ledger again');
      await sleep(Math.min(5_000, 50 * 2 ** Math.min(failures, 7)), undefined, { signal }).catch(
        () => undefined,
      );
    }
  }
}

const isAgainstLedger = (error: unknown): boolean =>
  [InconsistentLedger, AnotherLedger, LedgerCorrupt].some((kind) => error instanceof kind);

async function subscribe(
  { store, tree, stall, signal, onEvent, onLevel }: FollowTree,
  watchdog: Watchdog,
): Promise<void> {
  const broken = new AbortController();
  const over = AbortSignal.any([signal, broken.signal]);
  let isLevel = false;
  let isCaughtUp = false;
  let shortSince: number | undefined;
  const look = async () => {
    const found = await watchdog.look(() => tree.position);
    if (over.aborted) return;
    // A node of a cluster may be behind for a moment.
    shortSince = found === 'shorter' ? (shortSince ?? performance.now()) : undefined;
    if (shortSince !== undefined && performance.now() - shortSince > stall.resubscribeAfter) {
      broken.abort(new InconsistentLedger('the ledger ends before what was read of it: events are gone'));
    }
    if (found === 'stalled') broken.abort(new Error('the ledger goes on but nothing of it arrives'));
    if (found !== 'level') return;
    isLevel = true;
    onLevel();
  };
  const endLooks = watchdog.watch(look);
  const onCaughtUp = () => {
    isCaughtUp = true;
    void look();
  };
  try {
    watchdog.began();
    let told = 0;
    let since = performance.now();
    for await (const event of store.subscribe({ after: tree.position, signal: over, onCaughtUp })) {
      tree.add(event);
      onEvent(event);
      watchdog.progressed(event.position);
      if (isCaughtUp && !isLevel) void look();
      told += 1;
      if (told % PART !== 0) continue;
      // A long ledger is read for minutes: whoever is served by this process has half of its time.
      await (isLevel ? turn() : sleep(performance.now() - since));
      since = performance.now();
    }
    if (!signal.aborted) throw broken.signal.reason ?? new Error('the subscription ended');
  } finally {
    endLooks();
    broken.abort();
  }
}
