import type Router from '@koa/router';
import { adminAnswers, defaultReasons } from '../../../contracts/admin-messages.ts';
import {
  clearAllBalances,
  massActProgress,
  resetRewards,
  undoAct as undoEndpoint,
} from '../../../contracts/api/admin-acts.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { exactEvo, formatEvo } from '../../../contracts/money.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { readMassActs } from '../../../ledger/mass-acts/read-mass-acts.ts';
import type { MassActRequest } from '../../../ledger/mass-acts/request-mass-act.ts';
import { type MassSum, sumOfPending, sumOfTotals } from '../../../projector/read-models/user-list/queries.ts';
import type { Session } from '../../auth/session.ts';
import { type ApiContext, announce, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { askExpecting, massActDone } from '../../processes/mass-act-progress.ts';
import { requestAsAdmin } from './request-as-admin.ts';
import { undoAct } from './undo-act.ts';

/** Acts on all accounts: what they would do, asking for them, how far they are, and undoing. */
export function adminMassActRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, pool } = parts;

  serveCommand(router, parts, clearAllBalances, async ({ ctx, session, input, command }) => {
    const { reason = defaultReasons.clearAll, dryRun = false } = input;
    const request = { act: { kind: 'clear' }, reason, dryRun } as const;
    const last = await lastActFor(parts, dryRun);
    const sum = await ask(parts, ctx, session, request, await sumOfPending(pool), command);
    return { ...answer(adminAnswers.massClear, sum, dryRun, command.commandId), ...last };
  });

  serveCommand(router, parts, resetRewards, async ({ ctx, session, input, command }) => {
    const { reason = defaultReasons.reset, dryRun = false } = input;
    const request = { act: { kind: 'reset' }, reason, dryRun } as const;
    const last = await lastActFor(parts, dryRun);
    const { removed, ...found } = await sumOfTotals(pool);
    const sum = await ask(parts, ctx, session, request, found, command);
    const done = { ...answer(adminAnswers.massReset, sum, dryRun, command.commandId), ...last };
    return dryRun ? { ...done, message: wouldReset(found, removed) } : done;
  });

  serveQuery(router, parts, massActProgress, async () => {
    const { underWay, ended = null } = await readMassActs(handler);
    const [act] = underWay;
    if (!act) return { act: null, ended };
    const { kind, requestId } = act;
    const progress = (await massActDone(pool, requestId)) ?? { done: 0, of: 0 };
    return { act: { requestId, kind, ...progress }, ended };
  });

  serveCommand(router, parts, undoEndpoint, async ({ ctx, session, input, command }) => {
    const { message, result } = await undoAct(parts, session, input, command);
    announce(ctx, result);
    return { success: true as const, message, dryRun: input.dryRun === true };
  });
}

/** For a dry run, read before what it would do is: which act on all accounts that knows of. */
async function lastActFor({ handler }: Parts, dryRun: boolean): Promise<{ lastAct?: string | null }> {
  return dryRun ? { lastAct: (await readMassActs(handler)).ended?.requestId ?? null } : {};
}

/** What was shown as the last act, by who says it. */
function lastShownIn(ctx: ApiContext): string | null | undefined {
  const named = ctx.get(HEADERS.lastMassAct).toLowerCase();
  if (named === '') return undefined;
  return named === 'none' ? null : named;
}

/** What was expected when it was asked for, also when it is asked for once more under the same key. */
async function ask(
  parts: Parts,
  ctx: ApiContext,
  session: Session,
  request: Omit<MassActRequest, 'authorize'>,
  found: MassSum,
  command: CommandContext,
): Promise<MassSum> {
  const { pool } = parts;
  const asAdmin = () => requestAsAdmin(parts, session, { ...request, lastShown: lastShownIn(ctx) }, command);
  if (request.dryRun) {
    announce(ctx, await asAdmin());
    return found;
  }
  const { expected, result } = await askExpecting(pool, command.commandId, found, asAdmin);
  announce(ctx, result);
  return expected;
}

/** The open accounts' sum is the one that stands on the card of the program's rewards. */
function wouldReset({ count, total }: MassSum, removed: MassSum): string {
  const text = adminAnswers.massReset(count - removed.count, exactEvo(total - removed.total), true);
  return removed.count === 0
    ? text
    : `${text}, ${adminAnswers.ofRemoved(removed.count, exactEvo(removed.total))}`;
}

function answer(
  text: typeof adminAnswers.massClear,
  { count, total }: MassSum,
  dryRun: boolean,
  commandId: string,
) {
  return {
    success: true as const,
    message: text(count, exactEvo(total), dryRun),
    requestId: dryRun ? null : commandId,
    count,
    total: formatEvo(total),
    dryRun,
  };
}
