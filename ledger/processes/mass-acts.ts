import { v5 as uuidv5 } from 'uuid';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo, parseEvo } from '../../contracts/money.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import { AccountIsRemoved, NothingToClear } from '../accounts/errors.ts';
import { asProgram, type CommandContext } from '../command-context.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import { pooled } from '../pooled.ts';
import { PROGRAM_STREAM, program } from '../program/program.ts';
import type { Process } from './process.ts';

/** How far a mass act has got. `total` is base units taken so far. */
export type MassActProgress = {
  readonly after: string | undefined;
  readonly count: number;
  readonly total: bigint;
};

export type MassActPorts = {
  /** Ids of accounts that were open at the position, in the order of the ids, after one of them. */
  readonly accounts: (at: LedgerPosition, after: string | undefined, limit: number) => Promise<string[]>;
  readonly loadProgress: (requestId: string) => Promise<MassActProgress | undefined>;
  readonly saveProgress: (requestId: string, progress: MassActProgress) => Promise<void>;
};

/** Accounts between two saves of the progress, and how many of them are under way at once. */
const PAGE = 500;
const CONCURRENCY = 64;

/**
 * Carries a mass clear or reset out, account by account under ids of their own, from the request's event on. After
 * a crash it goes on behind the last saved page; an account of the page that was cut off answers with what was done
 * to it then, so it is counted once and touched once. It must have a subscription of its own: it can take minutes.
 */
export function massActs(handler: CommandHandler, ports: MassActPorts): Process {
  return {
    name: 'mass-acts',
    async handle(event, stopping) {
      const { type, data } = event as StoredEvent<ProgramEvent>;
      const run = (requestId: string, command: AccountCommand) =>
        carryOut(handler, ports, event, requestId, command, stopping);
      if (type === 'MassClearRequested') await run(data.requestId, clearOf(data));
      if (type === 'MassRestoreRequested') {
        await run(data.requestId, { type: 'RestoreRewards', resetId: data.resetId });
      }
      if (type === 'MassResetRequested') await run(data.requestId, resetOf(data));
    },
  };
}

const clearOf = ({ reason }: { reason: string }): AccountCommand => ({ type: 'ClearBalance', reason });
const resetOf = ({ requestId }: { requestId: string }): AccountCommand => ({
  type: 'ResetRewards',
  resetId: requestId,
});

async function carryOut(
  handler: CommandHandler,
  ports: MassActPorts,
  event: StoredEvent,
  requestId: string,
  command: AccountCommand,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { actor, occurredAt, correlationId } = event.metadata;
  // What happens to each account is the program's doing; the request is the admin's.
  const commandId = uuidv5('complete', requestId);
  const context = asProgram({ commandId, actor, occurredAt, correlationId });
  let progress = (await ports.loadProgress(requestId)) ?? { after: undefined, count: 0, total: 0n };
  for (;;) {
    stopping?.throwIfAborted();
    const page = await ports.accounts(event.position, progress.after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const taken = await pooled(page, CONCURRENCY, (userId) =>
      act(handler, requestId, userId, command, context),
    );
    const touched = taken.filter((amount) => amount !== undefined);
    progress = {
      after: last,
      count: progress.count + touched.length,
      total: touched.reduce((sum, amount) => sum + amount, progress.total),
    };
    await ports.saveProgress(requestId, progress);
  }
  const { after } = await handler.handle({
    ...context,
    stream: PROGRAM_STREAM,
    decider: program,
    command: {
      type: 'CompleteMassAct',
      requestId,
      count: progress.count,
      total: formatEvo(progress.total),
    },
    input: { operation: 'complete-mass-act', requestId },
  });
  // A node that does not have the request yet sees nothing to complete; it would stay under way for ever.
  if (after.ended?.requestId !== requestId) {
    throw new LedgerUnavailable(
      new Error(`the node that was asked does not know of mass act ${requestId} yet`),
    );
  }
}

/** What was taken from the account, or given back; undefined when there was nothing to do. */
async function act(
  handler: CommandHandler,
  requestId: string,
  userId: string,
  command: AccountCommand,
  context: CommandContext,
): Promise<bigint | undefined> {
  try {
    const { events } = await handler.handle({
      ...context,
      commandId: uuidv5(userId, requestId),
      stream: streamOf('account', userId),
      decider: account,
      command,
      input: { operation: 'mass-act', requestId },
    });
    const [done] = events;
    return done && movedBy(done);
  } catch (refusal) {
    if (refusal instanceof NothingToClear || refusal instanceof AccountIsRemoved) return undefined;
    throw refusal;
  }
}

function movedBy(event: AccountEvent): bigint {
  if (event.type === 'BalanceCleared') return parseEvo(event.data.amount);
  const moves = event.type === 'RewardsReset' || event.type === 'RewardsRestored';
  return moves ? parseEvo(event.data.total) : 0n;
}
