import type { CommandContext } from '../../../ledger/command-context.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { type MassActRequest, requestMassAct } from '../../../ledger/mass-acts/request-mass-act.ts';
import type { Policies } from '../../auth/policies.ts';
import type { Session } from '../../auth/session.ts';

/**
 * Asks for an act on all accounts; for a reset beside no undo of a clear: what came back behind the request, it would leave.
 * @throws DomainError when it is refused, LedgerUnavailable
 */
export function requestAsAdmin(
  { handler, policies }: { readonly handler: CommandHandler; readonly policies: Policies },
  { walletAddress }: Pick<Session, 'walletAddress'>,
  request: Omit<MassActRequest, 'authorize'>,
  command: CommandContext,
) {
  const isReset = request.act.kind === 'reset';
  const authorize = isReset
    ? policies.requireAdminAlone(walletAddress)
    : policies.requireAdmin(walletAddress);
  return requestMassAct(handler, { ...request, authorize }, command);
}
