import { v5 as uuidv5 } from 'uuid';
import { adminAnswers, clusterTexts, defaultReasons } from '../../../contracts/admin-messages.ts';
import { refusals } from '../../../contracts/messages.ts';
import { exactEvo } from '../../../contracts/money.ts';
import { NotUndoable, undoOnAccount } from '../../../ledger/accounts/undo-act.ts';
import type { Authorize } from '../../../ledger/authorize.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import { requestMassAct } from '../../../ledger/mass-acts/request-mass-act.ts';
import type { AdminAct } from '../../../projector/read-models/admin-acts/queries.ts';
import type { Session } from '../../auth/session.ts';
import type { Parts } from '../../http/serve.ts';
import { askExpecting } from '../../processes/mass-act-progress.ts';
import { actToUndo } from './act-to-undo.ts';

/** Any constant UUID; it keeps these ids apart from other UUIDv5. */
const NAMESPACE = '5c0bb1b4-9a0f-4f0e-8a77-1d2f4d1c2a90';

/**
 * Undoes an act of Activity History. Its id makes the command's, so whoever undoes it, it is undone once.
 * @throws DomainError when it cannot be undone (any more), LedgerUnavailable
 */
export async function undoAct(
  parts: Pick<Parts, 'handler' | 'store' | 'pool' | 'policies'>,
  session: Pick<Session, 'userId' | 'walletAddress'>,
  { eventId, dryRun = false }: { readonly eventId: string; readonly dryRun?: boolean | undefined },
  request: CommandContext,
) {
  const act = await actToUndo(parts.pool, eventId);
  // Undoing a hold is a release, which an admin asks another one for.
  if (act.type === 'claims_held' && act.user?.userId === session.userId) {
    throw new DomainError('forbidden', 'OwnClaimsHeld', clusterTexts.notYourOwn);
  }
  // Not as it was sent: a UUID may be written in letters of either case.
  const command = { ...request, commandId: uuidv5(act.eventId, NAMESPACE) };
  // It looks for a reset, which is asked for under the same right.
  const isClear = act.type === 'balance_cleared';
  const authorize = isClear
    ? parts.policies.requireAdminAlone(session.walletAddress)
    : parts.policies.requireAdmin(session.walletAddress);
  const result = await compensate(parts, act, { dryRun, authorize }, command);
  if (dryRun && result.replayed) {
    throw new DomainError('conflict', 'AlreadyUndone', refusals.alreadyUndone);
  }
  return { message: messageOf(act, dryRun), result };
}

async function compensate(
  { handler, store, pool }: Pick<Parts, 'handler' | 'store' | 'pool'>,
  act: AdminAct,
  how: { readonly dryRun: boolean; readonly authorize: Authorize },
  command: CommandContext,
) {
  const reason = defaultReasons.undo(act.reason);
  if (act.user && UNDOABLE.includes(act.type)) {
    const { userId } = act.user;
    const undone = { undone: act.eventId, at: act.position };
    return undoOnAccount(handler, store, { userId, ...undone, reason, ...how }, command);
  }
  if (act.type !== 'rewards_reset_all') throw new NotUndoable();
  const resetId = act.actKey.slice('mass/'.length);
  const ask = () => requestMassAct(handler, { act: { kind: 'restore', resetId }, reason, ...how }, command);
  if (how.dryRun) return ask();
  const taken = { count: act.count ?? 0, total: act.amount ?? 0n };
  return (await askExpecting(pool, command.commandId, taken, ask)).result;
}

const UNDOABLE: readonly AdminAct['type'][] = [
  'reward_sent',
  'balance_cleared',
  'user_removed',
  'claims_held',
  'claims_released',
];

function messageOf({ type, user, amount }: AdminAct, would: boolean): string {
  const evo = exactEvo(amount ?? 0n);
  const name = user?.username ?? '';
  if (type === 'reward_sent') return adminAnswers.rewardRevoked(evo, name, would);
  if (type === 'balance_cleared') return adminAnswers.clearUndone(evo, name, would);
  if (type === 'user_removed') return adminAnswers.userReinstated(name, would);
  if (type === 'claims_held') return adminAnswers.claimsReleased(name, would);
  if (type === 'claims_released') return adminAnswers.claimsHeldAgain(name, would);
  return adminAnswers.resetUndone(would);
}
