import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { CAUSED_BY } from '../../contracts/events/caused-by.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { MassActEvent } from '../../contracts/events/mass-acts.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo, parseSum } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { AccountIsRemoved, NothingToClear } from '../accounts/errors.ts';
import type { KnownAccount } from '../accounts/read-account.ts';
import { shareAt } from '../accounts/share-at.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { IdempotencyKeyReused, LedgerUnavailable, StreamMovedOn } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type Cause, GENERATION } from '../known-commands.ts';
import { effectIds } from '../mass-acts/effect-ids.ts';
import { MASS_ACTS_STREAM, massActs } from '../mass-acts/mass-acts.ts';
import { readMassActs } from '../mass-acts/read-mass-acts.ts';
import { readProgram } from '../program/read-program.ts';
import { createPace } from './pace.ts';
import { causeOf, type Process } from './process.ts';

/** How far a mass act has got. `total` is base units taken so far. */
export type MassActProgress = {
  readonly after: string | undefined;
  readonly count: number;
  readonly total: bigint;
};

export type MassActPorts = {
  /** Accounts that were open at the position, in the order of their ids, after one of them. */
  readonly accounts: (
    at: LedgerPosition,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly KnownAccount[]>;
  readonly loadProgress: (requestId: string) => Promise<MassActProgress | undefined>;
  readonly saveProgress: (requestId: string, progress: MassActProgress) => Promise<void>;
};

/**
 * Carries a mass clear or reset out, account by account under ids of their own, from the request's event on. It
 * takes what stood there when it was requested: what was claimed or cleared since is not there any more, and what was
 * earned since stays. After a crash it goes on behind the last saved page; an account of the page that was cut off
 * answers with what was done to it then, so it is counted once and touched once. An act that has ended is left alone,
 * also where the checkpoint was lost.
 */
export function massActProcess(store: EventStore, handler: CommandHandler, ports: MassActPorts): Process {
  return {
    // The first version's process, `mass-acts`, did not follow the stream of that name: while both releases run it
    // moves its checkpoint past requests that it never sees.
    name: CAUSED_BY.massActs,
    laneOf: ({ type }) => (REQUESTS.includes(type) ? 'all-accounts' : undefined),
    async handle(event, stopping, cause = causeOf(CAUSED_BY.massActs, event)) {
      const { type, data } = event as StoredEvent<MassActEvent>;
      const run = async (requestId: string, commandFor: CommandFor) => {
        const { underWay } = await readMassActs(handler, event);
        if (!underWay.some((act) => act.requestId === requestId)) return;
        await carryOut(handler, ports, { event, cause, requestId, commandFor, stopping });
      };
      if (type === 'MassClearRequested') {
        const { requestId, reason } = data;
        await run(requestId, async (known) => {
          const { share, revision, hasMovedOn } = await shareAt(store, handler, known, event.position);
          const isNothing = !hasMovedOn && share.total === share.claimed;
          return isNothing
            ? undefined
            : { command: { type: 'ClearBalance', reason, share }, madeAt: revision };
        });
      }
      if (type === 'MassResetRequested') {
        const { requestId: resetId } = data;
        await run(resetId, async (known) => {
          const { share, revision, hasMovedOn } = await shareAt(store, handler, known, event.position);
          const isNothing = !hasMovedOn && share.total === 0n;
          return isNothing
            ? undefined
            : { command: { type: 'ResetRewards', resetId, share }, madeAt: revision };
        });
      }
      if (type === 'MassRestoreRequested') {
        const { requestId, resetId } = data;
        await run(requestId, async (known) => {
          // From a node that lacks the reset it would seem that nothing is to be given back.
          await handler.aggregateFrom(streamOf('account', known.userId), account, known.revision);
          return { command: { type: 'RestoreRewards', resetId } };
        });
      }
    },
  };
}

const REQUESTS: readonly string[] = ['MassClearRequested', 'MassResetRequested', 'MassRestoreRequested'];

/**
 * What the act does to one account, by what stood there when it was requested; undefined where nothing stood there and
 * nothing has happened since, not even this act.
 */
type CommandFor = (
  account: KnownAccount,
) => Promise<{ readonly command: AccountCommand; readonly madeAt?: bigint | undefined } | undefined>;

type Act = {
  readonly event: StoredEvent;
  readonly cause: Cause;
  readonly requestId: string;
  readonly commandFor: CommandFor;
  readonly stopping: AbortSignal | undefined;
};

async function carryOut(handler: CommandHandler, ports: MassActPorts, task: Act): Promise<void> {
  const { event, cause, requestId, stopping } = task;
  const { actor, occurredAt, correlationId } = event.metadata;
  // What happens to each account is the program's doing; the request is the admin's.
  const commandId = uuidv5('complete', requestId);
  const context = asProgram({ commandId, actor, occurredAt, correlationId, cause });
  let progress = (await ports.loadProgress(requestId)) ?? { after: undefined, count: 0, total: 0n };
  const pace = createPace();
  for (;;) {
    stopping?.throwIfAborted();
    const page = await ports.accounts(event.position, progress.after, pace.page());
    if (page.length === 0) break;
    const { results, failure } = await pace.run(page, async (known) => {
      stopping?.throwIfAborted();
      return act(handler, task, known, context);
    });
    const last = page[results.length - 1];
    if (last) {
      const touched = results.filter((amount) => amount !== undefined);
      progress = {
        after: last.userId,
        count: progress.count + touched.length,
        total: touched.reduce((sum, amount) => sum + amount, progress.total),
      };
      await ports.saveProgress(requestId, progress);
    }
    if (failure) throw failure.reason;
  }
  const { massActs: before } = await readProgram(handler);
  const { after } = await handler.handle({
    ...context,
    stream: MASS_ACTS_STREAM,
    decider: massActs(before),
    command: {
      type: 'CompleteMassAct',
      requestId,
      count: progress.count,
      total: formatEvo(progress.total),
    },
    input: { operation: 'complete-mass-act', requestId },
  });
  // A node that does not have the request yet sees nothing to complete; it would stay under way for ever.
  if (after.ended?.requestId !== requestId && !after.completed.has(requestId)) {
    throw new LedgerUnavailable(
      new Error(`the node that was asked does not know of mass act ${requestId} yet`),
    );
  }
}

/** What was taken from the account, or given back; undefined when there was nothing to do. */
async function act(
  handler: CommandHandler,
  task: Act,
  known: KnownAccount,
  context: CommandContext,
): Promise<bigint | undefined> {
  const [first, second] = effectIds(known.userId, task.requestId);
  const touchAs = (commandId: string) => touch(handler, task, known, { ...context, commandId });
  // A stream of so many events may have forgotten whose the first id was.
  if (known.revision >= GENERATION) {
    return (await touchAs(second)) ?? touchedAs(handler, task, known, { ...context, commandId: first });
  }
  return touchAs(first).catch((refusal: unknown) => {
    if (refusal instanceof IdempotencyKeyReused) return touchAs(second);
    throw refusal;
  });
}

async function touch(
  handler: CommandHandler,
  { requestId, commandFor }: Act,
  known: KnownAccount,
  context: CommandContext,
): Promise<bigint | undefined> {
  for (;;) {
    try {
      const decided = await commandFor(known);
      if (!decided) return undefined;
      const { events } = await handler.handle({
        ...context,
        stream: streamOf('account', known.userId),
        decider: account,
        ...decided,
        input: inputOf(requestId),
      });
      const [done] = events;
      return done && movedBy(done);
    } catch (refusal) {
      if (refusal instanceof StreamMovedOn) continue;
      if (refusal instanceof NothingToClear || refusal instanceof AccountIsRemoved) return undefined;
      throw refusal;
    }
  }
}

/** What was done under an id before; undefined for nothing, and for what a person did under it. */
async function touchedAs(
  handler: CommandHandler,
  { requestId }: Act,
  { userId }: KnownAccount,
  context: CommandContext,
): Promise<bigint | undefined> {
  try {
    const { events, replayed } = await handler.handle({
      ...context,
      stream: streamOf('account', userId),
      decider: account,
      command: { type: 'RestoreRewards', resetId: requestId },
      input: inputOf(requestId),
      dryRun: true,
    });
    const [done] = events;
    return replayed && done ? movedBy(done) : undefined;
  } catch (refusal) {
    if (refusal instanceof IdempotencyKeyReused) return undefined;
    throw refusal;
  }
}

/** By which a command on an account is known again, whatever it finds there. */
const inputOf = (requestId: string) => ({ operation: 'mass-act', requestId });

function movedBy(event: AccountEvent): bigint {
  if (event.type === 'BalanceCleared') return parseSum(event.data.amount);
  const moves = event.type === 'RewardsReset' || event.type === 'RewardsRestored';
  return moves ? parseSum(event.data.total) : 0n;
}
